"""`maycrawl.scrapy` as Scrapy calls it. Scrapy's own suites are a chore: `cargo xtask python suites`."""

from maycrawl.protego import Protego
from maycrawl.scrapy import RobotParser


def test_a_spider_asks() -> None:
    parser = RobotParser.from_crawler(None, b"User-agent: *\nDisallow: /a\nCrawl-delay: 2\n\xff")
    agent = "MyBot (+https://e.example/bot)"
    assert not parser.allowed("https://e.example/a", agent)
    assert not parser.allowed(b"https://e.example/a", agent.encode())
    assert parser.allowed("https://e.example/b", agent)
    assert parser.crawl_delay(agent) == 2.0


def test_files_are_read_as_protego_does() -> None:
    parser = RobotParser.from_crawler(None, b"User-agent: googlebot\nDisallow: /%7Ea")
    assert not parser.allowed("https://e.example/~a", "googlebot-news")
    assert RobotParser.dialect == Protego.dialect


def test_any_bytes_are_a_file() -> None:
    for body in [b"", b"\x00\xff", b"GIF89a\xf0\xd3", "User-agent: *\nDisallow: /".encode("utf-16")]:
        assert RobotParser.from_crawler(None, body).allowed("https://e.example/a", "MyBot")


def test_a_name_that_is_not_ascii() -> None:
    parser = RobotParser.from_crawler(None, "User-agent: UnicödeBöt\nDisallow: /some/randome/page.html".encode())
    for agent in ["UnicödeBöt", "UnicödeBöt".encode()]:
        assert not parser.allowed("https://e.example/some/randome/page.html", agent)
    assert parser.allowed("https://e.example/some/randome/page.html", "Other")
