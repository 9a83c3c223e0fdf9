"""Values compare, hash, pickle and print as values do."""

import copy
import pickle
from datetime import time
from importlib import metadata
from typing import Any

import pytest
from errors import check_error

import maycrawl
from maycrawl import (
    Agent,
    Decision,
    Dialect,
    Document,
    Hours,
    InputError,
    RequestRate,
    Robots,
    Verdict,
    check,
    crawlers,
    fix,
    format,
    generate,
    lint,
    policy,
)

FILE = b"User-agent: MyBot\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 2.5\n\xff\xfe"


def values() -> dict[str, object]:
    """One of each kind."""
    robots = Robots.parse(FILE, "bing")
    return {
        "Dialect": Dialect("google+paths.tie=disallow"),
        "Agent": Agent(b"\xff"),
        "Agent.first_of": Agent.first_of(["a", "b"]),
        "Agent.any_of": Agent.any_of(["a", "b"]).ignoring_global(),
        "Verdict": check(FILE, "/a", "MyBot"),
        "Document": Document.parse(FILE),
        "Line": Document.parse(FILE).lines[1],
        "Robots": robots,
        "Rules": robots.rules(Agent.first_of(["MyBot", "b"])),
        "Explanation": robots.rules("MyBot").explain("/a/b"),
        "Linted": lint(FILE),
        "Fixed": fix(FILE),
        "Formatted": format(FILE),
        "Crawler": crawlers("GPTBot")[0],
        "Decision": Decision("later", "unreachable", why="no answer", retry_at=1800000000.5),
        "Policy": policy(FILE),
        "FrozenDict": policy(FILE).purposes,
        "Generated": generate({"preset": ["block-ai-training"]}),
        "RequestRate": RequestRate(1, 60, Hours(time(1), time(2))),
    }


@pytest.mark.parametrize("name", values())
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_value_survives_pickling(name: str, protocol: int) -> None:
    value = values()[name]
    again = pickle.loads(pickle.dumps(value, protocol))
    assert again == value
    assert hash(again) == hash(value)
    assert type(again) is type(value)


@pytest.mark.parametrize("name", values())
def test_a_value_equals_another_of_the_same_parts_and_nothing_else(name: str) -> None:
    value, same = values()[name], values()[name]
    assert value == same and hash(value) == hash(same)
    assert copy.deepcopy(value) == value
    others = [other for key, other in values().items() if key != name]
    assert all(value != other for other in [*others, None, 1, "a"])


@pytest.mark.parametrize("name", values())
def test_a_value_is_frozen(name: str) -> None:
    value = values()[name]
    attributes = [attribute for attribute in dir(value) if not attribute.startswith("_")]
    for attribute in attributes:
        with pytest.raises(AttributeError):
            setattr(value, attribute, None)


def test_rules_of_another_file_agent_or_dialect_differ() -> None:
    rules = Robots.parse(FILE).rules("MyBot")
    assert rules == Robots.parse(FILE).rules("MyBot")
    assert rules != Robots.parse(FILE + b"\n").rules("MyBot")
    assert rules != Robots.parse(FILE).rules("Other")
    assert rules != Robots.parse(FILE, "bing").rules("MyBot")


def test_a_str_is_its_utf8() -> None:
    assert Robots.parse("Disallow: /ä") == Robots.parse("Disallow: /ä".encode())
    assert Agent("Bö") == Agent("Bö".encode())


def test_values_print_as_they_are_written() -> None:
    scope = vars(maycrawl)
    for name in ["Dialect", "Agent.first_of", "Agent.any_of", "Verdict", "Explanation", "Linted", "Decision"]:
        value = values()[name]
        if name == "Agent.any_of":
            assert repr(value) == "Agent.any_of(['a', 'b']).ignoring_global()"
        assert eval(repr(value), dict(scope)) == value
    assert repr(values()["Rules"]) == "<Rules for Agent.first_of(['MyBot', 'b']), bing>"
    assert repr(values()["Robots"]) == f"<Robots of {len(FILE)} bytes, bing>"


def test_the_version_is_that_of_the_package() -> None:
    assert maycrawl.__version__ == metadata.version("maycrawl")


def test_a_verdict_is_true_where_the_url_is_allowed() -> None:
    assert check(FILE, "/b", "MyBot")
    assert not check(FILE, "/a", "MyBot")
    assert Verdict(False, "disallow-rule", 2) == check(FILE, "/a", "MyBot")


@pytest.mark.parametrize(
    ("verdict", "reason", "kind", "message"),
    [
        ("zz", "no-match", InputError, 'verdict: there is no code "zz"'),
        ("allow", "because", InputError, 'reason: there is no code "because"'),
        (None, "no-match", TypeError, "verdict: expected str, not NoneType"),
        ("allow", 5, TypeError, "reason: expected str, not int"),
    ],
)
def test_a_decision_has_codes_that_exist(verdict: Any, reason: Any, kind: type[Exception], message: str) -> None:
    check_error(lambda: Decision(verdict, reason), kind, message)


def test_terms() -> None:
    robots = Robots.parse(
        "User-agent: *\nCrawl-delay: 3\nRequest-rate: 2/1m\nVisit-time: 2200-0130\n"
        "Host: b.example\nHost: c.example\nSitemap: https://e.example/ö.xml\nSitemap: none"
    )
    assert robots.crawl_delay("MyBot") == 3.0
    assert robots.request_rate("MyBot") == RequestRate(2, 60)
    assert robots.visit_times("MyBot") == (Hours(time(22), time(1, 30)),)
    assert robots.host == "b.example"
    assert robots.sitemaps == ("https://e.example/ö.xml",)
    silent = Robots.parse("")
    assert silent.crawl_delay("MyBot") is None
    assert silent.request_rate("MyBot") is None
    assert (silent.visit_times("MyBot"), silent.sitemaps, silent.host) == ((), (), None)
    endless = Robots.parse("User-agent: *\nCrawl-delay: 99999999999999999999999")
    assert endless.crawl_delay("MyBot") == float("inf")


def test_a_body_over_the_cap_is_cut() -> None:
    robots = Robots.parse(b"User-agent: *\n" + b"#" * (1 << 20) + b"\nDisallow: /", "google")
    assert robots.unread > 0
    assert robots.rules("MyBot").check("/a").allowed


def test_documents_keep_bytes_that_are_not_utf8() -> None:
    assert format(FILE).source.endswith(b"\xff\xfe\n") or format(FILE).refused
    fixed = fix(b"User-agent: *\nDisallow: /\xff \n")
    assert b"\xff" in fixed.source and fixed.file is None
