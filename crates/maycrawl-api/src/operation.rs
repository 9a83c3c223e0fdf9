//! The registry of operations.

use maycrawl_report::{json_text, shortened};
use serde::Serialize;

use crate::limits::Limits;
use crate::operations::{
    check, compare, crawlers, dialects, explain, fix, format, generate, lint, policy, presets, test,
};
use crate::problem::{Problem, kinds};
use crate::question::{self, Question};
use crate::work::Work;

/// What can be asked: a name, a question and an answer.
///
/// ```
/// use maycrawl_api::{OPERATIONS, Work};
///
/// for operation in OPERATIONS {
///     operation.answer(operation.example.as_bytes(), &Work::default())?;
/// }
/// # Ok::<(), maycrawl_api::Problem>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Operation {
    /// Its name: `check`.
    pub name: &'static str,
    /// What it answers, in a sentence.
    pub summary: &'static str,
    /// A question, as JSON for people.
    pub example: &'static str,
    /// Another, with what it shows.
    #[cfg(feature = "schema")]
    pub(crate) other_example: Option<(&'static str, &'static str)>,
    run: fn(&[u8], &Work<'_>) -> Result<Vec<u8>, Problem>,
    #[cfg(feature = "schema")]
    pub(crate) schemas: crate::schema::Schemas,
}

/// Every operation.
pub static OPERATIONS: &[Operation] = &[
    Operation::of::<check::CheckQuestion>(
        "check",
        "May these agents fetch these URLs, by which line, and why?",
        check::EXAMPLE,
    )
    .with(check::COLUMNS),
    Operation::of::<test::TestQuestion>(
        "test",
        "Does a robots.txt answer these cases as expected?",
        test::EXAMPLE,
    ),
    Operation::of::<compare::CompareQuestion>(
        "compare",
        "Which answers differ between two versions of a robots.txt?",
        compare::EXAMPLE,
    ),
    Operation::of::<policy::PolicyQuestion>(
        "policy",
        "Which crawlers may fetch everything, a part, or nothing?",
        policy::EXAMPLE,
    ),
    Operation::of::<lint::LintQuestion>(
        "lint",
        "What is wrong with a robots.txt, why, and what to do?",
        lint::EXAMPLE,
    ),
    Operation::of::<fix::FixQuestion>(
        "fix",
        "What is a robots.txt with its mistakes repaired?",
        fix::EXAMPLE,
    ),
    Operation::of::<format::FormatQuestion>(
        "format",
        "What is a robots.txt in its canonical form?",
        format::EXAMPLE,
    ),
    Operation::of::<generate::GenerateQuestion>(
        "generate",
        "Which robots.txt says this?",
        generate::EXAMPLE,
    ),
    Operation::of::<generate::MergeQuestion>(
        "merge",
        "Which robots.txt says this as well, without changing a line?",
        generate::MERGE_EXAMPLE,
    ),
    Operation::of::<presets::PresetsQuestion>(
        "presets",
        "Which ready-made choices does the generator have?",
        presets::EXAMPLE,
    ),
    Operation::of::<crawlers::CrawlersQuestion>(
        "crawlers",
        "Which crawlers are there, who operates them, and what do they obey?",
        crawlers::EXAMPLE,
    ),
    Operation::of::<dialects::DialectsQuestion>(
        "dialects",
        "In which ways are robots.txt files read, and where do these differ?",
        dialects::EXAMPLE,
    ),
    Operation::of::<explain::ExplainQuestion>(
        "explain",
        "What does a code, a field, a dialect, a knob or a lint rule mean?",
        explain::EXAMPLE,
    ),
];

/// Answers a question to an operation: JSON to JSON, or to a problem.
///
/// It works for as long as `keep_going` returns true.
///
/// ```
/// use maycrawl_api::{Limits, answer};
///
/// let question = br#"{
///     "robots": "User-agent: *\nDisallow: /drafts/",
///     "urls": ["/drafts/1", "/"],
///     "detail": "columns"
/// }"#;
/// let answer = answer("check", question, &Limits::default(), &|| true)?;
/// let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
/// assert_eq!(answer["verdict"], serde_json::json!(["disallow", "allow"]));
/// assert_eq!(answer["line"], serde_json::json!([2, 0]));
/// # Ok::<(), maycrawl_api::Problem>(())
/// ```
pub fn answer(
    operation: &str,
    question: &[u8],
    limits: &Limits,
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<u8>, Problem> {
    Operation::named(operation)?.answer(question, &Work::new(*limits, keep_going))
}

impl Operation {
    /// The operation of this name.
    pub fn named(name: &str) -> Result<&'static Self, Problem> {
        OPERATIONS.iter().find(|one| one.name == name).ok_or_else(|| {
            let names: Vec<_> = OPERATIONS.iter().map(|one| one.name).collect();
            let name = shortened(name.as_bytes());
            let detail = format!("there is no operation {name:?}; there are {}", names.join(", "));
            Problem::new(&kinds::UNKNOWN_OPERATION, detail)
        })
    }

    /// Answers a question.
    pub fn answer(&self, question: &[u8], work: &Work<'_>) -> Result<Vec<u8>, Problem> {
        let most = work.limits().question_bytes;
        if question.len() > most {
            let detail = format!("{} bytes, but a question may have {most}", question.len());
            return Err(Problem::new(&kinds::TOO_LARGE, detail));
        }
        (self.run)(question, work)
    }

    /// The same with another example for the reference, and what it shows.
    #[cfg(feature = "schema")]
    const fn with(self, other: (&'static str, &'static str)) -> Self {
        Self { other_example: Some(other), ..self }
    }

    #[cfg(not(feature = "schema"))]
    const fn with(self, _: (&'static str, &'static str)) -> Self {
        self
    }

    const fn of<Q: Question + Described>(
        name: &'static str,
        summary: &'static str,
        example: &'static str,
    ) -> Self
    where
        Q::Answer: Described,
    {
        Self {
            name,
            summary,
            example,
            #[cfg(feature = "schema")]
            other_example: None,
            run: run::<Q>,
            #[cfg(feature = "schema")]
            schemas: crate::schema::Schemas::of::<Q, Q::Answer>(),
        }
    }
}

#[cfg(feature = "schema")]
use schemars::JsonSchema as Described;

/// What has a schema, where schemas are derived.
#[cfg(not(feature = "schema"))]
trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

fn run<Q: Question>(question: &[u8], work: &Work<'_>) -> Result<Vec<u8>, Problem> {
    let answer = question::read::<Q>(question)?.answer(work)?;
    write_answer(&answer, work.limits().answer_bytes)
}

/// An answer as JSON in one line, of so many bytes at most.
///
/// # Errors
///
/// Fails if it has more: the problem is `answer-too-large`.
pub fn write_answer(answer: &impl Serialize, most: usize) -> Result<Vec<u8>, Problem> {
    let mut json = Bounded { bytes: Vec::new(), most };
    // Nothing but the bound fails in memory.
    json_text::write_line(&mut json, answer).map_err(|_| {
        let detail = format!("it would have more than {most} bytes");
        Problem::new(&kinds::ANSWER_TOO_LARGE, detail)
    })?;
    Ok(json.bytes)
}

/// Bytes in memory, up to a number.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl std::io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(std::io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
