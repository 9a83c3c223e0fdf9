"""Nothing keeps what is no longer used."""

import gc
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from maycrawl import Agent, Dialect, Document, InputError, Robots, check

# A chore makes a million of each.
OBJECTS = int(os.environ.get("MAYCRAWL_OBJECTS", "20000"))

FILE = b"User-agent: MyBot\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 2.5\nSitemap: https://a.example/b"
ROBOTS = Robots.parse(FILE)
RULES = ROBOTS.rules("MyBot")
PICKLED = pickle.dumps(RULES)
URL = "https://a.example/a/ü"
# Explaining takes a thousand times as long as checking.
SLOW = {"Rules.explain"}


def refused() -> None:
    try:
        RULES.check("/\udcff")
    except InputError:
        pass


CALLS: dict[str, Callable[[], object]] = {
    "Robots.parse": lambda: Robots.parse(FILE),
    "Robots.rules": lambda: ROBOTS.rules("MyBot"),
    "Robots.crawl_delay": lambda: ROBOTS.crawl_delay("MyBot"),
    "Robots.sitemaps": lambda: ROBOTS.sitemaps,
    "Rules.check": lambda: RULES.check(URL),
    "Rules.check_all": lambda: RULES.check_all([URL]),
    "Rules.explain": lambda: RULES.explain(URL),
    "check": lambda: check(FILE, URL, "MyBot"),
    "an error": refused,
    "Agent": lambda: Agent.from_header("Mozilla/5.0 (compatible; MyBot/1.2)"),
    "Dialect": lambda: Dialect("google+paths.tie=disallow"),
    "Document.lines": lambda: Document.parse(FILE).lines,
    "pickle": lambda: pickle.loads(PICKLED),
}


def resident() -> int:
    """The bytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells how much memory is used")
def test_objects_come_and_go(name: str) -> None:
    call, n_objects = CALLS[name], OBJECTS // (100 if name in SLOW else 1)
    arguments = [FILE, URL, ROBOTS, RULES]
    for _ in range(1000):
        call()
    gc.collect()
    references = [sys.getrefcount(argument) for argument in arguments]
    blocks, bytes_before = sys.getallocatedblocks(), resident()
    for _ in range(n_objects):
        call()
    gc.collect()
    assert [sys.getrefcount(argument) for argument in arguments] == references
    assert sys.getallocatedblocks() - blocks < 100
    assert resident() - bytes_before < 2 << 20
