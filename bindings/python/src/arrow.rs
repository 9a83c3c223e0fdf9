//! Verdicts and tables over Arrow columns, from and to any library with the Arrow PyCapsule interface.
//!
//! `maycrawl-batch` computes them, in `steps`. `c_data` reads capsules, `question` the arguments; `answers` and
//! `stream` hand over.

use std::collections::HashSet;
use std::sync::Mutex;

use maycrawl_batch::{DirectivesBuilder, ScoresBuilder, StandingsBuilder};
use maycrawl_crawlers::Reading;
use pyo3::prelude::*;

use crate::dialect::{Dialect, dialect_of};
use crate::input::input_error;
use crate::values::{each, text_of, whole_number_of};

mod answers;
#[expect(unsafe_code, reason = "Arrow's C data interface consists of pointers and callbacks")]
mod c_data;
mod question;
mod steps;
mod stream;

pub(crate) use answers::{Column, Table, Verdicts};
pub(crate) use stream::VerdictStream;

use question::{Asker, Texts};

/// What is kept of files and their rules unless another bound is given.
const CACHE_BYTES: usize = 256 << 20;

/// Checks columns, and keeps the rules of the files it has seen for the next.
///
/// It keeps at most about cache_bytes; when it would keep more, it forgets all.
///
/// >>> from maycrawl.arrow import Checker
/// >>> checker = Checker("rfc9309", cache_bytes=1_000_000)
/// >>> checker.check("User-agent: *\nDisallow: /a", "/a", "MyBot")["allowed"].to_list()
/// [False]
#[pyclass(frozen, module = "maycrawl.arrow")]
pub(crate) struct Checker {
    checker: Mutex<maycrawl_batch::Checker>,
    reading: Reading,
}

#[pymethods]
impl Checker {
    #[new]
    #[pyo3(
        signature = (dialect=Reading::Own, *, cache_bytes=CACHE_BYTES),
        text_signature = "(dialect='own', *, cache_bytes=268435456)"
    )]
    fn new(
        #[pyo3(from_py_with = dialect_of)] dialect: Reading,
        #[pyo3(from_py_with = cache_bytes_of)] cache_bytes: usize,
    ) -> Self {
        let checker = maycrawl_batch::Checker::with_cache(dialect, cache_bytes);
        Self { reading: dialect, checker: Mutex::new(checker) }
    }

    /// The verdict on each row: a robots.txt, a URL and an agent, each a column or one value for all rows.
    ///
    /// Other threads run meanwhile, but not with the same checker. Ctrl-C ends it.
    ///
    /// >>> from maycrawl.arrow import Checker
    /// >>> Checker().check(b"User-agent: *\nDisallow: /", "/a", "MyBot")["reason"].to_list()
    /// ['disallow-rule']
    fn check(
        &self,
        py: Python<'_>,
        robots: &Bound<'_, PyAny>,
        url: &Bound<'_, PyAny>,
        agent: &Bound<'_, PyAny>,
    ) -> PyResult<Py<Verdicts>> {
        let robots = Texts::of("robots", robots)?;
        let url = Texts::of("url", url)?;
        let agent = Asker::of("agent", agent, self.reading)?;
        Verdicts::new(py, question::check(py, &self.checker, robots, url, agent)?)
    }

    /// The dialect in which it reads files; `own` if each agent reads in its own.
    #[getter]
    fn dialect(&self) -> Dialect {
        Dialect(self.reading)
    }

    fn __repr__(&self) -> String {
        format!("<Checker in {}>", self.reading)
    }
}

/// The argument `cache_bytes`.
fn cache_bytes_of(cache_bytes: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole_number_of("cache_bytes", cache_bytes, "write a number of bytes, such as 268435456")
}

/// The directives of files, a column or one file: a row for each line with a field and a value.
///
/// Its columns are `row` (of the file, from 0), `line` (from 1), `field`, `value` and `comment`, which is null where
/// there is none. All stands as in the file, whether or not any crawler reads it. A null has no directives.
///
/// >>> from maycrawl.arrow import directives
/// >>> table = directives("User-agent: *\nDisallow: /a # why\nnot a directive")
/// >>> {name: table[name].to_list() for name in ["line", "field", "value", "comment"]}
/// {'line': [1, 2], 'field': ['User-agent', 'Disallow'], 'value': ['*', '/a'], 'comment': [None, '# why']}
#[pyfunction]
pub(crate) fn directives(py: Python<'_>, robots: &Bound<'_, PyAny>) -> PyResult<Table> {
    let mut directives = DirectivesBuilder::new();
    Texts::of("robots", robots)?.for_each(py, |files| directives.append(files))?;
    Ok(directives.finish().into())
}

/// What the linter thinks of files, a column or one file: a row for each.
///
/// Its columns are `score` (0 to 100), `grade` (`broken`, `needs attention` or `healthy`) and the numbers of `errors`,
/// `warnings` and `notes`, by the rules that are on by default. A web page or binary data scores 0. A null
/// gives nulls, and so does a file of more than 1 MiB. A file that stands in many rows is linted once. Other threads
/// run meanwhile.
///
/// >>> from maycrawl.arrow import lint
/// >>> table = lint("User-agent: *\nDisallow: tmp/")
/// >>> {name: table[name].to_list() for name in table.columns}
/// {'score': [57], 'grade': ['needs attention'], 'errors': [1], 'warnings': [0], 'notes': [1]}
#[pyfunction]
pub(crate) fn lint(py: Python<'_>, robots: &Bound<'_, PyAny>) -> PyResult<Table> {
    let mut scores = ScoresBuilder::new();
    Texts::of("robots", robots)?.for_each(py, |files| scores.append(files))?;
    Ok(scores.finish().into())
}

/// Where agents may go by files, a column or one file: `everywhere`, `partly`, `nowhere` or `undecided`.
///
/// There is a row for each file and a column for each agent, which is named by its product token. Each agent is asked
/// as it reads itself, as in maycrawl.policy. A null gives nulls, and so does a file of more than 1 MiB. A file that
/// stands in many rows is judged once. Other threads run meanwhile.
///
/// >>> from maycrawl.arrow import policy
/// >>> table = policy("User-agent: GPTBot\nDisallow: /", ["GPTBot", "MyBot"])
/// >>> {name: table[name].to_list() for name in table.columns}
/// {'GPTBot': ['nowhere'], 'MyBot': ['everywhere']}
#[pyfunction]
pub(crate) fn policy(
    py: Python<'_>,
    robots: &Bound<'_, PyAny>,
    agents: &Bound<'_, PyAny>,
) -> PyResult<Table> {
    let robots = Texts::of("robots", robots)?;
    let mut standings = StandingsBuilder::new(names_of(agents)?);
    robots.for_each(py, |files| standings.append(files))?;
    Ok(standings.finish().into())
}

/// The argument `agents`: names of columns.
fn names_of(agents: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let wrong = |what: &str| Err(input_error(agents.py(), &format!("agents: {what}")));
    let names = each("agents", agents, "str", text_of)?;
    if names.is_empty() {
        return wrong("name at least one");
    }
    let mut seen = HashSet::new();
    for name in &names {
        if name.trim().is_empty() {
            return wrong(&format!("{name:?} names no crawler"));
        }
        if name.contains('\0') {
            return wrong(&format!("{name:?} cannot name a column"));
        }
        if !seen.insert(name) {
            return wrong(&format!("{name:?} is there twice"));
        }
    }
    Ok(names)
}
