"""A parser for Scrapy: in the settings, `ROBOTSTXT_PARSER = "maycrawl.scrapy.RobotParser"`.

>>> from maycrawl.scrapy import RobotParser
>>> parser = RobotParser.from_crawler(None, b"User-agent: *\\nDisallow: /a")
>>> parser.allowed("https://example.com/a", "MyBot (+https://example.com/bot)")
False

https://github.com/maycrawl/maycrawl/blob/main/docs/python/scrapy.md lists the answers that differ from those of
Scrapy's default.
"""

from __future__ import annotations

from typing import Any

from maycrawl._asked import Asked
from maycrawl.protego import Protego

__all__ = ["RobotParser"]


class RobotParser:
    """Does what `scrapy.robotstxt.RobotParser` asks of a parser. It needs no Scrapy.

    Scrapy's default is Protego, so files are read as `maycrawl.protego` does: that changes the fewest answers. To read files in another dialect, subclass it and set `dialect`.
    """

    dialect = Protego.dialect

    def __init__(self, robotstxt_body: bytes) -> None:
        self._asked = Asked(robotstxt_body, self.dialect)

    @classmethod
    def from_crawler(cls, crawler: Any, robotstxt_body: bytes) -> RobotParser:
        """Reads a file, whatever its bytes are. The crawler is not used."""
        return cls(robotstxt_body)

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Whether a user agent may fetch a URL."""
        return self._asked.is_allowed(url, user_agent)

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        """The seconds between requests, or None."""
        rules = self._asked.rules(user_agent)
        return rules.robots.crawl_delay(rules.agent)
