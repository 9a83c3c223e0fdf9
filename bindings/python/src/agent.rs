//! `Agent`: a crawler that asks.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::dialect::dialect_of;
use crate::input::{all_bytes_of, bytes_of, is_text, items_of, wrong_type};
use crate::values::{cannot_use, flag_of};

/// A crawler that asks, by its product token, such as `Agent("MyBot")`.
///
/// Wherever an agent is expected, a product token as str or bytes will do, and so will a whole User-Agent header,
/// which has a `/` or a `(`: it stands for Agent.from_header. An empty text raises InputError. Agent itself takes any
/// text as a token.
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
        Ok(Self(maycrawl::Agent::token(bytes_of("token", token)?)))
    }

    /// An agent with fallbacks: it follows the group for the first token that has one.
    ///
    /// >>> from maycrawl import Agent
    /// >>> Agent.first_of(["Googlebot-News", "Googlebot"]).tokens
    /// ('Googlebot-News', 'Googlebot')
    #[staticmethod]
    fn first_of(tokens: &Bound<'_, PyAny>) -> PyResult<Self> {
        let items = items_of("tokens", tokens)?;
        Ok(Self(maycrawl::Agent::first_of(all_bytes_of("tokens", &items)?)))
    }

    /// An agent that follows the groups of all these tokens together.
    ///
    /// >>> from maycrawl import Agent
    /// >>> Agent.any_of(["Googlebot-News", "Googlebot"]).is_pooled
    /// True
    #[staticmethod]
    fn any_of(tokens: &Bound<'_, PyAny>) -> PyResult<Self> {
        let items = items_of("tokens", tokens)?;
        Ok(Self(maycrawl::Agent::any_of(all_bytes_of("tokens", &items)?)))
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
    /// >>> Agent("MyBot").can_be_named(), Agent("MyBot/1.0").can_be_named(), Agent("MJ12bot").can_be_named()
    /// (True, False, False)
    #[pyo3(signature = (dialect=None), text_signature = "($self, dialect='google')")]
    fn can_be_named(&self, dialect: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.0.can_be_named(&dialect_of("dialect", dialect)?))
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

/// The agent that an argument is or names. A blank name is an error: the answer would be about nobody.
pub(crate) fn agent_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<maycrawl::Agent> {
    if let Ok(agent) = value.cast::<Agent>() {
        return Ok(agent.get().0.clone());
    }
    if is_text(value) {
        let text = bytes_of(name, value)?;
        if text.trim_ascii().is_empty() {
            return Err(cannot_use(name, value, "name a crawler, such as MyBot"));
        }
        let is_header = text.iter().any(|byte| matches!(byte, b'/' | b'('));
        let named = is_header.then(|| maycrawl::Agent::from_header(text)).flatten();
        return Ok(named.unwrap_or_else(|| maycrawl::Agent::token(text)));
    }
    Err(wrong_type(name, "str, bytes or Agent", value))
}
