"""A delay is for the agents right before it, and ends their list where the library that a drop-in replaces says so."""

from __future__ import annotations

import pytest

from maycrawl import Dialect, Robots
from maycrawl.protego import Protego
from maycrawl.reppy.robots import Robots as ReppyRobots
from maycrawl.scrapy import RobotParser
from maycrawl.urllib import RobotFileParser

# As many a site writes it: one crawler is to wait for long.
FILE = "User-agent: *\nCrawl-delay: 1\nUser-agent: Yandex\nCrawl-delay: 100\n"

# In Google's reading, `a` and `b` share a group.
SHARED = "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /\n"


@pytest.mark.parametrize("dialect", ["own", *Dialect.presets()])
def test_a_delay_is_for_the_agents_before_it(dialect: str) -> None:
    robots = Robots.parse(FILE, dialect)
    assert (robots.crawl_delay("MyBot"), robots.crawl_delay("Yandex")) == (1.0, 100.0)
    rates = Robots.parse(FILE.replace("Crawl-delay: ", "Request-rate: 1/"), dialect)
    rate = rates.request_rate("MyBot")
    assert rate is not None and rate.seconds == 1
    hours = Robots.parse(FILE.replace("Crawl-delay: 100", "Visit-time: 0600-0845"), dialect)
    assert hours.visit_times("MyBot") == ()


def urllib(file: str) -> RobotFileParser:
    parser = RobotFileParser()
    parser.parse(file.splitlines())
    return parser


def test_drop_ins_agree_about_delays() -> None:
    for name, delay in [("MyBot", 1), ("Yandex", 100)]:
        assert Protego.parse(FILE).crawl_delay(name) == delay
        assert RobotParser.from_crawler(None, FILE.encode()).crawl_delay(name) == delay
        assert urllib(FILE).crawl_delay(name) == delay
        assert ReppyRobots.parse("https://example.com/robots.txt", FILE).agent(name).delay == delay


# A sitemap is for all, wherever it stands.
SITEMAP = SHARED.replace("Crawl-delay: 5", "Sitemap: https://example.com/map.xml")


def test_a_delay_ends_the_list_of_agents_in_drop_ins_only() -> None:
    assert [Robots.parse(SHARED).rules(name).is_allowed("/") for name in "ab"] == [False, False]
    for file, expected in [(SHARED, [True, False]), (SITEMAP, [False, False])]:
        reppy = ReppyRobots.parse("https://example.com/robots.txt", file)
        assert [Protego.parse(file).can_fetch("/", name) for name in "ab"] == expected
        assert [RobotParser.from_crawler(None, file.encode()).allowed("/", name) for name in "ab"] == expected
        assert [urllib(file).can_fetch(name, "/") for name in "ab"] == expected
        assert [reppy.allowed("/", name) for name in "ab"] == expected
