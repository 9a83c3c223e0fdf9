"""Measures the package beside Protego, fastrobots and the standard library, in one run: speed.py DIR.

Prints a row for each parser: microseconds to parse a file, from a file to its first verdict, and of a verdict when the
rules are held: of one site after the other, as a crawler asks that stays on a site, and of all sites in turn, whose rules
the processor's cache does not hold and which are asked for the first time. The files are the first thousand of `DIR/real` that are UTF-8, the URLs those that `DIR/verdicts.tsv`
asks of each for Googlebot. Each figure is the median of five passes, in which the parsers take turns.
"""

import statistics
import sys
import time
import urllib.robotparser
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import fastrobots
import protego

import maycrawl
import maycrawl.protego
import maycrawl.urllib

AGENT = "Googlebot"
ORIGIN = "https://www.example.com"
PASSES = 5
# How often a crawler that stays on a site asks for each URL.
ROUNDS = 100

# How to parse a file, and how to ask what came of it.
Parser = tuple[Callable[[str], Any], Callable[[Any], Callable[[str], object]]]


def standard(kind: Any) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        parser = kind()
        parser.parse(text.splitlines())
        return parser

    return parse


def can_fetch(parser: Any) -> Callable[[str], object]:
    return lambda url: parser.can_fetch(AGENT, url)


def can_fetch_by(parser: Any) -> Callable[[str], object]:
    return lambda url: parser.can_fetch(url, AGENT)


PARSERS: dict[str, Parser] = {
    "maycrawl": (maycrawl.Robots.parse, lambda robots: robots.rules(AGENT).is_allowed),
    "maycrawl.protego": (maycrawl.protego.Protego.parse, can_fetch_by),
    "protego": (protego.Protego.parse, can_fetch_by),
    "maycrawl.urllib": (standard(maycrawl.urllib.RobotFileParser), can_fetch),
    "urllib": (standard(urllib.robotparser.RobotFileParser), can_fetch),
    "fastrobots": (fastrobots.Robots.parse, lambda robots: robots.agent(AGENT).allowed),
}
# It is asked with paths.
PATHS_ONLY = {"fastrobots"}


def seconds(call: Callable[[], None]) -> float:
    started = time.thread_time()
    call()
    return time.thread_time() - started


def measure(name: str, files: list[tuple[str, list[str]]]) -> tuple[float, ...]:
    parse, ask = PARSERS[name]
    if name in PATHS_ONLY:
        files = [(text, [url.removeprefix(ORIGIN) for url in urls]) for text, urls in files]
    held = [(ask(parse(text)), urls) for text, urls in files]

    def parse_all() -> None:
        for text, _ in files:
            parse(text)

    def first_verdicts() -> None:
        for text, urls in files:
            ask(parse(text))(urls[0])

    def in_turn() -> None:
        for allowed, urls in held:
            for url in urls:
                allowed(url)

    def on_one_site(allowed: Callable[[str], object], urls: list[str]) -> None:
        for _ in range(ROUNDS):
            for url in urls:
                allowed(url)

    n_verdicts = sum(len(urls) for _, urls in files)
    return (
        seconds(parse_all) / len(files),
        seconds(first_verdicts) / len(files),
        seconds(in_turn) / n_verdicts,
        sum(seconds(partial(on_one_site, *site)) for site in held) / n_verdicts / ROUNDS,
    )


def main(folder: Path) -> None:
    urls: dict[str, list[str]] = defaultdict(list)
    for row in (folder / "verdicts.tsv").read_bytes().splitlines()[1:]:
        file, agent, url, *_ = row.split(b"\t")
        if agent == AGENT.encode() and url.startswith(ORIGIN.encode()) and url.isascii():
            urls[file.decode()].append(url.decode())
    files: list[tuple[str, list[str]]] = []
    for name in sorted(urls):
        try:
            files.append(((folder / "real" / name).read_bytes().decode(), urls[name]))
        except UnicodeDecodeError:
            continue
    files = files[:1000]
    passes: dict[str, list[tuple[float, ...]]] = {name: [] for name in PARSERS}
    for _ in range(PASSES):
        for name in PARSERS:
            passes[name].append(measure(name, files))
    print(f"{len(files)} files, {sum(len(urls) for _, urls in files)} URLs, Python {sys.version.split()[0]}; microseconds")
    print(f"{'':18} {'parse':>10} {'first verdict':>14} {'held, in turn':>14} {'held, one site':>15}")
    for name, figures in passes.items():
        parse, first, in_turn, one_site = (statistics.median(column) * 1e6 for column in zip(*figures, strict=True))
        print(f"{name:18} {parse:10.1f} {first:14.1f} {in_turn:14.2f} {one_site:15.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
