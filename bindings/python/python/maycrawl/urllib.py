"""A drop-in for `urllib.robotparser`, with the verdicts of Google's crawlers.

>>> from maycrawl.urllib import RobotFileParser
>>> parser = RobotFileParser("https://example.com/robots.txt")
>>> parser.parse(["User-agent: *", "Disallow: /*.pdf$"])
>>> parser.can_fetch("MyBot", "https://example.com/a.pdf")
False

https://github.com/maycrawl/maycrawl/blob/main/docs/python/urllib.md lists the answers that differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.robotparser import RequestRate
from urllib.robotparser import RobotFileParser as StandardParser

from maycrawl._asked import Asked, encode

__all__ = ["RequestRate", "RobotFileParser"]


class RobotFileParser(StandardParser):
    """`urllib.robotparser.RobotFileParser`, but maycrawl decides.

    `read` fetches the file with urllib, as that of the standard library does; it has no timeout and raises what urllib
    raises. To read files in another dialect, subclass it and set `dialect`.
    """

    # Google's, but a Crawl-delay or a Request-rate ends a list of agents, as in the standard library.
    dialect = "google+groups.other_lines=delays-end-agents"

    # Set by `read` if the site has no file, or refuses it.
    allow_all: bool
    disallow_all: bool

    _asked: Asked | None = None
    _lines: tuple[str, ...] = ()

    def parse(self, lines: Iterable[str]) -> None:
        """Reads the lines of a robots.txt, with or without their line ends. An earlier file is forgotten."""
        if isinstance(lines, (str, bytes)) or not isinstance(lines, Iterable):
            raise TypeError(f"lines: expected an iterable of str, not {type(lines).__qualname__}")
        self._lines = tuple(line.rstrip("\r\n") for line in lines)
        # `read` of newer Pythons decodes bytes that are not UTF-8 to surrogates.
        self._asked = Asked(encode("\n".join(self._lines)), self.dialect)
        self.modified()

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Whether a user agent may fetch a URL. False before a file was read."""
        if self.disallow_all or self.allow_all or self._asked is None:
            return bool(self.allow_all and not self.disallow_all)
        return self._asked.is_allowed(url, useragent)

    def crawl_delay(self, useragent: str) -> float | None:  # type: ignore[override]
        """The seconds between requests, or None. An int if it is a whole number, as in the standard library."""
        if self._asked is None:
            return None
        rules = self._asked.rules(useragent)
        delay = rules.robots.crawl_delay(rules.agent)
        return int(delay) if delay is not None and delay.is_integer() else delay

    def request_rate(self, useragent: str) -> RequestRate | None:
        """The request rate, or None."""
        if self._asked is None:
            return None
        rules = self._asked.rules(useragent)
        rate = rules.robots.request_rate(rules.agent)
        return None if rate is None else RequestRate(rate.requests, rate.seconds)

    def site_maps(self) -> list[str] | None:
        """The URLs of the sitemaps, or None without any."""
        return None if self._asked is None else list(self._asked.robots().sitemaps) or None

    def __str__(self) -> str:
        """The file as the standard library prints it: agents and rules, the group for `*` last."""
        printed = StandardParser()
        printed.parse(self._lines)
        return str(printed)
