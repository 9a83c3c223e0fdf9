"""Every verdict of testdata/ in every dialect, as `cargo xtask python` writes them to a file."""

import json
import os
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from maycrawl import Agent, Robots, Rules, check


def vectors() -> list[dict[str, Any]]:
    lines = Path(os.environ["MAYCRAWL_VECTORS"]).read_text().splitlines()
    return [json.loads(line) for line in lines]


def rules(vector: dict[str, Any]) -> Rules:
    make = Agent.any_of if vector["pooled"] else Agent.first_of
    agent = make([b64decode(token) for token in vector["tokens"]])
    robots = Robots.parse(b64decode(vector["robots"]), vector["dialect"])
    return robots.rules(agent.ignoring_global(vector["ignores_global"]))


@pytest.fixture(scope="module")
def all_vectors() -> list[dict[str, Any]]:
    return vectors()


def test_there_are_vectors_in_every_dialect(all_vectors: list[dict[str, Any]]) -> None:
    from maycrawl import Dialect

    assert len(all_vectors) > 2000
    assert {vector["dialect"] for vector in all_vectors} == set(Dialect.presets())


def test_rules_give_the_verdict_and_the_line(all_vectors: list[dict[str, Any]]) -> None:
    for vector in all_vectors:
        verdict = rules(vector).check(b64decode(vector["url"]))
        found = (verdict.allowed, verdict.is_undefined, verdict.line)
        assert found == (vector["allowed"], vector["undefined"], vector["line"]), vector["id"]


def test_all_ways_to_ask_agree(all_vectors: list[dict[str, Any]]) -> None:
    for vector in all_vectors:
        asked, url = rules(vector), b64decode(vector["url"])
        verdict = asked.check(url)
        once = check(asked.robots.source, url, asked.agent, dialect=asked.dialect)
        assert once == verdict, vector["id"]
        assert asked.is_allowed(url) == verdict.allowed, vector["id"]
        # More than a few, so that rules are compiled.
        assert asked.check_all([url] * 10) == [verdict] * 10, vector["id"]
        why = asked.explain(url)
        line = why.rule.line if why.rule else None
        assert (why.verdict == "allow", why.reason, line) == (verdict.allowed, verdict.reason, verdict.line)
