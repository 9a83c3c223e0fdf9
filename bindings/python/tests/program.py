# pyright: strict
"""A program that uses what is public, for the type checkers."""

import asyncio
from datetime import time
from typing import Literal

import polars as pl

import maycrawl
import maycrawl.arrow
from maycrawl import (
    Agent,
    AsyncGatekeeper,
    Decision,
    Dialect,
    Explanation,
    FetchError,
    Finding,
    Gatekeeper,
    Pacer,
    RefusedError,
    Robots,
    Rules,
    Verdict,
)


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
columns: maycrawl.arrow.Table = maycrawl.arrow.policy(pl.Series([robots.source, None]), ["MyBot"])
where: maycrawl.arrow.Column = columns["MyBot"]
assert lines == [2] and streamed == [1]

class Crawler:
    def __init__(self, gatekeeper: AsyncGatekeeper, pacer: Pacer) -> None:
        self.gatekeeper, self.pacer = gatekeeper, pacer

    async def wait(self, url: str) -> float:
        decision: Decision = await asyncio.create_task(self.gatekeeper.may_fetch(url, "MyBot"))
        verdict: Literal["allow", "disallow", "later"] = decision.verdict
        if verdict == "later":
            return decision.retry_at or 0.0
        file: Robots | None = await self.gatekeeper.robots(url)
        assert file is not None
        return self.pacer.turn(url, "MyBot", pause=decision.pause, now=0.0)


gatekeeper = Gatekeeper("MyBot/1.0", dialect=Dialect("rfc9309"), deadline=5, deny_nets=["10.0.0.0/8"], resolve={"*": "127.0.0.1"})
refused: FetchError | None = None
try:
    assert gatekeeper.may_fetch("http://127.0.0.1/").allowed
except RefusedError as error:
    refused = error
assert isinstance(refused, OSError)
try:
    asyncio.run(Crawler(AsyncGatekeeper(gatekeeper), Pacer(1.0)).wait("http://127.0.0.1/"))
except OSError as error:
    assert "not a public address" in str(error)
