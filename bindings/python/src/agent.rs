//! `Agent`: a crawler that asks.

use maycrawl_crawlers::{Asker, Askers, Catalogue, Reading};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::dialect::dialect_of;
use crate::input::{all_bytes_of, bytes_of, input_error, is_text, items_of, wrong_type};
use crate::values::{cannot_use, flag_of};

/// A crawler that asks, by its product token, such as `Agent("MyBot")`, or by a whole User-Agent header.
///
/// Wherever an agent is expected, such a name as str or bytes will do. It is then looked up in the catalogue, which
/// knows the fallbacks of crawlers: "Googlebot-Image" falls back to Googlebot. An Agent has exactly the tokens that you
/// give it; `crawlers("Googlebot-Image")[0].agent()` is that of the catalogue. An empty name raises InputError.
///
/// >>> from maycrawl import Agent, check
/// >>> image_bot = Agent.first_of(["Googlebot-Image", "Googlebot"])
/// >>> check("User-agent: Googlebot\nDisallow: /", "/a.png", image_bot).allowed
/// False
#[pyclass(frozen, eq, hash, module = "maycrawl")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Agent(pub(crate) maycrawl::Agent);

#[pymethods]
impl Agent {
    #[new]
    fn new(token: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = named("token", token)?;
        if !name.iter().any(|byte| matches!(byte, b'/' | b'(')) {
            return Ok(Self(maycrawl::Agent::token(name)));
        }
        Ok(Self(maycrawl::Agent::from_header(name).unwrap_or_else(maycrawl::Agent::unnamed)))
    }

    /// An agent with fallbacks: it follows the group for the first token that has one. Tokens are taken as they are.
    ///
    /// >>> from maycrawl import Agent
    /// >>> Agent.first_of(["Googlebot-News", "Googlebot"]).tokens
    /// ('Googlebot-News', 'Googlebot')
    #[staticmethod]
    fn first_of(tokens: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(maycrawl::Agent::first_of(all_bytes_of("tokens", &tokens_of(tokens)?)?)))
    }

    /// An agent that follows the groups of all these tokens together.
    ///
    /// >>> from maycrawl import Agent
    /// >>> Agent.any_of(["Googlebot-News", "Googlebot"]).is_pooled
    /// True
    #[staticmethod]
    fn any_of(tokens: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(maycrawl::Agent::any_of(all_bytes_of("tokens", &tokens_of(tokens)?)?)))
    }

    /// The agent that a User-Agent header names; None if it names no product.
    ///
    /// >>> from maycrawl import Agent
    /// >>> Agent.from_header("Mozilla/5.0 (compatible; MyBot/1.2; +https://example.com/bot)")
    /// Agent('MyBot')
    #[staticmethod]
    fn from_header(user_agent: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        Ok(maycrawl::Agent::from_header(bytes_of("user_agent", user_agent)?).map(Self))
    }

    /// The same agent, but one that ignores the group for `*`, as AdsBot-Google does.
    ///
    /// >>> from maycrawl import Agent
    /// >>> Agent("AdsBot-Google").ignoring_global().ignores_global
    /// True
    #[pyo3(signature = (ignores=true))]
    fn ignoring_global(&self, #[pyo3(from_py_with = ignores_of)] ignores: bool) -> Self {
        Self(self.0.clone().ignoring_global(ignores))
    }

    /// Whether some User-agent line could name it in this dialect. If not, it only gets the group for `*`.
    ///
    /// >>> from maycrawl import Agent
    /// >>> Agent("MJ12bot").can_be_named(), Agent("MJ12bot").can_be_named("google-parser")
    /// (True, False)
    #[pyo3(signature = (dialect=Reading::Own), text_signature = "($self, dialect='own')")]
    fn can_be_named(&self, #[pyo3(from_py_with = dialect_of)] dialect: Reading) -> bool {
        let Asker { agent, dialect } = askers(dialect).agent(self.0.clone());
        agent.can_be_named(&dialect)
    }

    /// The product tokens in order. A byte that is not UTF-8 shows as U+FFFD.
    #[getter]
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tokens().map(String::from_utf8_lossy))
    }

    /// Whether the tokens are one set rather than a list of fallbacks.
    #[getter]
    fn is_pooled(&self) -> bool {
        self.0.is_pooled()
    }

    /// Whether it ignores the group for `*`.
    #[getter]
    fn ignores_global(&self) -> bool {
        self.0.ignores_global()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let tokens = self.tokens(py)?;
        let mut text = match (self.0.is_pooled(), tokens.len()) {
            (false, 1) => format!("Agent({})", tokens.get_item(0)?.repr()?),
            (false, _) => format!("Agent.first_of({})", tokens.to_list().repr()?),
            (true, _) => format!("Agent.any_of({})", tokens.to_list().repr()?),
        };
        if self.0.ignores_global() {
            text.push_str(".ignoring_global()");
        }
        Ok(text)
    }

    /// For pickling: how to make it, and what of.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let py = slf.py();
        let agent = &slf.get().0;
        let tokens = PyTuple::new(py, agent.tokens().map(|token| PyBytes::new(py, token)))?;
        let make = slf.get_type().getattr("_of_parts")?;
        Ok((make, (tokens, agent.is_pooled(), agent.ignores_global())))
    }

    #[staticmethod]
    fn _of_parts(tokens: &Bound<'_, PyAny>, pooled: bool, ignores: bool) -> PyResult<Self> {
        let agent = if pooled { Self::any_of(tokens) } else { Self::first_of(tokens) };
        Ok(agent?.ignoring_global(ignores))
    }
}

/// What an agent is pickled as.
type Parts<'py> = (Bound<'py, PyTuple>, bool, bool);

fn ignores_of(ignores: &Bound<'_, PyAny>) -> PyResult<bool> {
    flag_of("ignores", ignores)
}

/// The tokens of an agent: one at least, since the answer would be about nobody.
fn tokens_of<'py>(tokens: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let items = items_of("tokens", tokens)?;
    if items.is_empty() {
        return Err(input_error(tokens.py(), "tokens: name at least one"));
    }
    Ok(items)
}

/// The bytes of a name. A blank one is an error: the answer would be about nobody.
fn named<'a>(argument: &str, value: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    let name = bytes_of(argument, value)?;
    if name.trim_ascii().is_empty() {
        return Err(cannot_use(argument, value, "name a crawler, such as MyBot"));
    }
    Ok(name)
}

/// Who is known, and how they read.
pub(crate) fn askers(reading: Reading) -> Askers<'static> {
    Askers::new(Catalogue::built_in(), reading)
}

/// The agent that the argument `agent` is or names, and its dialect.
pub(crate) fn asker_of(value: &Bound<'_, PyAny>, reading: Reading) -> PyResult<Asker> {
    if let Ok(agent) = value.cast::<Agent>() {
        return Ok(askers(reading).agent(agent.get().0.clone()));
    }
    if is_text(value) {
        return Ok(askers(reading).asker(named("agent", value)?));
    }
    Err(wrong_type("agent", "str, bytes or Agent", value))
}
