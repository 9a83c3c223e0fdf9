//! Answers of `test`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::VERSION;

wire! {
    /// The answers to the cases of a table.
    pub struct CasesDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The dialect in which the files were read; `own` if each agent was asked as it reads
        /// itself, and each answer names its dialect.
        pub dialect: String,
        /// How many cases were asked.
        pub cases: u64,
        /// How many of them have no valid URL.
        pub errors: u64,
        /// How many have another answer than expected.
        pub failed: u64,
        /// The answers in the order of the cases.
        pub answers: Vec<WireCase>,
        /// What to know about the agents' names, a sentence each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
    }

    /// What `test --format jsonl` prints on every line.
    pub struct CaseLine {
        /// The version of this form: 1.
        pub version: u32,
        /// The answer.
        #[serde(flatten)]
        pub case: WireCase,
    }

    /// The answer to one case.
    pub struct WireCase {
        /// The number of the case, from 1; of cases in a file, the line.
        pub case_line: u64,
        /// The dialect in which the file was read.
        pub dialect: String,
        /// The case's `agent` and `url`; of cases in a file, all cells by column.
        pub input: BTreeMap<String, String>,
        /// `allow`, `disallow` or `error`.
        pub verdict: Cow<'static, str>,
        /// The number of the deciding line, 0 if no rule decided.
        pub line: u32,
        /// What was expected, if the answer is another.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub missed: Option<String>,
    }
}

impl CasesDocument {
    /// The answers to cases that were asked in a dialect, without their counts.
    pub fn new(dialect: impl Into<String>, answers: Vec<WireCase>) -> Self {
        Self {
            version: VERSION,
            dialect: dialect.into(),
            cases: 0,
            errors: 0,
            failed: 0,
            answers,
            notes: Vec::new(),
        }
    }
}

impl CaseLine {
    /// A line for a case.
    pub const fn new(case: WireCase) -> Self {
        Self { version: VERSION, case }
    }
}

impl WireCase {
    /// The answer to the case on a line of the file of cases.
    pub fn new(
        case_line: u64,
        dialect: impl Into<String>,
        verdict: impl Into<Cow<'static, str>>,
        line: u32,
    ) -> Self {
        Self {
            case_line,
            dialect: dialect.into(),
            input: BTreeMap::new(),
            verdict: verdict.into(),
            line,
            missed: None,
        }
    }
}
