//! `Keeper`: what `Gatekeeper` and `AsyncGatekeeper` have in common.

use std::sync::{Arc, Mutex, PoisonError};

use maycrawl::UrlPath;
use maycrawl::access::InForce;
use maycrawl_crawlers::Asker;
use maycrawl_fetch::{Error, HttpTransport};
use maycrawl_url::{Origin, Target};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::agent::{Agent, asker_of, askers};
use crate::decision::Decision;
use crate::dialect::Dialect;
use crate::engine::{Engine, HttpKeeper};
use crate::failure::{cannot_start, no_answer};
use crate::input::{bytes_of, input_error};
use crate::messenger::Content;
use crate::robots::Robots;
use crate::setup::Setup;
use crate::values::target_of;

/// What Gatekeeper and AsyncGatekeeper have in common.
#[pyclass(frozen, subclass, name = "Gatekeeper", module = "maycrawl._native")]
pub(crate) struct Keeper(Arc<Shared>);

/// Gatekeepers that were made of each other share this.
struct Shared {
    setup: Setup,
    transport: HttpTransport,
    /// Whom the User-Agent header names, and the dialect in which it reads.
    asker: Option<Asker>,
    /// Held only with the interpreter, so that no fork finds it locked.
    engine: Mutex<Option<Arc<Engine>>>,
}

#[pymethods]
impl Keeper {
    #[new]
    #[pyo3(
        signature = (user_agent, **settings),
        text_signature = "(user_agent, *, dialect='own', cache=None, timeout=30.0, deadline=60.0, memory=134217728, \
            max_connections=None, max_per_address=4, address_pause=0.0, proxy=None, resolve=None, certificates=(), \
            allow_private=False, allow_nets=(), deny_nets=(), nat64=(), allow_ports=(), \
            stale_while_unreachable=False, treat_5xx_as_404=False)"
    )]
    fn new(
        py: Python<'_>,
        user_agent: &Bound<'_, PyAny>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if let Ok(other) = user_agent.cast::<Self>() {
            return match settings {
                None => Ok(Self(Arc::clone(&other.get().0))),
                Some(_) => {
                    Err(PyTypeError::new_err("a gatekeeper of another one has its settings"))
                }
            };
        }
        let setup = Setup::new(user_agent, settings)?;
        let transport = setup.transport(py)?;
        // A wrong file is an error now. It is opened again when the first question comes, since what
        // is open does not survive a fork.
        if let Some(_file) = setup.cache_file()? {
            setup.store(py)?;
        }
        let header = transport.settings().user_agent.as_bytes();
        let asker = askers(setup.reading).header(header).map(found);
        Ok(Self(Arc::new(Shared { setup, transport, asker, engine: Mutex::default() })))
    }

    /// The User-Agent header that sites get.
    #[getter]
    fn user_agent(&self) -> &str {
        &self.0.transport.settings().user_agent
    }

    /// The crawler that the User-Agent header names; None if it names no product.
    #[getter]
    fn agent(&self) -> Option<Agent> {
        self.0.asker.as_ref().map(|asker| Agent(asker.agent.clone()))
    }

    /// The dialect in which files are read; `own` if each agent reads in its own.
    #[getter]
    fn dialect(&self) -> Dialect {
        Dialect(self.0.setup.reading)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let keeper = slf.get();
        let header = PyString::new(slf.py(), keeper.user_agent()).repr()?.to_string();
        Ok(format!("<{} {header}, {}>", slf.get_type().name()?, keeper.0.setup.reading))
    }

    #[pyo3(signature = (url, agent))]
    fn _may_fetch<'py>(
        &self,
        py: Python<'py>,
        url: &Bound<'py, PyAny>,
        agent: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = self.question(url, agent)?;
        let origin = question.target.origin().clone();
        let decided = self.engine(py)?.ask(py, |keeper| question.decide(keeper))?;
        decided.map_err(|error| no_answer(py, &origin, &error))?.into_object(py)
    }

    #[pyo3(signature = (url, agent))]
    fn _may_fetch_soon<'py>(
        &self,
        py: Python<'py>,
        url: &Bound<'py, PyAny>,
        agent: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = self.question(url, agent)?;
        let origin = question.target.origin().clone();
        self.engine(py)?.ask_soon(py, |keeper| async move {
            let decided = question.decide(keeper).await;
            Box::new(move |py: Python<'_>| match decided {
                Ok(decision) => Ok(decision.into_object(py)?.unbind()),
                Err(error) => Err(no_answer(py, &origin, &error)),
            }) as Content
        })
    }

    fn _robots(&self, py: Python<'_>, url: &Bound<'_, PyAny>) -> PyResult<Option<Robots>> {
        let origin = fetched(url)?.origin().clone();
        let file = self.engine(py)?.ask(py, |keeper| file(keeper, origin.clone()))?;
        let file = file.map_err(|error| no_answer(py, &origin, &error))?;
        Ok(file.map(|file| self.0.robots(py, &file)))
    }

    fn _robots_soon<'py>(
        &self,
        py: Python<'py>,
        url: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let origin = fetched(url)?.origin().clone();
        let shared = Arc::clone(&self.0);
        self.engine(py)?.ask_soon(py, |keeper| async move {
            let file = file(keeper, origin.clone()).await;
            Box::new(move |py: Python<'_>| match file {
                Ok(Some(file)) => Ok(Py::new(py, shared.robots(py, &file))?.into_any()),
                Ok(None) => Ok(py.None()),
                Err(error) => Err(no_answer(py, &origin, &error)),
            }) as Content
        })
    }
}

impl Keeper {
    fn question(
        &self,
        url: &Bound<'_, PyAny>,
        agent: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Question> {
        let asker = match (agent, &self.0.asker) {
            (Some(agent), _) => found(asker_of(agent, self.0.setup.reading)?),
            (None, Some(asker)) => asker.clone(),
            (None, None) => {
                let message =
                    "agent: the User-Agent header names no crawler, so say which one asks";
                return Err(input_error(url.py(), message));
            }
        };
        Ok(Question { url: bytes_of("url", url)?.into(), target: fetched(url)?, asker })
    }

    /// The engine, started for the first question.
    fn engine(&self, py: Python<'_>) -> PyResult<Arc<Engine>> {
        let shared = &self.0;
        let started = || shared.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = &*started() {
            return Ok(Arc::clone(engine));
        }
        let setup = &shared.setup;
        let file = setup.cache_file()?;
        // Whom the header names reads most, if not all.
        let usual = || setup.reading.of_nobody();
        let dialect = shared.asker.as_ref().map_or_else(usual, |asker| asker.dialect);
        let keeper = setup.keeper(shared.transport.clone(), setup.store(py)?, dialect);
        let engine = Engine::start(keeper, file).map_err(|error| cannot_start(py, &error))?;
        let new = Arc::new(engine);
        // Another thread may have been faster.
        Ok(Arc::clone(started().get_or_insert(new)))
    }
}

impl Shared {
    fn robots(&self, py: Python<'_>, file: &[u8]) -> Robots {
        Robots::read(&PyBytes::new(py, file), self.setup.reading)
    }
}

/// The argument `url`, of which a gatekeeper can fetch the robots.txt.
fn fetched(url: &Bound<'_, PyAny>) -> PyResult<Target> {
    let target = target_of(url)?;
    match target.origin().scheme() {
        "http" | "https" => Ok(target),
        _ => Err(input_error(url.py(), "url: a gatekeeper fetches http and https URLs only")),
    }
}

/// May an agent fetch a URL?
struct Question {
    url: Box<[u8]>,
    target: Target,
    asker: Asker,
}

/// An agent about whose requests is decided: its name is matched whole if no line could hold it in the dialect.
fn found(Asker { agent, dialect }: Asker) -> Asker {
    Asker { dialect: dialect.with_whole_names(&agent), agent }
}

impl Question {
    async fn decide(self, keeper: Arc<HttpKeeper>) -> Result<Decision, Error> {
        let Self { url, target, asker: Asker { agent, dialect } } = self;
        let text = String::from_utf8_lossy(&url);
        let decided = keeper.may_fetch(&text, &agent).await?;
        // Rules see the bytes that are not UTF-8, and the agent may read in another dialect than most.
        let path = UrlPath::parse(&*url, &dialect);
        let decided = keeper.decide_in(&dialect, &decided.record, &path, &agent);
        Ok(Decision::new(&decided, &target, &path, &agent, &dialect))
    }
}

/// The file whose rules are in force for an origin.
async fn file(keeper: Arc<HttpKeeper>, origin: Origin) -> Result<Option<Vec<u8>>, Error> {
    let record = keeper.record(&origin).await?;
    let path = UrlPath::parse("/", keeper.dialect());
    let access =
        keeper.decide_in(keeper.dialect(), &record, &path, &maycrawl::Agent::token("*")).access;
    let file = record.entry().file().filter(|_| matches!(access.in_force, InForce::Rules(_)));
    Ok(file.map(|file| file.body.bytes.to_vec()))
}
