"""`maycrawl.protego` in the place of Protego. Its own suite is a chore: `cargo xtask python suites`."""

import pickle
from datetime import time

import pytest

from maycrawl.protego import Protego, RequestRate, VisitTime

FILE = """\
User-agent: MyBot
Disallow: /a
Crawl-delay: 0.5
Request-rate: 10/1m 0900-1730
Visit-time: 0400-0845
Sitemap: https://e.example/a.xml
Sitemap: https://e.example/b.xml
Host: www.e.example
"""


def test_verdicts() -> None:
    parser = Protego.parse(FILE)
    assert not parser.can_fetch("https://e.example/a", "MyBot")
    assert not parser.can_fetch("https://e.example/a", "Mozilla/5.0 (compatible; MyBot/1.0)")
    assert parser.can_fetch("https://e.example/a", "Other")
    assert parser.can_fetch("https://e.example/b", "MyBot")


def test_terms() -> None:
    parser = Protego.parse(FILE)
    assert parser.crawl_delay("MyBot") == 0.5
    assert parser.request_rate("MyBot") == RequestRate(10, 60, time(9), time(17, 30))
    assert parser.visit_time("MyBot") == VisitTime(time(4), time(8, 45))
    assert list(parser.sitemaps) == ["https://e.example/a.xml", "https://e.example/b.xml"]
    assert parser.preferred_host == "www.e.example"


def test_a_file_that_says_nothing() -> None:
    for parser in [Protego(), Protego.parse("")]:
        assert parser.can_fetch("/a", "MyBot")
        assert (parser.crawl_delay("MyBot"), parser.request_rate("MyBot"), parser.visit_time("MyBot")) == (None,) * 3
        assert (list(parser.sitemaps), parser.preferred_host) == ([], None)
    rate = Protego.parse("User-agent: *\nRequest-rate: 1/5").request_rate("MyBot")
    assert rate == RequestRate(1, 5, None, None)


def test_a_file_is_a_str() -> None:
    with pytest.raises(TypeError, match="Protego.parse expects str, got bytes"):
        Protego.parse(FILE.encode())  # type: ignore[arg-type]


def test_who_has_no_name_gets_the_group_for_all() -> None:
    for file, allowed in [("User-agent: *\nDisallow: /", False), ("User-agent: */1\nDisallow: /", True)]:
        for agent in ["*", "", "Other"]:
            assert Protego.parse(file).can_fetch("/a", agent) == allowed, (file, agent)


@pytest.mark.parametrize(
    ("line", "agent", "is_named"),
    [
        ("googlebot", "googlebot-news", True),
        ("googlebot-news", "googlebot", False),
        ("bot", "mybot", False),
        ("MJ12bot", "MJ12bot", True),
        ("MJ12bot", "Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)", True),
        ("Jävla-Foobot", "jävla-foobot", True),
        ("Jävla-Foobot", "jävla-fanbot", False),
    ],
)
def test_names_are_compared_as_protego_does(line: str, agent: str, is_named: bool) -> None:
    parser = Protego.parse(f"User-agent: {line}\nDisallow: /")
    assert parser.can_fetch("https://e.example/a", agent) is not is_named


def test_the_group_that_fits_best_counts() -> None:
    parser = Protego.parse("User-agent: google\nDisallow: /a\n\nUser-agent: googlebot\nDisallow: /b")
    assert (parser.can_fetch("/a", "googlebot-news"), parser.can_fetch("/b", "googlebot-news")) == (True, False)


@pytest.mark.parametrize("rule", ["/~a=b", "/%7Ea=b", "/%7ea%3Db"])
@pytest.mark.parametrize("url", ["/~a=b", "/%7Ea%3db", "//e.example/~a=b"])
def test_escapes_are_decoded(rule: str, url: str) -> None:
    assert not Protego.parse(f"User-agent: *\nDisallow: {rule}").can_fetch(url, "MyBot")


def test_neither_a_line_nor_a_file_is_too_long() -> None:
    padding = "#" * 600_000
    assert not Protego.parse(f"{padding}\nUser-agent: *\nDisallow:{' ' * 20_000}/a").can_fetch("/a", "MyBot")


def test_a_file_is_pickled() -> None:
    again: Protego = pickle.loads(pickle.dumps(Protego.parse(FILE)))
    assert not again.can_fetch("/a", "MyBot") and again.can_fetch("/a", "Other")


def test_another_dialect() -> None:
    class Yandex(Protego):
        dialect = "yandex"

    file = "User-agent: *\nDisallow:\nDisallow: /"
    assert (Yandex.parse(file).can_fetch("/a", "MyBot"), Protego.parse(file).can_fetch("/a", "MyBot")) == (True, False)


def test_many_user_agents_are_not_kept() -> None:
    parser = Protego.parse(FILE)
    for number in range(1000):
        assert parser.can_fetch("/a", f"Other{number}/1.0")
    assert not parser.can_fetch("/a", "MyBot")
    assert len(parser._asked._rules) <= 64
