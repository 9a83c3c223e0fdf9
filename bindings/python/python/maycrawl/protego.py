"""A drop-in for Protego, in a dialect of its own: Google's, but names and escapes are compared as Protego does.

>>> from maycrawl.protego import Protego
>>> parser = Protego.parse("User-agent: *\\nDisallow: /a\\nCrawl-delay: 2")
>>> parser.can_fetch("https://example.com/a", "MyBot")
False
>>> parser.crawl_delay("MyBot")
2.0

https://github.com/maycrawl/maycrawl/blob/main/docs/python/protego.md lists the answers that differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import NamedTuple

from maycrawl._asked import Asked, encode

__all__ = ["Protego", "RequestRate", "VisitTime"]

# Google's dialect with what knobs can say of Protego: a group for `google` is for `googlebot` too, names may contain
# digits, a Crawl-delay ends a list of agents, escapes are decoded on both sides, and neither a line nor a file is too long.
_DIALECT = "+".join(
    [
        "google",
        "groups.ua_match=prefix-of-crawler",
        "groups.digits_in_tokens=on",
        "groups.other_lines=delays-end-agents",
        "paths.normalise=draft",
        "lines.line_cap=none",
        "fetch.body_cap=none",
    ]
)


class RequestRate(NamedTuple):
    """So many requests in so many seconds, perhaps at some hours (UTC) only."""

    requests: int
    seconds: int
    start_time: time | None
    end_time: time | None


class VisitTime(NamedTuple):
    """The hours (UTC) for visits."""

    start_time: time
    end_time: time


class Protego:
    """A robots.txt. Make it with Protego.parse.

    To read files in another dialect, subclass it and set `dialect`.
    """

    dialect = _DIALECT

    def __init__(self, content: str = "") -> None:
        self._asked = Asked(encode(content), self.dialect)

    @classmethod
    def parse(cls, content: str) -> Protego:
        """Reads a file. Raises TypeError unless it is a str."""
        if not isinstance(content, str):
            raise TypeError(f"Protego.parse expects str, got {type(content).__name__}")
        return cls(content)

    def can_fetch(self, url: str, user_agent: str) -> bool:
        """Whether a user agent may fetch a URL."""
        return self._asked.is_allowed(url, user_agent)

    def crawl_delay(self, user_agent: str) -> float | None:
        """The seconds between requests, or None."""
        rules = self._asked.rules(user_agent)
        return rules.robots.crawl_delay(rules.agent)

    def request_rate(self, user_agent: str) -> RequestRate | None:
        """The request rate, or None."""
        rules = self._asked.rules(user_agent)
        rate = rules.robots.request_rate(rules.agent)
        if rate is None:
            return None
        start, end = rate.hours or (None, None)
        return RequestRate(rate.requests, rate.seconds, start, end)

    def visit_time(self, user_agent: str) -> VisitTime | None:
        """The hours for visits, or None; the first of several."""
        rules = self._asked.rules(user_agent)
        times = rules.robots.visit_times(rules.agent)
        return VisitTime(*times[0]) if times else None

    @property
    def sitemaps(self) -> Iterator[str]:
        """The URLs of the sitemaps."""
        return iter(self._asked.robots().sitemaps)

    @property
    def preferred_host(self) -> str | None:
        """The value of Host, or None."""
        return self._asked.robots().host
