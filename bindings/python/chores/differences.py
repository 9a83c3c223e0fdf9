"""Asks each drop-in and what it replaces the same questions, and tells where they differ: differences.py DIR [LIB].

The questions are those of `DIR/verdicts.tsv`: file, product token and URL, with bytes that are not UTF-8 replaced. LIB
is the standard library of another Python, such as /usr/lib/python3.14: its urllib.robotparser is asked too.

Each original has a list of what it does otherwise. A difference counts for the first of the list that alone makes
the drop-in give the other answer, as knobs of its dialect or as a change to the file or the URL. If none does, two are
tried together.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import urllib.robotparser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import protego
from scrapy.robotstxt import ProtegoRobotParser

import maycrawl.protego
import maycrawl.reppy
import maycrawl.scrapy
import maycrawl.urllib
from maycrawl._asked import Asked

Questions = list[tuple[str, str]]


class Parsed(NamedTuple):
    """A file that was read: whether an agent may fetch a URL, and what else it says for an agent, and to all."""

    ask: Callable[[str, str], bool]
    to_agents: dict[str, Callable[[str], object]]
    to_all: dict[str, Callable[[], object]]


Parse = Callable[[str], Parsed]


class Cause(NamedTuple):
    """What the original does: as knobs, as a file, or as a URL for which the drop-in answers as it does."""

    words: str
    knobs: str = ""
    file: Callable[[str], str] = str
    url: Callable[[str], str] = str


def replaced(pattern: str, by: str) -> Callable[[str], str]:
    compiled = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    return lambda text: compiled.sub(by, text)


def values(field: str, change: Callable[[str], str]) -> Callable[[str], str]:
    """Changes the values of a field."""
    compiled = re.compile(rf"^([ \t]*{field}[ \t]*:)([^#\r\n]*)", re.IGNORECASE | re.MULTILINE)
    return lambda file: compiled.sub(lambda line: line[1] + change(line[2]), file)


# A rule that matches nothing closes a group.
CLOSES = "Disallow:"
KNOWN = r"user[- ]?agent|allow|dis*al+ow|diasllow|disallaw|site-?map|host"

FIRST = Cause("the first rule that matches decides", "paths.precedence=first")
PLAIN = Cause("`*` and a final `$` are characters", "paths.wildcards=off")
DOLLAR = Cause(
    "a final `$` is the end, and a character too",
    file=replaced(r"^([ \t]*(?:dis)?allow[ \t]*:)([^#\r\n]*\$)[ \t]*(?=#|\r|$)", r"\1\2\n\1\2*"),
)
ESCAPES = Cause("escapes such as `%7E` are decoded", "paths.normalise=draft")
SLASHES = Cause("`%2F` is a slash", "paths.normalise=draft", url=replaced("%2f", "/"))
OTHERS = Cause(
    "a field that is no rule closes a group",
    file=replaced(rf"^[ \t]*(?!{KNOWN})[^\s:#\ufeff][^:#\r\n]*:[^\r\n]*", CLOSES),
)
BLANK = Cause("a blank line ends a group", "groups.blank_ends=yes")
MERGE = Cause("only the first group of a name counts", "groups.merge=first")
WHOLE = Cause(
    "a name is all that stands there, versions and digits included",
    "groups.ua_match=whole",
    file=values("user-?agent", lambda name: name.replace("/", " ")),
)
FIELDS = Cause("fields need their colon and their exact name", "lines.field_match=exact+lines.colonless=off")
BEFORE = Cause("rules before any User-agent line count", file=lambda file: f"User-agent: *\n{file}")
INDEX = Cause("`Allow: /index.html` does not allow `/`", "paths.index_html=off")
ROBOTS = Cause("`/robots.txt` may be blocked", "paths.robots_txt_exempt=off")
MARK = Cause("a byte order mark belongs to the first line", file=lambda file: file.replace("\ufeff", "?", 1))
# Nothing blocks /robots.txt here.
NO_PATH = Cause("`/` does not match `http://host?query`", url=replaced(r"^[a-z]+://[^/?#]*\?.*", "/robots.txt"))
FRAGMENT = Cause("`#` and what follows is part of the path", url=replaced("#", "%23"))

URLLIB = [MARK, FIRST, PLAIN, ESCAPES, SLASHES, BLANK, MERGE, OTHERS, WHOLE, FIELDS, INDEX, ROBOTS, NO_PATH, FRAGMENT]
NEW_URLLIB = [MARK, ESCAPES, SLASHES, OTHERS, WHOLE, FIELDS, INDEX, NO_PATH, FRAGMENT]
PROTEGO = [MARK, OTHERS, WHOLE, DOLLAR, FIELDS]
REPPY = [ESCAPES, SLASHES, OTHERS, WHOLE, DOLLAR, FIELDS, INDEX, BEFORE, NO_PATH]
TWO, OTHER = "two of these together", "something else"


class Pair(NamedTuple):
    """An original and its drop-in: how each is asked about a file, by user agent and URL."""

    original: str
    theirs: Parse
    ours: Parse
    dialect: str
    causes: list[Cause]


class File:
    """A file, and how the drop-in would answer if causes applied."""

    def __init__(self, text: str, pair: Pair) -> None:
        self._text = text
        self._dialect = pair.dialect
        self._candidates: list[tuple[str, tuple[Cause, ...]]] = [
            *((cause.words, (cause,)) for cause in pair.causes),
            *((TWO, two) for two in combinations(pair.causes, 2)),
        ]
        self._asked: dict[tuple[Cause, ...], Asked] = {}

    def cause(self, agent: str, url: str, allowed: bool) -> str:
        """Why the original gives this answer."""
        return next((words for words, causes in self._candidates if self._if(causes, agent, url) is allowed), OTHER)

    def _if(self, causes: tuple[Cause, ...], agent: str, url: str) -> bool:
        if causes not in self._asked:
            text = self._text
            for cause in causes:
                text = cause.file(text)
            knobs = [cause.knobs for cause in causes if cause.knobs]
            self._asked[causes] = Asked(text, "+".join([self._dialect, *knobs]))
        for cause in causes:
            url = cause.url(url)
        return self._asked[causes].is_allowed(url, agent)


def standard(kind: type[urllib.robotparser.RobotFileParser]) -> Parse:
    def parse(text: str) -> Parsed:
        parser = kind()
        parser.parse(text.splitlines())
        to_agents = {"crawl_delay": parser.crawl_delay, "request_rate": parser.request_rate}
        return Parsed(parser.can_fetch, to_agents, {"site_maps": parser.site_maps})

    return parse


def by_protego(kind: type[protego.Protego] | type[maycrawl.protego.Protego]) -> Parse:
    def parse(text: str) -> Parsed:
        parser = kind.parse(text)
        to_agents = {name: getattr(parser, name) for name in ["crawl_delay", "request_rate", "visit_time"]}
        to_all = {"sitemaps": lambda: list(parser.sitemaps), "preferred_host": lambda: parser.preferred_host}
        return Parsed(lambda agent, url: parser.can_fetch(url, agent), to_agents, to_all)

    return parse


def by_scrapy(kind: type[ProtegoRobotParser] | type[maycrawl.scrapy.RobotParser]) -> Parse:
    def parse(text: str) -> Parsed:
        parser = kind.from_crawler(None, text.encode())
        return Parsed(lambda agent, url: parser.allowed(url, agent), {"crawl_delay": parser.crawl_delay}, {})

    return parse


# reppy ends the process if a URL has a port that is no number.
WRONG_PORT = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//[^/?#]*:(?!\d*(?:[/?#]|$))", re.IGNORECASE)


def by_reppy(kind: type[maycrawl.reppy.Robots]) -> Parse:
    def parse(text: str) -> Parsed:
        # No URL of a file: the corpus does not say which host each is of.
        robots = kind.parse("", text)

        def ask(agent: str, url: str) -> bool:
            if WRONG_PORT.match(url):
                raise ValueError(url)
            return robots.allowed(url, agent)

        # Its delays are floats of 32 bits.
        to_agents = {"delay": lambda agent: round(robots.agent(agent).delay or 0, 3)}
        return Parsed(ask, to_agents, {"sitemaps": lambda: robots.sitemaps})

    return parse


def pairs(library: Path | None) -> Iterator[Pair]:
    standards = {"urllib of Python {}.{}".format(*sys.version_info): (urllib.robotparser, URLLIB)}
    if library:
        sys.path.append(str(Path(__file__).parents[1] / "suites"))
        from cpython import robotparser

        standards[f"urllib of {library.name}"] = (robotparser(library), NEW_URLLIB)
    ours = maycrawl.urllib.RobotFileParser
    for name, (module, causes) in standards.items():
        yield Pair(name, standard(module.RobotFileParser), standard(ours), ours.dialect, causes)
    drop_in = maycrawl.protego.Protego
    yield Pair("Protego", by_protego(protego.Protego), by_protego(drop_in), drop_in.dialect, PROTEGO)
    parser = maycrawl.scrapy.RobotParser
    yield Pair("Scrapy's default", by_scrapy(ProtegoRobotParser), by_scrapy(parser), parser.dialect, PROTEGO)
    if importlib.util.find_spec("reppy"):
        from reppy.robots import Robots

        robots = maycrawl.reppy.Robots
        yield Pair("reppy", by_reppy(Robots), by_reppy(robots), robots.dialect, REPPY)
    else:
        print("reppy is not installed, so it is not asked")


def compare(pair: Pair, files: dict[str, tuple[str, Questions]]) -> None:
    n_questions = n_raised = 0
    causes: Counter[tuple[str, bool]] = Counter()
    n_others: Counter[str] = Counter()
    n_others_differ: Counter[str] = Counter()
    for text, questions in files.values():
        theirs, ours, file = pair.theirs(text), pair.ours(text), File(text, pair)
        for agent, url in questions:
            n_questions += 1
            try:
                allowed = theirs.ask(agent, url)
            except ValueError:
                n_raised += 1
                continue
            if ours.ask(agent, url) is not allowed:
                causes[file.cause(agent, url, allowed), allowed] += 1
        for name, value, our_value in others(theirs, ours, sorted({agent for agent, _ in questions})):
            n_others[name] += 1
            n_others_differ[name] += value != our_value
    differ = causes.total()
    print(f"\n{pair.original} and {pair.dialect}: of {n_questions} questions it raises for {n_raised}")
    print(f"and {differ} answers differ ({differ / n_questions:.2%})\n")
    print("| what the original does | it allows, maycrawl blocks | it blocks, maycrawl allows |\n|---|--:|--:|")
    for words in [*(cause.words for cause in pair.causes), TWO, OTHER]:
        allows, blocks = causes[words, True], causes[words, False]
        if allows or blocks:
            print(f"| {words} | {allows} | {blocks} |")
    allows = sum(n for (_, allowed), n in causes.items() if allowed)
    print(f"| all | {allows} | {differ - allows} |")
    counts = [f"{name} {n_others_differ[name]} of {n}" for name, n in n_others.items()]
    print("\nOther answers that differ:", ", ".join(counts))


def others(theirs: Parsed, ours: Parsed, agents: list[str]) -> Iterator[tuple[str, object, object]]:
    """The other answers of a file: their name, and how both answer."""
    for name, say in theirs.to_agents.items():
        for agent in agents:
            yield name, say(agent), ours.to_agents[name](agent)
    for name, tell in theirs.to_all.items():
        yield name, tell(), ours.to_all[name]()


def read(folder: Path) -> dict[str, tuple[str, Questions]]:
    questions: dict[str, Questions] = defaultdict(list)
    for row in (folder / "verdicts.tsv").read_bytes().splitlines()[1:]:
        file, agent, url, *_ = (column.decode("utf-8", "replace") for column in row.split(b"\t"))
        questions[file].append((agent, url))
    texts = {file: (folder / "real" / file).read_bytes().decode("utf-8", "replace") for file in questions}
    return {file: (texts[file], asked) for file, asked in questions.items()}


def main(folder: Path, library: Path | None = None) -> None:
    files = read(folder)
    for pair in pairs(library):
        compare(pair, files)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
