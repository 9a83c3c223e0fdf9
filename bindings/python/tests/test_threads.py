"""Values are shared between threads and processes."""

import multiprocessing
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from threading import Thread
from time import monotonic

import pytest

from maycrawl import Robots

FILE = "User-agent: *\n" + "".join(f"Disallow: /{number}/*x\n" for number in range(500))
URLS = [f"/{number}/{letter}" for number in range(600) for letter in "xy"]


def lines(rules_and_urls: tuple[object, list[str]]) -> list[int | None]:
    rules, urls = rules_and_urls
    return [verdict.line for verdict in rules.check_all(urls)]  # type: ignore[attr-defined]


def expected() -> list[int | None]:
    return [number + 2 if number < 500 and letter == "x" else None for number in range(600) for letter in "xy"]


def test_threads_share_rules() -> None:
    # Fresh rules each time: the threads race to compile them.
    for _ in range(20):
        rules = Robots.parse(FILE).rules("MyBot")
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(lines, [(rules, URLS)] * 8)) == [expected()] * 8


def test_a_process_gets_rules_by_pickling() -> None:
    rules = Robots.parse(FILE).rules("MyBot")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        assert list(processes.map(lines, [(rules, URLS)] * 2)) == [expected()] * 2


def test_other_threads_run_while_a_long_file_is_read() -> None:
    file = b"User-agent: *\n" + b"Disallow: /a\n" * 2_000_000
    times: list[float] = []

    def parse() -> None:
        times.append(monotonic())
        Robots.parse(file, "google-parser")
        times.append(monotonic())

    thread = Thread(target=parse)
    thread.start()
    ticks = [0.0]
    while thread.is_alive():
        if (now := monotonic()) > ticks[-1] + 0.001:
            ticks.append(now)
    thread.join()
    begun, ended = times
    quarter = (ended - begun) / 4
    assert any(begun + quarter < tick < ended - quarter for tick in ticks)


def test_a_sub_interpreter_is_refused() -> None:
    interpreters = import_module("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    code = """
try:
    import maycrawl
except ImportError:
    pass
else:
    raise AssertionError("imported")
"""
    other = interpreters.create()
    try:
        assert interpreters.run_string(other, code) is None
    finally:
        interpreters.destroy(other)


# Ctrl-C comes when the work has begun, which takes minutes.
LONG_WORK = """
import signal
from time import monotonic

import pytest

from maycrawl import Robots

rules = Robots.parse("User-agent: *\\n" + "".join(f"Disallow: /*{number}*a*b*c*d$\\n" for number in range(2_000))).rules("MyBot")
urls = ["/" + "abcd" * 200] * 200_000
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.5)
start = monotonic()
try:
    rules.check_all(urls)
except KeyboardInterrupt:
    print("interrupted" if monotonic() - start < 5 else monotonic() - start)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers that send signals")
def test_control_c_ends_many_checks() -> None:
    ran = subprocess.run([sys.executable, "-c", LONG_WORK], capture_output=True, text=True, timeout=120, check=True)
    assert (ran.stdout, ran.stderr) == ("interrupted\n", "")


def test_long_lists_of_urls_get_all_their_verdicts() -> None:
    rules = Robots.parse(FILE).rules("MyBot")
    for n_urls in [0, 1, 15, 16, 17, 1200]:
        assert lines((rules, URLS[:n_urls])) == expected()[:n_urls]
