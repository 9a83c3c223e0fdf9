# pyright: strict
"""A program that uses what is public, for the type checkers."""

from datetime import time

import polars as pl

import maycrawl
import maycrawl.arrow
from maycrawl import Agent, Dialect, Explanation, Finding, Robots, Rules, Verdict


def decide(rules: Rules, urls: list[str]) -> dict[str, int | None]:
    verdicts: list[Verdict] = rules.check_all(urls)
    return {url: verdict.line for url, verdict in zip(urls, verdicts, strict=True) if not verdict}


robots = Robots.parse(b"User-agent: *\nDisallow: /a\nRequest-rate: 1/10 0900-1700", dialect=Dialect("rfc9309"))
rules = robots.rules(Agent.first_of(["MyBot-Image", b"MyBot"]))
assert decide(rules, ["/a", "/b"]) == {"/a": 2}

rate = robots.request_rate("MyBot")
start: time | None = rate.hours.start if rate and rate.hours else None
assert start == time(9)

why: Explanation = rules.explain("/a")
assert why.rule is not None and why.rule.kind == "Disallow"

findings: tuple[Finding, ...] = maycrawl.lint(robots.source, severity={"path": "error"}).findings
assert all(finding.place.line > 0 for finding in findings)

agent = Agent.from_header("Mozilla/5.0 (compatible; MyBot/1.2)")
assert agent is not None and agent.tokens == ("MyBot",)
source: bytes = maycrawl.fix(robots.source).source
operators: set[str] = {crawler.operator for crawler in maycrawl.crawlers(purposes=["ai-training"])}
assert source and "OpenAI" in operators

table: maycrawl.arrow.Verdicts = maycrawl.arrow.check(robots.source, pl.Series(["/a"]), Agent("MyBot"))
lines = table["line"].to_list()
streamed = [len(verdicts) for verdicts in maycrawl.arrow.check_stream(table, robots=robots.source, url="reason", agent=Agent("MyBot"))]
assert lines == [2] and streamed == [1]
