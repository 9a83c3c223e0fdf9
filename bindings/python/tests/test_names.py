"""A name that is no product token, such as MJ12bot, finds its group in every face, and each face reads as the command."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pyarrow as pa
import pytest
from site_on_loopback import site

from maycrawl import Agent, AsyncGatekeeper, Dialect, Gatekeeper, Robots, arrow, check, crawlers, policy
from maycrawl._native import answer
from maycrawl.protego import Protego
from maycrawl.reppy.robots import Robots as ReppyRobots
from maycrawl.scrapy import RobotParser
from maycrawl.urllib import RobotFileParser

FILE = "User-agent: MJ12bot\nUser-agent: Bot 9\nUser-agent: 360Spider\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n"
URL = "https://example.com/a"


def door(operation: str, **question: object) -> dict[str, object]:
    document: dict[str, object] = json.loads(answer(operation, json.dumps(question).encode()))
    return document


def door_allows(agent: object) -> bool:
    answers = door("check", robots=FILE, urls=[URL], agents=[agent], detail="columns")["verdict"]
    return answers == ["allow"]


def command_allows(name: str, *options: str) -> bool:
    command = [sys.executable, "-m", "maycrawl", "check", "--robots", "-", "--agent", name, *options, URL]
    ran = subprocess.run(command, input=FILE.encode(), capture_output=True, env={**os.environ, "NO_COLOR": "1"})
    assert ran.returncode in (0, 1), ran.stderr.decode()
    return ran.returncode == 0


def streamed(name: str) -> bool:
    table = pa.table({"robots": [FILE], "url": [URL], "agent": [name]})
    (verdicts,) = arrow.check_stream(table)
    return verdicts["allowed"].to_list() == [True]


def urllib_allows(name: str) -> bool:
    parser = RobotFileParser()
    parser.parse(FILE.splitlines())
    return parser.can_fetch(name, URL)


# Every way to ask by a name.
FACES: dict[str, Callable[[str], bool]] = {
    "check": lambda name: check(FILE, URL, name).allowed,
    "check, bytes": lambda name: check(FILE.encode(), URL, name.encode()).allowed,
    "check, Agent": lambda name: check(FILE, URL, Agent(name)).allowed,
    "check, first_of": lambda name: check(FILE, URL, Agent.first_of(["Other", name])).allowed,
    "check, own": lambda name: check(FILE, URL, name, dialect="own").allowed,
    "check, Dialect": lambda name: check(FILE, URL, name, dialect=Dialect()).allowed,
    "Rules.check": lambda name: Robots.parse(FILE).rules(name).check(URL).allowed,
    "Rules.is_allowed": lambda name: Robots.parse(FILE).rules(name).is_allowed(URL),
    "Rules.check_all": lambda name: Robots.parse(FILE).rules(name).check_all([URL])[0].allowed,
    "Rules.explain": lambda name: Robots.parse(FILE).rules(name).explain(URL).verdict == "allow",
    "arrow.check": lambda name: arrow.check(FILE, URL, name)["allowed"].to_list() == [True],
    "arrow.check, column": lambda name: arrow.check(FILE, URL, pa.array([name]))["allowed"].to_list() == [True],
    "Checker": lambda name: arrow.Checker().check(FILE, URL, Agent(name))["allowed"].to_list() == [True],
    "check_stream": streamed,
    "arrow.policy": lambda name: arrow.policy(FILE, [name])[name].to_list() != ["nowhere"],
    "door": door_allows,
    "door, tokens": lambda name: door_allows({"tokens": [name]}),
    "command": command_allows,
    "command, plain": lambda name: command_allows(name, "--plain"),
    "urllib": urllib_allows,
    "Protego": lambda name: Protego.parse(FILE).can_fetch(URL, name),
    "Scrapy": lambda name: RobotParser.from_crawler(None, FILE.encode()).allowed(URL, name),
    "reppy": lambda name: ReppyRobots.parse("https://example.com/robots.txt", FILE).allowed(URL, name),
}


@pytest.mark.parametrize("face", FACES)
def test_a_name_that_is_no_token_finds_its_group(face: str) -> None:
    allows = FACES[face]
    for name in ["MJ12bot", "mj12BOT", "Bot 9", "360Spider"]:
        assert not allows(name), name
    for name in ["MJ13bot", "MyBot", "Other-9"]:
        assert allows(name), name


@pytest.mark.parametrize("face", [face for face in FACES if not face.endswith(("tokens", "first_of", "plain"))])
def test_a_header_finds_the_group_of_its_crawler(face: str) -> None:
    allows = FACES[face]
    assert not allows("MJ12bot/v1.4.8")
    assert not allows("Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)")
    # A crawler that mentions another one is not that.
    assert allows("MyBot/1.0 (like MJ12bot)")


@pytest.mark.parametrize("dialect", ["own", "google", "cautious"])
def test_a_gatekeeper_asks_for_the_whole_name(dialect: str) -> None:
    with site(FILE.encode()) as here:
        for name, expected in [
            ("MJ12bot", "disallow"),
            ("MJ12bot/1.0", "disallow"),
            ("Mozilla/5.0 (compatible; mj12bot/1.0)", "disallow"),
            ("360Spider/1.0", "disallow"),
            ("MyBot/1.0", "allow"),
        ]:
            gatekeeper = Gatekeeper(name, allow_private=True, dialect=dialect)
            assert gatekeeper.may_fetch(f"{here.url}/a").verdict == expected, name
            assert Gatekeeper("MyBot/1.0", allow_private=True, dialect=dialect).may_fetch(f"{here.url}/a", name).verdict == expected
            waiting = AsyncGatekeeper(name, allow_private=True, dialect=dialect).may_fetch(f"{here.url}/a")
            assert asyncio.run(wait(waiting)) == expected


async def wait(decision: object) -> str:
    verdict: str = (await decision).verdict  # type: ignore[misc]
    return verdict


def test_a_dialect_that_is_asked_for_decides_about_names() -> None:
    for dialect in ["google-parser", Dialect("google")]:
        assert check(FILE, URL, "MJ12bot", dialect=dialect).allowed
        assert not Agent("MJ12bot").can_be_named(dialect)
    assert not check(FILE, URL, "MJ12bot", dialect="google+groups.ua_match=whole").allowed
    assert Agent("MJ12bot").can_be_named()


# Files in which crawlers that fall back, ignore `*` or read in another dialect get other answers than most.
FILES = [
    FILE,
    "User-agent: *\nDisallow: /",
    "User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nAllow: /",
    "User-agent: *\n\nDisallow: /\n\nUser-agent: Yandex\n\nAllow: /a",
    "User-agent: AdsBot-Google\nDisallow: /\nUser-agent: bingbot\nCrawl-delay: 5\n\nUser-agent: *\nCrawl-delay: 9",
    "User-agent: " + "\nUser-agent: ".join(crawler.token for crawler in crawlers()[::2]) + "\nDisallow: /a$",
    "User-agent: *\nAllow: /a\nDisallow: /a\nDisallow: /*b",
    b"\xff\xfe",
]


def names() -> Iterator[str]:
    for crawler in crawlers():
        yield crawler.token


@pytest.mark.parametrize("index", range(len(FILES)))
def test_python_reads_as_the_command_does(index: int) -> None:
    file = FILES[index]
    text = file if isinstance(file, str) else file.decode("latin-1")
    all_names = [*names(), "MyBot", "Bot9"]
    assert len(all_names) > 600
    urls = ["https://example.com/a", "https://example.com/ab?c", "https://example.com/"]
    table = arrow.check(
        text,
        pa.array([url for _ in all_names for url in urls]),
        pa.array([name for name in all_names for _ in urls]),
    )
    columns = list(zip(table["allowed"].to_list(), table["reason"].to_list(), table["line"].to_list(), strict=True))
    robots = Robots.parse(text)
    for start in range(0, len(all_names), 100):
        part = all_names[start : start + 100]
        told = door("check", robots=text, urls=urls, agents=part, detail="columns")
        for place, name in enumerate(part):
            rules = robots.rules(name)
            assert str(rules.dialect) == told["dialects"][place], name  # type: ignore[index]
            for number, url in enumerate(urls):
                row = number * len(part) + place
                verdict, reason, line = (told[column][row] for column in ("verdict", "reason", "line"))  # type: ignore[index]
                expected = (verdict == "allow", reason, line or None)
                found = rules.check(url)
                assert (found.allowed, found.reason, found.line) == expected, (name, url)
                once = check(text, url, name)
                assert once == found, (name, url)
                assert columns[(start + place) * len(urls) + number] == expected, (name, url)
    known = {crawler.token: crawler for crawler in crawlers()}
    standings = policy(text).crawlers
    assert set(standings) <= set(known)
    for name, standing in standings.items():
        rules = robots.rules(known[name].agent())
        assert rules == robots.rules(name)
        allowed = {rules.is_allowed(url) for url in urls}
        if standing in ("everywhere", "nowhere"):
            assert allowed == {standing == "everywhere"}, name
    assert arrow.policy(text, ["AdsBot-Google"])["AdsBot-Google"].to_list() == [standings["AdsBot-Google"]]


def test_the_catalogue_has_agents() -> None:
    assert crawlers("Googlebot-Image")[0].agent() == Agent.first_of(["Googlebot-Image", "Googlebot"])
    assert crawlers("AdsBot-Google")[0].agent().ignores_global
    file = "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /"
    assert check(file, "/", "AdsBot-Google").allowed and check(file, "/", "Googlebot-Image").allowed
    assert not check(file, "/", Agent("Googlebot-Image")).allowed
    assert policy(file, dialect=Dialect("own")) == policy(file)


@pytest.mark.parametrize("given", ["own", Dialect("own"), Dialect(), Dialect(Dialect())])
def test_own_is_accepted_wherever_a_dialect_is(given: Dialect | str) -> None:
    assert str(Robots.parse("", given).dialect) == "own"
    assert str(arrow.Checker(given).dialect) == "own"
    assert str(Gatekeeper("MyBot/1.0", dialect=given).dialect) == "own"
    table = pa.table({"robots": [FILE], "url": [URL]})
    assert [one["allowed"].to_list() for one in arrow.check_stream(table, agent=Agent("MJ12bot"), dialect=given)] == [[False]]
    assert policy("", dialect=given).crawlers["Googlebot"] == "everywhere"

    class Own(RobotFileParser):
        dialect = str(given)

    parser = Own()
    parser.parse(io.StringIO(FILE))
    assert not parser.can_fetch("MJ12bot/1.0", URL) and parser.can_fetch("MyBot", URL)


def test_an_agent_of_a_header_is_that_of_its_product() -> None:
    assert Agent("MyBot/1.0") == Agent("Mozilla/5.0 (compatible; MyBot/1.2)") == Agent("MyBot")
    assert Agent("MyBot/1.0").tokens == ("MyBot",)
    assert Agent("Mozilla/5.0 (X11; Linux x86_64)").tokens == ("*",)
