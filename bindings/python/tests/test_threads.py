"""Values are shared between threads and processes."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

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
