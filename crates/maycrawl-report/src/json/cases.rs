//! Answers of `check --cases`.

use std::collections::BTreeMap;

use serde::Serialize;

wire! {
    /// What `check --cases --format json` prints.
    pub struct CasesDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The dialect in which the files were read.
        pub dialect: String,
        /// How many cases were asked.
        pub cases: u64,
        /// How many of them have a URL that is none.
        pub errors: u64,
        /// How many were answered otherwise than expected.
        pub failed: u64,
        /// The answers in the order of the cases.
        pub answers: Vec<WireCase>,
    }

    /// What `check --cases --format jsonl` prints on every line.
    pub struct CaseLine {
        /// The version of this form: 1.
        pub version: u32,
        /// The answer.
        #[serde(flatten)]
        pub case: WireCase,
    }

    /// The answer to one case.
    pub struct WireCase {
        /// The line of the file of cases, from 1.
        pub case_line: u64,
        /// The cells of the case by column.
        pub input: BTreeMap<String, String>,
        /// `allow`, `disallow` or `error`.
        pub verdict: &'static str,
        /// The number of the deciding line, 0 if no rule decided.
        pub line: u32,
        /// What was expected and not answered.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub missed: Option<String>,
    }
}
