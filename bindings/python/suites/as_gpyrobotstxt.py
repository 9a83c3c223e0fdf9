"""The package as gpyrobotstxt: what its tests import, in the dialect of Google's parser."""

from __future__ import annotations

from typing import Any

import maycrawl

DIALECT = "google-parser"


class RobotsMatcher:
    """One question to one file."""

    def one_agent_allowed_by_robots(self, robotstxt: str | bytes, user_agent: str, url: str) -> bool:
        # Google's library takes any text for a name, even none.
        return maycrawl.check(robotstxt, url, maycrawl.Agent.first_of([user_agent]), dialect=DIALECT).allowed

    def is_valid_user_agent_to_obey(self, user_agent: str) -> bool:
        return maycrawl.Agent.first_of([user_agent]).can_be_named("google")


class RobotsTxtParser:
    """Theirs tells a handler of each line as it reads it. The package has lists instead; the tests see the sitemaps."""

    def __init__(self, robots_body: bytes, handler: Any) -> None:
        self._body, self._handler = robots_body, handler

    def parse(self) -> None:
        self._handler.handle_robots_start()
        for url in maycrawl.Robots.parse(self._body, DIALECT).sitemaps:
            self._handler.handle_sitemap(0, url)


def get_path_params_query(url: str) -> str:
    """The path that rules see."""
    return maycrawl.Robots.parse("", DIALECT).rules("MyBot").explain(url).path
