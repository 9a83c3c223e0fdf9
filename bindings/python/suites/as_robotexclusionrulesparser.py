"""The package as robotexclusionrulesparser: what the tests of its parser import."""

from __future__ import annotations

from maycrawl._asked import Asked

# The syntaxes of its `is_allowed`, and the dialects that come closest.
MK1996 = "google+paths.wildcards=off+paths.precedence=first"
GYM2008 = "google"


class RobotExclusionRulesParser:
    """A file, asked in either syntax."""

    def parse(self, content: str) -> None:
        self._asked = {dialect: Asked(content, dialect) for dialect in (MK1996, GYM2008)}

    def is_allowed(self, user_agent: str, url: str, syntax: str = GYM2008) -> bool:
        return self._asked[syntax].is_allowed(url, user_agent)

    def get_crawl_delay(self, user_agent: str) -> float | None:
        rules = self._asked[GYM2008].rules(user_agent)
        return rules.robots.crawl_delay(rules.agent)

    @property
    def sitemaps(self) -> list[str]:
        return list(self._asked[GYM2008].robots().sitemaps)


class RobotFileParserLookalike(RobotExclusionRulesParser):
    """The same with the names of the standard library."""

    def can_fetch(self, user_agent: str, url: str) -> bool:
        return self.is_allowed(user_agent, url)
