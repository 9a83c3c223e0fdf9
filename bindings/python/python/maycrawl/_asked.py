"""What the drop-ins share: a robots.txt, asked by user agents as Python programs write them."""

from __future__ import annotations

import re
from functools import cache

from maycrawl._errors import InputError
from maycrawl._native import Agent, Dialect, Robots, Rules

# A header has several words, or a version.
_HEADER = re.compile(r"[\s/(]", re.ASCII)

# Text in which all surrogates stand for bytes.
_ESCAPED = re.compile(r"\A[^\ud800-\udc7f\udd00-\udfff]*\Z")

# The tokens of agents that no group names.
_NOBODY = (("*",), ("",))

# More user agents than a program usually has.
_MOST_KEPT = 64


class Asked:
    """A robots.txt, and the rules of those who ask, which are kept.

    A user agent is a product token or a whole User-Agent header. It is matched as `dialect` does. A name that no
    User-agent line could name in that dialect, such as `MJ12bot` in Google's, is matched whole, and so is one that is
    not ASCII.
    """

    def __init__(self, content: str | bytes, dialect: str) -> None:
        self._content = content
        self._exact, self._whole = _dialects(dialect)
        self._robots: dict[Dialect, Robots] = {}
        self._rules: dict[str | bytes, Rules] = {}
        self.robots(self._exact)

    def robots(self, dialect: Dialect | None = None) -> Robots:
        """The file in this dialect, or the usual one."""
        dialect = dialect or self._exact
        if dialect not in self._robots:
            self._robots[dialect] = Robots.parse(self._content, dialect)
        return self._robots[dialect]

    def is_allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Whether a user agent may fetch a URL."""
        return is_allowed(self.rules(user_agent), url)

    def rules(self, user_agent: str | bytes) -> Rules:
        """The rules that a user agent obeys."""
        try:
            return self._rules[user_agent]
        except (KeyError, TypeError):
            pass
        agent = agent_of(user_agent)
        dialect = self._exact if _is_name(agent, self._exact) else self._whole
        rules = self.robots(dialect).rules(agent)
        if len(self._rules) >= _MOST_KEPT:
            self._rules.clear()
        self._rules[user_agent] = rules
        return rules


@cache
def _dialects(name: str) -> tuple[Dialect, Dialect]:
    """A dialect, and the same with names that are matched whole. `own` does that by itself."""
    exact = Dialect(name)
    return exact, exact if name == "own" else Dialect(f"{name}+groups.ua_match=whole")


def _is_name(agent: Agent, dialect: Dialect) -> bool:
    """Whether a User-agent line names all of this name, not only what comes before a letter that no token may have."""
    return agent.tokens in _NOBODY or (agent.can_be_named(dialect) and all(map(str.isascii, agent.tokens)))


def is_allowed(rules: Rules, url: str | bytes) -> bool:
    """Whether rules allow a URL as Python's libraries read it: in `//host/path` they see a host, which rules do not."""
    if isinstance(url, bytes):
        return rules.is_allowed(b"http:" + url if url.startswith(b"//") else url)
    if isinstance(url, str) and url.startswith("//"):
        url = f"http:{url}"
    try:
        return rules.is_allowed(url)
    except InputError:
        # Bytes that are not UTF-8, in text as `read` of newer Pythons decodes it.
        if not _ESCAPED.search(url):
            raise
        return rules.is_allowed(url.encode("utf-8", "surrogateescape"))


def encode(text: str) -> bytes:
    """Text as UTF-8. Bytes that were no text when it was decoded are bytes again, and so are other surrogates."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def agent_of(user_agent: str | bytes) -> Agent:
    """The agent that a product token or a User-Agent header names."""
    text = user_agent.decode("latin-1") if isinstance(user_agent, bytes) else user_agent
    if isinstance(text, str) and not _HEADER.search(text):
        return Agent.first_of([user_agent])
    return Agent.from_header(user_agent) or Agent.first_of([user_agent])
