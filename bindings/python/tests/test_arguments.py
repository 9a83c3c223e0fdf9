"""Wrong arguments raise errors that name them; no argument crashes the interpreter."""

import os
import string
from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest
from errors import check_error
from hypothesis import given, settings
from hypothesis import strategies as st

from maycrawl import (
    Agent,
    Dialect,
    Document,
    Gatekeeper,
    InputError,
    Robots,
    Verdict,
    arrow,
    check,
    crawlers,
    fix,
    format,
    generate,
    lint,
    policy,
)
from maycrawl.arrow import Checker, check_stream

# A chore tries more.
EXAMPLES = int(os.environ.get("MAYCRAWL_EXAMPLES", "500"))

TABLE = arrow.lint("")
RULES = Robots.parse("User-agent: *\nDisallow: /a").rules("MyBot")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Robots.parse(None), "robots: expected str or bytes, not NoneType"),
        (lambda: Robots.parse(["a"]), "robots: expected str or bytes, not list"),
        (lambda: Robots.parse("", 5), "dialect: expected str or Dialect, not int"),
        (lambda: Robots.parse("").rules(5), "agent: expected str, bytes or Agent, not int"),
        (lambda: Robots.parse("").crawl_delay(None), "agent: expected str, bytes or Agent, not NoneType"),
        (lambda: RULES.check(None), "url: expected str or bytes, not NoneType"),
        (lambda: RULES.is_allowed(5), "url: expected str or bytes, not int"),
        (lambda: RULES.explain(5.0), "url: expected str or bytes, not float"),
        (lambda: RULES.check_all("/a"), "urls: expected an iterable of str or bytes, not str"),
        (lambda: RULES.check_all(["/a", 5]), "urls[1]: expected str or bytes, not int"),
        (lambda: RULES.check_all(5), "urls: expected an iterable of str or bytes, not int"),
        (lambda: check("", 5, "a"), "url: expected str or bytes, not int"),
        (lambda: check("", "/", "a", dialect=b"google"), "dialect: expected str or Dialect, not bytes"),
        (lambda: Agent(5), "token: expected str or bytes, not int"),
        (lambda: Agent.first_of("ab"), "tokens: expected an iterable of str or bytes, not str"),
        (lambda: Agent.any_of([5]), "tokens[0]: expected str or bytes, not int"),
        (lambda: Agent.from_header(5), "user_agent: expected str or bytes, not int"),
        (lambda: Dialect(5), "name: expected str or Dialect, not int"),
        (lambda: Dialect(None), "name: expected str or Dialect, not NoneType"),
        (lambda: Robots.parse("", None), "dialect: expected str or Dialect, not NoneType"),
        (lambda: check("", "/", "a", dialect=None), "dialect: expected str or Dialect, not NoneType"),
        (lambda: Agent("a").can_be_named(None), "dialect: expected str or Dialect, not NoneType"),
        (lambda: Checker(None), "dialect: expected str or Dialect, not NoneType"),
        (lambda: check_stream(TABLE, dialect=None), "dialect: expected str or Dialect, not NoneType"),
        (lambda: Gatekeeper("MyBot/1.0", dialect=None), "dialect: expected str or Dialect, not NoneType"),
        (lambda: Document.parse(5), "robots: expected str or bytes, not int"),
        (lambda: policy(5), "robots: expected str or bytes, not int"),
        (lambda: policy("", dialect=5), "dialect: expected str, not int"),
        (lambda: generate(["block"]), "choices: expected a mapping, not list"),
        (lambda: generate({"block": {1}}), "choices: Object of type set is not JSON serializable"),
        (lambda: generate({}, comments=1), "comments: expected bool, not int"),
        (lambda: lint(5), "robots: expected str or bytes, not int"),
        (lambda: lint("", select="path"), "select: expected an iterable of str, not str"),
        (lambda: lint("", select=[b"path"]), "select: expected str, not bytes"),
        (lambda: lint("", severity="path"), "severity: expected a mapping of str to str, not str"),
        (lambda: lint("", site=5), "site: expected str, not int"),
        (lambda: fix("", unsafe=1), "unsafe: expected bool, not int"),
        (lambda: format("", sort="yes"), "sort: expected bool, not str"),
        (lambda: crawlers(5), "tokens: expected str, not int"),
        (lambda: Agent("a").ignoring_global(5), "ignores: expected bool, not int"),
        (lambda: Agent("a").ignoring_global(None), "ignores: expected bool, not NoneType"),
        (lambda: Verdict(1, "no-match", None), "allowed: expected bool, not int"),
        (lambda: Verdict(True, 5, None), "reason: expected str, not int"),
        (lambda: Verdict(True, "no-match", "2"), "line: expected int, not str"),
        (lambda: Checker(cache_bytes=1.5), "cache_bytes: expected int, not float"),
        (lambda: check_stream(TABLE, cache_bytes="5"), "cache_bytes: expected int, not str"),
        (lambda: TABLE[5], "name: expected str, not int"),
        (lambda: Robots.parse(), "Robots.parse() missing 1 required positional argument: 'robots'"),
        (lambda: check("", "/", agents="a"), "check() got an unexpected keyword argument 'agents'"),
    ],
)
def test_a_wrong_type_names_the_argument(call: Callable[[], Any], message: str) -> None:
    check_error(call, TypeError, message)


SURROGATE = "a lone surrogate cannot be encoded as UTF-8"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Robots.parse("\ud800"), f"robots: {SURROGATE}; pass bytes"),
        (lambda: RULES.check("/\udcff"), f"url: {SURROGATE}; pass bytes"),
        (lambda: RULES.check_all(["/a", "\udcff"]), f"urls[1]: {SURROGATE}; pass bytes"),
        (lambda: Agent("\udcff"), f"token: {SURROGATE}; pass bytes"),
        (lambda: lint("\udcff"), f"robots: {SURROGATE}"),
        (lambda: crawlers(search=["\udcff"]), f"search: {SURROGATE}"),
        (lambda: Robots.parse("", "gogle"), 'dialect: there is no dialect "gogle"; did you mean "google"?'),
        (lambda: Dialect("gogle"), 'name: there is no dialect "gogle"; did you mean "google"?'),
        (lambda: Dialect("own").knobs(), "`own` has no knobs: each crawler reads in its own dialect"),
        (lambda: Dialect(""), 'name: there is no dialect ""; there are own, google, google-parser, rfc9309, google-2012, draft-1996, yandex, bing, cautious'),
        (lambda: Agent(""), "token: cannot use ''; name a crawler, such as MyBot"),
        (lambda: Agent(b"\t"), "token: cannot use b'\\t'; name a crawler, such as MyBot"),
        (lambda: Agent.first_of([]), "tokens: name at least one"),
        (lambda: Agent.any_of([]), "tokens: name at least one"),
        (lambda: check("", "/", "a", dialect=""), 'dialect: there is no dialect ""; there are own, google, google-parser, rfc9309, google-2012, draft-1996, yandex, bing, cautious'),
        (lambda: Verdict(True, "because", None), 'reason: there is no code "because"'),
        (lambda: Verdict(True, "no-match", -1), "line: cannot use -1; write the number of a line, from 1"),
        (lambda: Verdict(True, "no-match", 1 << 32), "line: cannot use 4294967296; write the number of a line, from 1"),
        (lambda: Checker(cache_bytes=-1), "cache_bytes: cannot use -1; write a number of bytes, such as 268435456"),
        (lambda: check_stream(TABLE, cache_bytes=-1), "cache_bytes: cannot use -1; write a number of bytes, such as 268435456"),
        (lambda: check("", "/", ""), "agent: cannot use ''; name a crawler, such as MyBot"),
        (lambda: Robots.parse("").rules(b" "), "agent: cannot use b' '; name a crawler, such as MyBot"),
        (lambda: Checker().check("", "/", ""), "agent: cannot use ''; name a crawler, such as MyBot"),
        (lambda: arrow.policy("", ["MyBot", ""]), 'agents: "" names no crawler'),
        (lambda: lint("", select=["path", "path-spice"]), 'select[1]: there is no rule "path-spice"; did you mean path-space?'),
        (lambda: crawlers("GPTBt"), 'tokens[0]: there is no crawler "GPTBt"; did you mean "GPTBot"?'),
        (lambda: policy("", dialect="googel"), 'dialect: there is no dialect "googel"; did you mean "google"?'),
        (
            lambda: generate({"blok": []}),
            'choices[blok]: there is no member "blok"; the members are: preset, block, allow, disallow, allow_path, crawl_delay, '
            "content_signal, content_usage, sitemap, license, for",
        ),
        (
            lambda: generate({"block": ["GPTBto"]}),
            'choices[block][0]: block "GPTBto": no crawler is called "GPTBto"; did you mean GPTBot? (`any_token` takes it as written)',
        ),
        (lambda: lint(b"#" * (1 << 20 | 1)), "robots: a file of 1048577 bytes, but one may have 1048576"),
    ],
)
def test_a_wrong_value_names_the_argument_and_the_place(call: Callable[[], Any], message: str) -> None:
    check_error(call, InputError, message)
    assert issubclass(InputError, ValueError)


TEXT = st.one_of(
    st.text(st.characters(codec=None), max_size=50),
    st.text("\0\ud800\udfff/*$%:#\n\r é\ufeff" + string.ascii_letters, max_size=200),
    st.binary(max_size=200),
)
ANYTHING = st.one_of(TEXT, st.none(), st.integers(), st.lists(TEXT, max_size=3), st.dictionaries(TEXT, TEXT, max_size=2))


def test_the_text_of_a_robots_txt_is_called_robots_everywhere() -> None:
    functions: list[Callable[..., Any]] = [Robots.parse, Document.parse, check, lint, fix, format, policy]
    functions += [arrow.check, arrow.directives, arrow.lint, arrow.policy]
    for function in functions:
        assert next(iter(signature(function).parameters)) == "robots"


def test_choices_that_json_cannot_hold_are_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for choices in [{"crawl_delay": float("nan")}, {"block": deep}, {"block": ["\ud800"]}]:
        with pytest.raises(InputError, match="^choices: "):
            generate(choices)


def test_a_header_stands_for_the_crawler_that_it_names() -> None:
    robots = Robots.parse("User-agent: MyBot\nDisallow: /")
    for agent in ["MyBot", "MyBot/1.0", b"Mozilla/5.0 (compatible; MyBot/1.2; +https://a.example/bot)"]:
        assert not robots.rules(agent).is_allowed("/")
        assert not check(robots.source, "/", agent)
    assert Robots.parse("User-agent: *\nDisallow: /").rules("(").check("/").line == 2


def test_errors_of_an_iterable_stay_as_they_are() -> None:
    class Broken:
        def __iter__(self) -> object:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        RULES.check_all(Broken())  # type: ignore[arg-type]


def answers(call: Callable[[], Any]) -> Any:
    """The answer, or None after one of the errors that bad input may raise."""
    try:
        return call()
    except (TypeError, InputError):
        return None


@settings(max_examples=EXAMPLES, deadline=None)
@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_any_arguments_get_an_answer_or_an_error(content: Any, url: Any, agent: Any, dialect: Any) -> None:
    answers(lambda: check(content, url, agent, dialect=dialect))
    answers(lambda: Agent.first_of(agent))
    answers(lambda: Agent.from_header(agent))
    answers(lambda: RULES.check_all(url))
    robots = answers(lambda: Robots.parse(content))
    if robots is not None:
        answers(lambda: robots.rules(agent).explain(url))
        answers(lambda: robots.crawl_delay(agent))
        repr(robots.sitemaps), robots.host, hash(robots)


@settings(max_examples=60, deadline=None)
@given(ANYTHING)
def test_any_file_can_be_linted_fixed_and_formatted(content: Any) -> None:
    answers(lambda: lint(content))
    answers(lambda: fix(content))
    formatted = answers(lambda: format(content))
    if formatted is not None:
        assert format(formatted.source).source == formatted.source


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80), st.text("/ab*$?", max_size=20))
def test_text_and_its_utf8_get_the_same_verdict(value: str, path: str) -> None:
    file = f"User-agent: *\nDisallow: /{value}\nAllow: {path}"
    url = f"/{value}"
    assert check(file, url, "MyBot") == check(file.encode(), url.encode(), b"MyBot")


def test_long_texts_are_answered() -> None:
    long = b"User-agent: *\n" + b"Disallow: /a\n" * (100_000_000 // 13)
    assert Robots.parse(long).rules("MyBot").check("/a").line == 2
    assert check("User-agent: *\nDisallow: /b", "/" + "a" * 100_000_000, "MyBot").allowed
