"""A delay is for the agents right before it."""

from __future__ import annotations

import pytest

from maycrawl import Dialect, Robots

# As many a site writes it: one crawler is to wait for long.
FILE = "User-agent: *\nCrawl-delay: 1\nUser-agent: Yandex\nCrawl-delay: 100\n"


@pytest.mark.parametrize("dialect", ["own", *Dialect.presets()])
def test_a_delay_is_for_the_agents_before_it(dialect: str) -> None:
    robots = Robots.parse(FILE, dialect)
    assert (robots.crawl_delay("MyBot"), robots.crawl_delay("Yandex")) == (1.0, 100.0)
    rates = Robots.parse(FILE.replace("Crawl-delay: ", "Request-rate: 1/"), dialect)
    rate = rates.request_rate("MyBot")
    assert rate is not None and rate.seconds == 1
    hours = Robots.parse(FILE.replace("Crawl-delay: 100", "Visit-time: 0600-0845"), dialect)
    assert hours.visit_times("MyBot") == ()
