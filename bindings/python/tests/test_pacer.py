"""A pacer hands out turns by a clock that the caller reads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from maycrawl import Agent, InputError, Pacer

SITE = "https://example.com/a"


def test_turns_keep_their_pause_for_each_origin_and_agent() -> None:
    pacer = Pacer(1.0)
    assert pacer.turn(SITE, "MyBot", now=0.0) == 0.0
    assert pacer.turn("https://EXAMPLE.com:443/b", "mybot", now=0.25) == 0.75
    assert pacer.turn("http://example.com/b", "MyBot", now=0.25) == 0.0
    assert pacer.turn(SITE, "Other", now=0.25) == 0.0
    assert pacer.turn(SITE, Agent("MyBot"), now=1.0) == 0.0


def test_a_file_may_ask_for_a_longer_pause_but_not_for_a_shorter_one() -> None:
    pacer = Pacer(1.0)
    assert pacer.turn(SITE, "MyBot", pause=5.0, now=0.0) == 0.0
    assert pacer.turn(SITE, "MyBot", pause=5.0, now=1.0) == 4.0
    assert pacer.turn(SITE, "MyBot", pause=0.0, now=5.0) == 0.0
    assert pacer.turn(SITE, "MyBot", now=5.5) == 0.5


def test_who_waits_as_long_as_told_has_the_turn() -> None:
    pacer = Pacer(0.0123)
    now = 1e6 / 3
    for _ in range(1000):
        assert pacer.turn(SITE, "MyBot", now=now) == 0.0
        now += pacer.turn(SITE, "MyBot", now=now)


def test_a_page_may_put_a_turn_off_by_a_day_at_most() -> None:
    pacer = Pacer(1.0)
    pacer.put_off(SITE, "MyBot", until=100.0, now=0.0)
    assert pacer.turn(SITE, "MyBot", now=40.0) == 60.0
    pacer.put_off(SITE, "MyBot", until=float("inf"), now=40.0)
    assert pacer.turn(SITE, "MyBot", now=40.0) == 86_400.0


def test_a_clock_may_be_negative() -> None:
    pacer = Pacer(1.0)
    assert [pacer.turn(SITE, "MyBot", now=now) for now in (-10.0, -9.25, -9.0)] == [0.0, 0.25, 0.0]


@pytest.mark.parametrize("now", [float("inf"), float("-inf"), float("nan"), 1e300, 10**400, 1_800_000_000 * 10**9])
def test_now_is_a_time_that_a_clock_can_show(now: float) -> None:
    pacer = Pacer(1.0)
    for call in [lambda: pacer.turn(SITE, "MyBot", now=now), lambda: pacer.put_off(SITE, "MyBot", until=9.0, now=now)]:
        with pytest.raises(InputError, match="^now: cannot use .*; write the seconds of a clock, such as time.monotonic()"):
            call()
    assert pacer.turn(SITE, "MyBot", now=0.0) == 0.0


def test_after_an_endless_pause_no_turn_comes() -> None:
    pacer = Pacer(1.0)
    assert pacer.turn(SITE, "MyBot", pause=float("inf"), now=0.0) == 0.0
    assert pacer.turn(SITE, "MyBot", pause=float("inf"), now=1e9) == float("inf")


def test_what_is_put_off_into_the_past_has_its_turn() -> None:
    pacer = Pacer(1.0)
    for until in [-1.0, float("-inf")]:
        pacer.put_off(SITE, "MyBot", until=until, now=0.0)
    assert pacer.turn(SITE, "MyBot", now=0.0) == 0.0


def test_memory_is_bounded() -> None:
    pacer = Pacer(1.0, max_origins=1)
    assert pacer.turn("https://a.example", "MyBot", now=0.0) == 0.0
    assert pacer.turn("https://b.example", "MyBot", now=0.0) == 0.0
    assert pacer.turn("https://a.example", "MyBot", now=0.0) == 0.0


def test_of_threads_that_ask_at_once_one_has_the_turn() -> None:
    pacer = Pacer(1.0)
    with ThreadPoolExecutor(8) as threads:
        waits = list(threads.map(lambda _: pacer.turn(SITE, "MyBot", now=0.0), range(100)))
    assert sorted(waits) == [0.0, *[1.0] * 99]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda pacer: Pacer("1"), TypeError, "floor: expected float, not str"),
        (lambda pacer: Pacer(-1), InputError, "floor: cannot use -1; write a number of seconds, 0 or more"),
        (lambda pacer: Pacer(float("nan")), InputError, "floor: cannot use nan; write a number of seconds, 0 or more"),
        (lambda pacer: Pacer(1, max_origins=0), InputError, "max_origins: cannot use 0; write a whole number above 0"),
        (lambda pacer: pacer.turn(5, "a", now=0), TypeError, "url: expected str or bytes, not int"),
        (lambda pacer: pacer.turn("a", "a", now=0), InputError, "url: not an absolute URL: it has no scheme such as https://"),
        (lambda pacer: pacer.turn(SITE, None, now=0), TypeError, "agent: expected str, bytes or Agent, not NoneType"),
        (lambda pacer: pacer.turn(SITE, "a", now=None), TypeError, "now: expected float, not NoneType"),
        (lambda pacer: pacer.turn(SITE, " ", now=0), InputError, "agent: cannot use ' '; name a crawler, such as MyBot"),
        (
            lambda pacer: pacer.put_off(SITE, "a", until=float("nan"), now=0),
            InputError,
            "until: cannot use nan; write the seconds of a clock, such as time.monotonic()",
        ),
        (lambda pacer: pacer.turn(SITE, "a", pause="1", now=0), TypeError, "pause: expected float, not str"),
        (lambda pacer: pacer.put_off(SITE, "a", until="1", now=0), TypeError, "until: expected float, not str"),
    ],
)
def test_a_wrong_argument_is_named(call: Callable[[Any], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call(Pacer(1.0))
    assert str(caught.value) == message
    assert type(caught.value) is error
