//! `Rules`: what one agent asks of a file; and `check`, for one question.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use maycrawl::UrlPath;
use maycrawl_crawlers::{Asker, Reading};
use maycrawl_report::Answer;
use maycrawl_report::json::WireAnswer;
use pyo3::prelude::*;

use crate::agent::{Agent, asker_of};
use crate::dialect::{Dialect, dialect_of};
use crate::documents;
use crate::input::{all_bytes_of, bytes_of, items_of};
use crate::robots::{Robots, parse};
use crate::verdict::Verdict;

/// The rules that one agent obeys. Make them with Robots.rules, and ask them from any thread.
///
/// >>> from maycrawl import Robots
/// >>> rules = Robots.parse("User-agent: *\nDisallow: /private/").rules("MyBot")
/// >>> [bool(verdict) for verdict in rules.check_all(["/private/a", "/b"])]
/// [False, True]
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct Rules {
    pub(crate) rules: maycrawl::Rules,
    pub(crate) robots: Py<Robots>,
}

/// How long Ctrl-C may wait.
const STEP: Duration = Duration::from_millis(100);

/// So many URLs are checked before the clock is read: that takes as long as a few short checks.
const TOGETHER: usize = 16;

#[pymethods]
impl Rules {
    /// The verdict on a URL, or on a path that begins with `/`.
    ///
    /// Rules see the path and the query only: the host is not compared with that of the file.
    ///
    /// >>> from maycrawl import Robots
    /// >>> Robots.parse("User-agent: *\nDisallow: /a").rules("MyBot").check("https://example.com/a")
    /// Verdict(allowed=False, reason='disallow-rule', line=2)
    fn check(&self, url: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        let verdict = self.rules.check_url(bytes_of("url", url)?);
        Ok(Verdict::new(&self.rules, verdict))
    }

    /// Whether a URL is allowed: `check(url).allowed`, but faster.
    ///
    /// >>> from maycrawl import Robots
    /// >>> Robots.parse("User-agent: *\nDisallow: /a").rules("MyBot").is_allowed("/b")
    /// True
    fn is_allowed(&self, url: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.rules.check_url(bytes_of("url", url)?).is_allowed())
    }

    /// The verdicts on many URLs, in their order. Other threads run meanwhile.
    ///
    /// Ctrl-C raises KeyboardInterrupt within a fraction of a second. The verdicts so far are lost then: to keep them,
    /// check the URLs in several calls.
    ///
    /// >>> from maycrawl import Robots
    /// >>> rules = Robots.parse("User-agent: *\nDisallow: /a").rules("MyBot")
    /// >>> [verdict.line for verdict in rules.check_all(["/a", b"/b"])]
    /// [2, None]
    fn check_all(&self, py: Python<'_>, urls: &Bound<'_, PyAny>) -> PyResult<Vec<Verdict>> {
        let items = items_of("urls", urls)?;
        let urls = all_bytes_of("urls", &items)?;
        let mut verdicts = Vec::with_capacity(urls.len());
        let mut left = urls.chunks(TOGETHER);
        while verdicts.len() < urls.len() {
            py.detach(|| {
                let start = Instant::now();
                for urls in &mut left {
                    let verdict =
                        |url: &&[u8]| Verdict::new(&self.rules, self.rules.check_url(url));
                    verdicts.extend(urls.iter().map(verdict));
                    if start.elapsed() > STEP {
                        break;
                    }
                }
            });
            py.check_signals()?;
        }
        Ok(verdicts)
    }

    /// The verdict on a URL with all that a person wants to know: which group, which rule, what lost.
    ///
    /// >>> from maycrawl import Robots
    /// >>> rules = Robots.parse("User-agent: MyBot\nDisallow: /a\nAllow: /a/b").rules("MyBot")
    /// >>> why = rules.explain("/a/b/c")
    /// >>> why.why
    /// '`Allow: /a/b` on line 3 is the longest rule that matches'
    /// >>> [(other.rule.line, other.lost) for other in why.others]
    /// [(2, 'shorter')]
    fn explain<'py>(&self, py: Python<'py>, url: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let path = UrlPath::parse(bytes_of("url", url)?, self.rules.dialect());
        let answer = py.detach(|| WireAnswer::from(&Answer::explain(&self.rules, &path)));
        documents::read(py, "Explanation", &answer)
    }

    /// Who asks.
    #[getter]
    fn agent(&self) -> Agent {
        Agent(self.rules.agent().clone())
    }

    /// The dialect in which the agent reads the file.
    #[getter]
    fn dialect(&self) -> Dialect {
        Dialect(self.rules.dialect().into())
    }

    /// The file.
    #[getter]
    fn robots(&self, py: Python<'_>) -> Py<Robots> {
        self.robots.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let agent = Bound::new(py, self.agent())?;
        Ok(format!("<Rules for {}, {}>", agent.repr()?, self.rules.dialect()))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, Self>) -> bool {
        let other = other.get();
        self.rules.agent() == other.rules.agent()
            && self.robots.get().is_same(py, other.robots.get())
    }

    fn __hash__(&self, py: Python<'_>) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rules.agent().hash(&mut hasher);
        self.robots.get().hash_into(py, &mut hasher);
        hasher.finish()
    }

    /// For pickling: how to make it, and what of.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let py = slf.py();
        let rules = py.get_type::<Robots>().getattr("rules")?;
        Ok((rules, (slf.get().robots(py), slf.get().agent())))
    }
}

/// What rules are pickled as.
type Parts = (Py<Robots>, Agent);

/// May an agent fetch a URL, by a robots.txt? For many questions about one file use Robots and Rules.
///
/// `agent` is a product token, a User-Agent header or an Agent. `dialect` says how the file is read: see Dialect.
///
/// >>> from maycrawl import check
/// >>> check("User-agent: *\nDisallow: /private/", "https://example.com/", "MyBot")
/// Verdict(allowed=True, reason='no-match', line=None)
#[pyfunction]
#[pyo3(
    signature = (robots, url, agent, *, dialect=Reading::Own),
    text_signature = "(robots, url, agent, *, dialect='own')"
)]
pub(crate) fn check(
    py: Python<'_>,
    robots: &Bound<'_, PyAny>,
    url: &Bound<'_, PyAny>,
    agent: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = dialect_of)] dialect: Reading,
) -> PyResult<Verdict> {
    let robots = bytes_of("robots", robots)?;
    let url = bytes_of("url", url)?;
    let Asker { agent, dialect } = asker_of(agent, dialect)?;
    let rules = parse(py, robots, &dialect).rules(&agent);
    Ok(Verdict::new(&rules, rules.check_url(url)))
}
