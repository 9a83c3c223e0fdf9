"""`Robots` and `Agent` as `reppy.robots` has them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlsplit

from maycrawl import _native
from maycrawl._asked import Asked, is_allowed
from maycrawl._errors import InputError
from maycrawl.reppy._http import Response, get
from maycrawl.reppy.exceptions import BadStatusCode, MalformedUrl, ReppyException
from maycrawl.reppy.ttl import HeaderWithDefaultPolicy, TTLPolicyBase

__all__ = ["Agent", "AllowAll", "AllowNone", "Robots"]

_Robots = TypeVar("_Robots", bound="Robots")

# The host of a URL. It reads any text, where urlsplit raises ValueError.
_HOST = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//(?:[^/?#]*@)?(\[[^]/?#]*\]|[^:/?#]*)", re.IGNORECASE)

_DEFAULT_PORTS = {"http": 80, "https": 443}


class Robots:
    """A robots.txt and the URL that it came from. Make it with Robots.parse or Robots.fetch.

    To read files in another dialect, subclass it and set `dialect`.
    """

    # Google's, but a Crawl-delay ends a list of agents, as in reppy.
    dialect = "google+groups.other_lines=delays-end-agents"

    DEFAULT_TTL_POLICY: TTLPolicyBase = HeaderWithDefaultPolicy(default=3600, minimum=600)

    def __init__(self, url: str | bytes, content: str | bytes, expires: float | None = None) -> None:
        self._host = _host_of(url)
        self._asked = Asked(content, self.dialect)
        self._expires = expires

    @classmethod
    def parse(cls: type[_Robots], url: str | bytes, content: str | bytes, expires: float | None = None) -> _Robots:
        """Reads a file. `expires` is the time until which it holds, in seconds since 1970."""
        return cls(url, content, expires)

    @classmethod
    def fetch(
        cls,
        url: str,
        ttl_policy: TTLPolicyBase | None = None,
        max_size: int = 1048576,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = 60,
        after_response_hook: Callable[[Response | ReppyException], Any] | None = None,
        after_parse_hook: Callable[[Robots], Any] | None = None,
    ) -> Robots:
        """Asks a site for its robots.txt. Raises one of `maycrawl.reppy.exceptions`.

        401 and 403 disallow everything, other statuses of 400 to 499 allow everything; those but 200 raise.
        """
        try:
            response = get(url, headers or {}, timeout, max_size)
        except ReppyException as error:
            error.url = url
            if after_response_hook is not None:
                after_response_hook(error)
            raise
        if after_response_hook is not None:
            after_response_hook(response)
        expires = (ttl_policy or cls.DEFAULT_TTL_POLICY).expires(response)
        robots = cls._of(response, url, expires)
        if after_parse_hook is not None and response.status_code == 200:
            after_parse_hook(robots)
        return robots

    @classmethod
    def _of(cls, response: Response, url: str, expires: float) -> Robots:
        status = response.status_code
        if status == 200:
            return cls.parse(url, response.content, expires)
        if status in (401, 403):
            return AllowNone(url, expires)
        if 400 <= status < 500:
            return AllowAll(url, expires)
        error = BadStatusCode(f"status {status} for {url}", status)
        error.url = url
        raise error

    @classmethod
    def robots_url(cls, url: str | bytes) -> str:
        """The URL of the robots.txt that governs a URL. Raises MalformedUrl if it has no host."""
        url = _text("url", url)
        try:
            parts = urlsplit(url)
            scheme, host, port = parts.scheme, parts.hostname, parts.port
        except ValueError as error:
            raise MalformedUrl(error) from error
        if not scheme or not host:
            raise MalformedUrl(f"no absolute URL: {url}")
        host = f"[{host}]" if ":" in host else host
        is_usual = port is None or port == _DEFAULT_PORTS.get(scheme)
        return f"{scheme}://{host}/robots.txt" if is_usual else f"{scheme}://{host}:{port}/robots.txt"

    def allowed(self, path: str | bytes, name: str | bytes) -> bool:
        """Whether an agent may fetch a URL. False for a URL of another host."""
        return self._asked.is_allowed(path, name) and _is_at(path, self._host)

    def agent(self, name: str | bytes) -> Agent:
        """The agent of this name, with its rules."""
        return Agent.from_robots(self, name)

    @property
    def sitemaps(self) -> list[str]:
        """The URLs of the sitemaps."""
        return list(self._asked.robots().sitemaps)

    @property
    def expires(self) -> float | None:
        """Until when the file holds, in seconds since 1970; None if `parse` got no time."""
        return self._expires

    @property
    def expired(self) -> bool:
        """Whether that time is over. Never, if `parse` got no time."""
        return self._expires is not None and time.time() > self._expires

    @property
    def ttl(self) -> float:
        """The seconds until then; 0 if it is over, or if `parse` got no time."""
        return 0 if self._expires is None else max(self._expires - time.time(), 0)


class AllowNone(Robots):
    """A robots.txt that disallows everything."""

    def __init__(self, url: str | bytes, expires: float | None = None) -> None:
        super().__init__(url, b"User-agent: *\nDisallow: /", expires)


class AllowAll(Robots):
    """A robots.txt that allows everything."""

    def __init__(self, url: str | bytes, expires: float | None = None) -> None:
        super().__init__(url, b"", expires)


class Agent:
    """The rules of one agent. `Agent()` has none, until `allow` and `disallow` add some."""

    def __init__(self) -> None:
        self._host = ""
        self._rules = _native.Robots.parse(b"", Robots.dialect).rules("*")

    @classmethod
    def from_robots(cls, robots: Robots, name: str | bytes) -> Agent:
        """The agent of this name in a robots.txt."""
        agent = cls()
        agent._host, agent._rules = robots._host, robots._asked.rules(name)
        return agent

    def allowed(self, path: str | bytes) -> bool:
        """Whether it may fetch a URL. False for a URL of another host."""
        return is_allowed(self._rules, path) and _is_at(path, self._host)

    @property
    def delay(self) -> float | None:
        """The seconds between requests, or None."""
        return self._rules.robots.crawl_delay(self._rules.agent) or None

    def allow(self, path: str | bytes) -> Agent:
        """Adds a rule, for this agent alone, and returns the agent."""
        return self._add("Allow", path)

    def disallow(self, path: str | bytes) -> Agent:
        """Adds a rule, for this agent alone, and returns the agent."""
        return self._add("Disallow", path)

    def _add(self, field: str, path: str | bytes) -> Agent:
        """Writes the rule behind what was read of the file, in a group that the agent follows."""
        path = _text("path", path)
        if any(end in path for end in "\r\n\0"):
            raise InputError("path: a rule is one line")
        rules = self._rules
        group = rules.explain("/").group
        name = rules.agent.tokens[0] if group.choice == "by-name" else "*"
        read = rules.robots.source[: len(rules.robots.source) - rules.robots.unread]
        source = read + f"\nUser-agent: {name}\n{field}: {path}".encode()
        dialect = f"{rules.dialect}+fetch.body_cap=none"
        self._rules = _native.Robots.parse(source, dialect).rules(rules.agent)
        return self


def _text(name: str, value: str | bytes) -> str:
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, str):
        return value
    raise TypeError(f"{name}: expected str or bytes, not {type(value).__qualname__}")


def _host_of(url: str | bytes) -> str:
    found = _HOST.match(_text("url", url))
    return found[1].lower() if found else ""


def _is_at(url: str | bytes, host: str) -> bool:
    """Whether a URL is of this host: so is a path, and any URL if the host is not known."""
    return not host or _host_of(url) in ("", host)
