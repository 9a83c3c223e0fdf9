//! `Robots`: a robots.txt as a dialect reads it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use maycrawl::lines::Field;
use maycrawl::terms::{Hours, RequestRate, Terms};
use maycrawl_crawlers::{Asker, Reading};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::agent::asker_of;
use crate::dialect::{Dialect, dialect_of};
use crate::input::{LONG, bytes_of};
use crate::rules::Rules;
use crate::time::seconds;

/// A robots.txt as a dialect reads it. Make it with Robots.parse, which accepts any bytes.
///
/// >>> from maycrawl import Robots
/// >>> robots = Robots.parse(b"User-agent: *\nDisallow: /private/\nCrawl-delay: 2")
/// >>> robots.rules("MyBot").check("https://example.com/private/a").line
/// 2
/// >>> robots.crawl_delay("MyBot")
/// 2.0
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct Robots {
    reading: Reading,
    /// As it is read where nobody in particular asks.
    usual: Arc<maycrawl::Robots>,
    /// As agents read it whose own dialect is another. There are few dialects.
    others: Mutex<Vec<Arc<maycrawl::Robots>>>,
    /// For comparing and pickling.
    source: Py<PyBytes>,
}

#[pymethods]
impl Robots {
    /// Reads a file. It cannot fail, whatever the bytes are; a str is encoded as UTF-8.
    ///
    /// Linear in the bytes, once for each dialect in which agents read it. Other threads run meanwhile, unless the file
    /// is short.
    ///
    /// >>> from maycrawl import Robots
    /// >>> Robots.parse("", dialect="rfc9309")
    /// <Robots of 0 bytes, rfc9309>
    #[staticmethod]
    #[pyo3(signature = (robots, dialect=Reading::Own), text_signature = "(robots, dialect='own')")]
    fn parse(
        py: Python<'_>,
        robots: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = dialect_of)] dialect: Reading,
    ) -> PyResult<Self> {
        let bytes = bytes_of("robots", robots)?;
        let source = match robots.cast::<PyBytes>() {
            Ok(source) => source.clone(),
            Err(_) => PyBytes::new(py, bytes),
        };
        Ok(Self::read(&source, dialect))
    }

    /// The rules for an agent: make them once, and ask them often.
    ///
    /// >>> from maycrawl import Robots
    /// >>> rules = Robots.parse("User-agent: MyBot\nDisallow: /").rules("MyBot")
    /// >>> rules.is_allowed("/a")
    /// False
    fn rules(slf: &Bound<'_, Self>, agent: &Bound<'_, PyAny>) -> PyResult<Rules> {
        let py = slf.py();
        let Asker { agent, dialect } = asker_of(agent, slf.get().reading)?;
        let robots = slf.get().in_dialect(py, &dialect);
        let rules = py.detach(|| robots.rules(&agent));
        Ok(Rules { rules, robots: slf.clone().unbind() })
    }

    /// The dialect in which the file is read; `own` if each agent reads in its own.
    #[getter]
    fn dialect(&self) -> Dialect {
        Dialect(self.reading)
    }

    /// The file as it was given; UTF-8 if that was a str.
    #[getter]
    fn source(&self, py: Python<'_>) -> Py<PyBytes> {
        self.source.clone_ref(py)
    }

    /// How many bytes at the end of the file the dialect does not read, because of its cap on bodies. In `own` it is
    /// Google's.
    #[getter]
    fn unread(&self) -> u32 {
        self.usual.unread()
    }

    /// The URLs of the sitemaps that the file names. Values that are no absolute URL do not count.
    ///
    /// >>> from maycrawl import Robots
    /// >>> Robots.parse("Sitemap: https://example.com/map.xml\nSitemap: /map.xml").sitemaps
    /// ('https://example.com/map.xml',)
    #[getter]
    fn sitemaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let urls = self.usual.sitemaps().value.unwrap_or_default();
        PyTuple::new(py, urls.into_iter().map(String::from_utf8_lossy))
    }

    /// The value of the first Host line, which names the preferred host; None without one.
    ///
    /// >>> from maycrawl import Robots
    /// >>> Robots.parse("Host: www.example.com").host
    /// 'www.example.com'
    #[getter]
    fn host(&self) -> Option<String> {
        let line = self.usual.directives().find(|line| line.field() == Field::Host)?;
        Some(String::from_utf8_lossy(line.value()).into_owned())
    }

    /// The seconds between requests that the file asks of an agent; None if it does not say.
    ///
    /// No standard defines Crawl-delay; the longest of several counts. A number that is too large for the clock is inf.
    ///
    /// >>> from maycrawl import Robots
    /// >>> Robots.parse("User-agent: *\nCrawl-delay: 0.5").crawl_delay("MyBot")
    /// 0.5
    fn crawl_delay(&self, agent: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
        Ok(self.terms(agent, |terms| terms.crawl_delay().value)?.map(seconds))
    }

    /// The request rate that the file asks of an agent; None if it does not say. The slowest of several counts.
    ///
    /// >>> from maycrawl import Robots
    /// >>> Robots.parse("User-agent: *\nRequest-rate: 1/5m 0900-1730").request_rate("MyBot")
    /// RequestRate(requests=1, seconds=300, hours=Hours(start=datetime.time(9, 0), end=datetime.time(17, 30)))
    fn request_rate<'py>(
        &self,
        py: Python<'py>,
        agent: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rate = self.terms(agent, |terms| terms.request_rate().value)?;
        rate.map(|rate| request_rate(py, rate)).transpose()
    }

    /// The hours at which the file wants visits of an agent, in UTC; empty if it does not say.
    ///
    /// >>> from maycrawl import Robots
    /// >>> Robots.parse("User-agent: *\nVisit-time: 0600-0845").visit_times("MyBot")
    /// (Hours(start=datetime.time(6, 0), end=datetime.time(8, 45)),)
    fn visit_times<'py>(
        &self,
        py: Python<'py>,
        agent: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let times = self.terms(agent, |terms| terms.visit_times().value)?;
        let times: PyResult<Vec<_>> =
            times.unwrap_or_default().into_iter().map(|time| hours(py, time)).collect();
        PyTuple::new(py, times?)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let n_bytes = self.source.as_bytes(py).len();
        format!("<Robots of {n_bytes} bytes, {}>", self.reading)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, Self>) -> bool {
        self.is_same(py, other.get())
    }

    fn __hash__(&self, py: Python<'_>) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash_into(py, &mut hasher);
        hasher.finish()
    }

    /// For pickling: how to make it, and what of.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let Self { reading, source, .. } = slf.get();
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse, (source.clone_ref(slf.py()), reading.to_string())))
    }
}

/// What a file is pickled as: its bytes and its dialect.
type Parts = (Py<PyBytes>, String);

impl Robots {
    pub(crate) fn read(source: &Bound<'_, PyBytes>, reading: Reading) -> Self {
        let robots = parse(source.py(), source.as_bytes(), &reading.of_nobody());
        let others = Mutex::default();
        Self { reading, usual: Arc::new(robots), others, source: source.clone().unbind() }
    }

    /// The file in the dialect of an agent.
    fn in_dialect(&self, py: Python<'_>, dialect: &maycrawl::Dialect) -> Arc<maycrawl::Robots> {
        if self.usual.dialect() == dialect {
            return Arc::clone(&self.usual);
        }
        // No other thread waits for the lock with the interpreter: nobody lets go of that while they hold it.
        let others = || self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = others().iter().find(|known| known.dialect() == dialect) {
            return Arc::clone(known);
        }
        let new = Arc::new(parse(py, self.source.as_bytes(py), dialect));
        let mut others = others();
        if !others.iter().any(|known| known.dialect() == dialect) {
            others.push(Arc::clone(&new));
        }
        new
    }

    /// What the file states for an agent beside its rules.
    fn terms<T>(&self, agent: &Bound<'_, PyAny>, read: impl Fn(Terms) -> T) -> PyResult<T> {
        let Asker { agent: asks, dialect } = asker_of(agent, self.reading)?;
        let robots = self.in_dialect(agent.py(), &dialect);
        Ok(read(robots.terms(&asks)))
    }

    pub(crate) fn is_same(&self, py: Python<'_>, other: &Self) -> bool {
        self.source.as_bytes(py) == other.source.as_bytes(py) && self.reading == other.reading
    }

    pub(crate) fn hash_into(&self, py: Python<'_>, hasher: &mut DefaultHasher) {
        self.source.as_bytes(py).hash(hasher);
        self.reading.hash(hasher);
    }
}

/// Reads a file, and lets other threads run if it is long.
pub(crate) fn parse(py: Python<'_>, bytes: &[u8], dialect: &maycrawl::Dialect) -> maycrawl::Robots {
    if bytes.len() < LONG {
        return maycrawl::Robots::parse(bytes, dialect);
    }
    py.detach(|| maycrawl::Robots::parse(bytes, dialect))
}

fn request_rate(py: Python<'_>, rate: RequestRate) -> PyResult<Bound<'_, PyAny>> {
    let at = rate.hours.map(|at| hours(py, at)).transpose()?;
    py.import("maycrawl._terms")?.getattr("RequestRate")?.call1((rate.requests, rate.seconds, at))
}

fn hours(py: Python<'_>, hours: Hours) -> PyResult<Bound<'_, PyAny>> {
    py.import("maycrawl._terms")?
        .getattr("Hours")?
        .call_method1("_of_minutes", (hours.start, hours.end))
}
