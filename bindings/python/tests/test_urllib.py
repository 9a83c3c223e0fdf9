"""`maycrawl.urllib` in the place of `urllib.robotparser`."""

import unittest
import urllib.robotparser
from unittest import mock

import pytest
from site_on_loopback import Answer, site

from maycrawl import InputError
from maycrawl.urllib import RequestRate, RobotFileParser

# Tests of the standard library that fail with our parser in its place, and why.
EXPECTED = {
    "CrawlDelayAndRequestRateTest.test_bad_urls": "Google's parser does not decode %7E, so /%7Ejoe and /~joe differ",
    "DifferentAgentTest.test_bad_urls": "the same",
    "UserAgentGoogleMobileTest.test_bad_urls": "a group for Googlebot is not for Googlebot-Mobile",
    "UseFirstUserAgentWildcardTest.test_good_urls": "all groups for * count (RFC 9309 section 2.2.1), not the first",
}


def name(test: unittest.TestCase | unittest.TestSuite) -> str:
    """The class and the method of a test, also of one of its sub-tests."""
    assert isinstance(test, unittest.TestCase)
    return test.id().removeprefix("test.test_robotparser.").partition(" ")[0]


def test_the_tests_of_the_standard_library_pass() -> None:
    theirs = pytest.importorskip("test.test_robotparser", reason="this Python comes without its own tests")
    groups = unittest.defaultTestLoader.loadTestsFromModule(theirs)
    suite = unittest.TestSuite(test for group in groups for test in group if "NetworkTestCase" not in test.id())
    names = {name(test) for test in suite}
    result = unittest.TestResult()
    with mock.patch.object(urllib.robotparser, "RobotFileParser", RobotFileParser):
        suite.run(result)
    assert result.testsRun > 50
    failed = {name(test): trace for test, trace in result.failures + result.errors}
    assert failed.keys() == EXPECTED.keys() & names, "\n".join(failed.values())


def parsed(*lines: str) -> RobotFileParser:
    parser = RobotFileParser()
    parser.parse(lines)
    return parser


def test_nothing_is_allowed_before_a_file_is_read() -> None:
    parser = RobotFileParser("https://example.com/robots.txt")
    assert (parser.host, parser.path) == ("example.com", "/robots.txt")
    assert not parser.can_fetch("MyBot", "/")
    assert (parser.mtime(), parser.crawl_delay("MyBot"), parser.request_rate("MyBot")) == (0, None, None)
    assert (parser.site_maps(), str(parser)) == (None, "")


def test_lines_may_keep_their_ends() -> None:
    for end in ["", "\n", "\r\n"]:
        parser = parsed(f"User-agent: *{end}", f"Disallow: /a{end}")
        assert not parser.can_fetch("MyBot", "https://example.com/a")
        assert parser.can_fetch("MyBot", "https://example.com/b")
        assert parser.mtime() > 0


def test_a_user_agent_is_a_token_or_a_header() -> None:
    parser = parsed("User-agent: MyBot", "Disallow: /", "", "User-agent: MJ12bot", "Disallow: /a")
    for agent in ["MyBot", "mybot", "MyBot/1.0", "Mozilla/5.0 (compatible; MyBot/1.0; +https://example.com/)"]:
        assert not parser.can_fetch(agent, "/b"), agent
    for agent in ["MJ12bot", "MJ12bot/v1.4.8", "Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)"]:
        assert (parser.can_fetch(agent, "/a"), parser.can_fetch(agent, "/b")) == (False, True), agent
    assert parser.can_fetch("*", "/b") and parser.can_fetch("", "/b") and parser.can_fetch("Other", "/b")


def test_two_slashes_begin_a_host() -> None:
    parser = parsed("User-agent: *", "Disallow: /a")
    assert not parser.can_fetch("MyBot", "//example.com/a") and parser.can_fetch("MyBot", "//a/b")


def test_text_may_stand_for_bytes_that_are_not_utf_8() -> None:
    parser = parsed("User-agent: *", b"Disallow: /caf\xe9".decode("utf-8", "surrogateescape"))
    assert not parser.can_fetch("MyBot", b"/caf\xe9".decode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match="url: a lone surrogate"):
        parser.can_fetch("MyBot", "/\ud800\udce9")


def test_terms() -> None:
    parser = parsed(
        "User-agent: *", "Crawl-delay: 3", "Request-rate: 9/30", "Disallow: /a", "Sitemap: https://e.example/a.xml"
    )
    delay = parser.crawl_delay("MyBot")
    assert delay == 3 and isinstance(delay, int)
    assert parsed("User-agent: *", "Crawl-delay: 0.5").crawl_delay("MyBot") == 0.5
    assert parser.request_rate("MyBot") == RequestRate(9, 30)
    assert parser.site_maps() == ["https://e.example/a.xml"]


def test_a_file_is_printed_as_the_standard_library_does() -> None:
    parser = parsed("User-agent: *", "Disallow: /a # why", "", "User-agent: MyBot", "Allow: /b")
    assert str(parser) == "User-agent: MyBot\nAllow: /b\n\nUser-agent: *\nDisallow: /a"


def test_another_dialect() -> None:
    class Rfc9309(RobotFileParser):
        dialect = "rfc9309"

    parser = Rfc9309()
    parser.parse(["User-agent: *", "Disallow: /%7Ejoe"])
    assert not parser.can_fetch("MyBot", "/~joe")
    assert parsed("User-agent: *", "Disallow: /%7Ejoe").can_fetch("MyBot", "/~joe")


@pytest.mark.parametrize("lines", ["User-agent: *", b"User-agent: *", None, 5])
def test_lines_are_an_iterable_of_str(lines: object) -> None:
    with pytest.raises(TypeError, match="lines: expected an iterable of str, not"):
        RobotFileParser().parse(lines)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "allowed"),
    [(200, {"/a": False, "/b": True}), (404, {"/a": True, "/b": True}), (403, {"/a": False, "/b": False})],
)
def test_read_asks_the_site(status: int, allowed: dict[str, bool]) -> None:
    with site(Answer(status, b"User-agent: *\nDisallow: /a")) as here:
        parser = RobotFileParser(f"{here.url}/robots.txt")
        parser.read()
    assert {path: parser.can_fetch("MyBot", path) for path in allowed} == allowed


def test_any_text_can_be_parsed() -> None:
    assert not parsed("User-agent: *", "Disallow: /\ud800", "Disallow: /b").can_fetch("MyBot", "/b")
