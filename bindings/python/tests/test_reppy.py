"""`maycrawl.reppy` in the place of reppy."""

import pickle
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from site_on_loopback import Answer, Site, site

from maycrawl import InputError
from maycrawl.reppy import exceptions
from maycrawl.reppy._http import Response
from maycrawl.reppy.cache import AgentCache, RobotsCache
from maycrawl.reppy.cache.policy import DefaultObjectPolicy, ReraiseExceptionPolicy
from maycrawl.reppy.robots import Agent, AllowAll, AllowNone, Robots
from maycrawl.reppy.ttl import HeaderWithDefaultPolicy

URL = "https://e.example/robots.txt"
FILE = b"""\
User-agent: MyBot
Disallow: /a
Crawl-delay: 0.5

User-agent: *
Disallow: /b
Sitemap: https://e.example/a.xml
"""


def test_verdicts() -> None:
    for content in [FILE, FILE.decode()]:
        robots = Robots.parse(URL, content)
        assert not robots.allowed("https://e.example/a", "MyBot")
        assert not robots.allowed(b"/a", b"Mozilla/5.0 (compatible; MyBot/1.0)")
        assert robots.allowed("/b", "mybot")
        assert not robots.allowed("/b", "Other")
        assert robots.sitemaps == ["https://e.example/a.xml"]


def test_an_agent_is_asked_without_its_name() -> None:
    robots = Robots.parse(URL, FILE)
    agent = robots.agent("MyBot")
    assert (agent.allowed("/a"), agent.allowed("/b"), agent.delay) == (False, True, 0.5)
    assert robots.agent("Other").delay is None
    assert Robots.parse(URL, "User-agent: *\nCrawl-delay: 0").agent("MyBot").delay is None


def test_urls_of_another_host_are_not_allowed() -> None:
    robots = Robots.parse(URL, "")
    here = ["/a", "a", "", "https://e.example/", "http://E.example:8080/a", "//e.example/a", "https://x@e.example?a"]
    elsewhere = ["https://f.example/a", "//f.example/a", b"https://e.example.f/\xff", "http://[::1]/a"]
    elsewhere += ["http://e.example@f/"]
    for asked in [lambda url: robots.allowed(url, "MyBot"), robots.agent("MyBot").allowed]:
        assert [asked(url) for url in here] == [True] * len(here)
        assert [asked(url) for url in elsewhere] == [False] * len(elsewhere)
    assert Robots.parse("", "").allowed("https://f.example/a", "MyBot")


def test_files_that_allow_all_or_nothing() -> None:
    assert not AllowNone(URL).allowed("/a", "MyBot")
    assert AllowAll(URL).allowed("/a", "MyBot")
    assert AllowNone(URL, 5.0).expires == AllowAll(URL, 5.0).expires == 5.0


def test_an_agent_gets_rules() -> None:
    agent = Agent()
    assert agent.allowed("https://e.example/a") and agent.delay is None
    assert agent.disallow("/").allow("/a$") is agent
    assert (agent.allowed("https://e.example/a"), agent.allowed("/ab")) == (True, False)


@pytest.mark.parametrize("name", ["MyBot", "Other", "MJ12bot", "Mozilla/5.0 (compatible; MyBot/1.0)"])
@pytest.mark.parametrize("content", [b"", FILE, b"Disallow: /x\nUser-agent: MJ12bot", FILE + b"# \n" * 200_000])
def test_an_agent_of_a_file_gets_rules_of_its_own(content: bytes, name: str) -> None:
    robots = Robots.parse(URL, content)
    agent = robots.agent(name)
    urls = ["/a", "/b", "/x", "/y"]
    before = [agent.allowed(url) for url in urls]
    agent.disallow(b"/z").allow("/z/a")
    assert [agent.allowed(url) for url in urls] == before
    assert (agent.allowed("/z"), agent.allowed("/z/a")) == (False, True)
    assert robots.allowed("/z", name)


@pytest.mark.parametrize(
    "call", [lambda: Robots.parse(5, ""), lambda: Robots.robots_url(5), lambda: Agent().allowed(5)]
)
def test_a_url_is_text(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="url: expected str or bytes, not int"):
        call()


def test_a_rule_is_one_line() -> None:
    for path in ["/a\nAllow: /", "/a\r", "/\0"]:
        with pytest.raises(InputError, match="path: a rule is one line"):
            Agent().disallow(path)


def test_when_a_file_expires() -> None:
    now = time.time()
    over, valid, unknown = (Robots.parse(URL, FILE, expires) for expires in [now - 1, now + 3600, None])
    assert (over.expired, over.ttl, over.expires) == (True, 0, now - 1)
    assert not valid.expired and 3500 < valid.ttl <= 3600
    assert (unknown.expired, unknown.ttl, unknown.expires) == (False, 0, None)


@pytest.mark.parametrize(
    ("url", "robots_url"),
    [
        ("http://userinfo@example.com:8080/path;params?query#fragment", "http://example.com:8080/robots.txt"),
        ("https://example.com:443/a", "https://example.com/robots.txt"),
        (b"HTTP://Example.COM/x", "http://example.com/robots.txt"),
        ("http://[::1]:80", "http://[::1]/robots.txt"),
    ],
)
def test_the_url_of_a_robots_txt(url: str | bytes, robots_url: str) -> None:
    assert Robots.robots_url(url) == robots_url


@pytest.mark.parametrize("url", ["/a", "example.com", "", "//e.example/", "http://e:x/", "http://[", b"\xff"])
def test_a_url_without_a_robots_txt(url: str | bytes) -> None:
    with pytest.raises(exceptions.MalformedUrl):
        Robots.robots_url(url)


def test_another_dialect() -> None:
    class Rfc9309(Robots):
        dialect = "rfc9309"

    assert not Rfc9309.parse(URL, "User-agent: *\nDisallow: /%7Ejoe").allowed("/~joe", "MyBot")
    assert Robots.parse(URL, "User-agent: *\nDisallow: /%7Ejoe").allowed("/~joe", "MyBot")


# Fetching


def test_a_site_is_asked() -> None:
    with site(FILE) as here:
        robots = Robots.fetch(f"{here.url}/robots.txt", headers={"User-Agent": "MyBot/1.0"})
        assert here.asked == [("/robots.txt", "MyBot/1.0")]
        assert (robots.allowed(f"{here.url}/a", "MyBot"), robots.allowed(f"{here.url}/b", "MyBot")) == (False, True)
    assert 3500 < robots.ttl <= 3600


@pytest.mark.parametrize(("status", "allowed"), [(401, False), (403, False), (400, True), (404, True), (429, True)])
def test_what_a_status_means(status: int, allowed: bool) -> None:
    with site(Answer(status, b"User-agent: *\nDisallow: /a")) as here:
        robots = Robots.fetch(f"{here.url}/robots.txt")
        assert robots.allowed(f"{here.url}/b", "MyBot") is robots.allowed(f"{here.url}/a", "MyBot") is allowed
        assert type(robots) is (AllowAll if allowed else AllowNone)


@pytest.mark.parametrize("status", [204, 500, 503])
def test_other_statuses_raise(status: int) -> None:
    with site(Answer(status)) as here, pytest.raises(exceptions.BadStatusCode) as caught:
        Robots.fetch(f"{here.url}/robots.txt")
    assert (caught.value.args[1], caught.value.url) == (status, f"{here.url}/robots.txt")


def test_redirects_are_followed() -> None:
    with site(Answer(301, headers={"Location": "/other"})) as here:
        here.answers["/other"] = Answer(body=FILE)
        assert not Robots.fetch(f"{here.url}/robots.txt").allowed("/a", "MyBot")


def redirect_to(target: str) -> Callable[[Site], None]:
    def redirect(here: Site) -> None:
        here.answers["/robots.txt"] = Answer(302, headers={"Location": target})

    return redirect


def answer(answer: Answer) -> Callable[[Site], None]:
    return lambda here: here.answers.update({"/robots.txt": answer})


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (answer(Answer(body=b"#" * 101)), exceptions.ContentTooLong),
        (answer(Answer(status=0)), exceptions.ConnectionException),
        (redirect_to("/robots.txt"), exceptions.ExcessiveRedirects),
        (redirect_to("file:///etc/hostname"), exceptions.BadStatusCode),
        (redirect_to("ftp://127.0.0.1/robots.txt"), exceptions.ConnectionException),
        (redirect_to("http://127.0.0.1:x/"), exceptions.MalformedUrl),
    ],
)
def test_what_goes_wrong_on_the_way(change: Callable[[Site], None], kind: type[Exception]) -> None:
    with site() as here:
        change(here)
        with pytest.raises(exceptions.ReppyException) as caught:
            Robots.fetch(f"{here.url}/robots.txt", max_size=100)
    assert type(caught.value) is kind
    assert caught.value.url == f"{here.url}/robots.txt"


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/a", "file:///etc/hostname", "data:,a", "/a", "", "http:///a"])
def test_only_http_and_https_are_asked(url: str) -> None:
    with pytest.raises(exceptions.MalformedUrl):
        Robots.fetch(url)


def test_a_site_that_is_not_there() -> None:
    with site() as here:
        pass
    with pytest.raises(exceptions.ConnectionException):
        Robots.fetch(f"{here.url}/robots.txt")
    with site() as here, pytest.raises(exceptions.SSLException):
        Robots.fetch(f"{here.url}/robots.txt".replace("http:", "https:"))


def test_hooks_see_what_happens() -> None:
    seen: list[object] = []
    with site(FILE) as here:
        Robots.fetch(f"{here.url}/robots.txt", after_response_hook=seen.append, after_parse_hook=seen.append)
        with pytest.raises(exceptions.ContentTooLong):
            Robots.fetch(f"{here.url}/robots.txt", max_size=5, after_response_hook=seen.append)
    assert [type(value) for value in seen] == [Response, Robots, exceptions.ContentTooLong]


@pytest.mark.parametrize(
    ("headers", "ttl"),
    [
        ({}, 3600),
        ({"Cache-Control": "public, max-age=900"}, 900),
        ({"cache-control": "max-age=5"}, 600),
        ({"Cache-Control": "no-cache, max-age=900"}, 600),
        ({"Cache-Control": "max-age=soon"}, 3600),
        ({"Expires": "Thu, 01 Jan 1970 01:00:00 GMT"}, 2600),
        ({"Expires": "Thu, 01 Jan 1970 01:00:00 GMT", "Date": "Thu, 01 Jan 1970 00:30:00 GMT"}, 1800),
        ({"Expires": "Thu, 01 Jan 1970 01:00:00 GMT", "Cache-Control": "max-age=700"}, 700),
        ({"Expires": "0"}, 3600),
        ({"Expires": "Thu, 01 Jan 99999999999999 01:00:00 GMT"}, 3600),
    ],
)
def test_how_long_an_answer_holds(headers: dict[str, str], ttl: float) -> None:
    message = Message()
    for name, value in headers.items():
        message[name] = value
    policy = HeaderWithDefaultPolicy(default=3600, minimum=600, clock=lambda: 1000.0)
    assert policy.expires(Response(URL, 200, message, b"")) == 1000 + ttl


# Caches


class Clock:
    """The time, which tests move."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def policy(clock: Clock) -> HeaderWithDefaultPolicy:
    return HeaderWithDefaultPolicy(default=3600, minimum=600, clock=clock)


def test_a_cache_asks_a_site_once_until_the_answer_expires() -> None:
    clock = Clock()
    with site(FILE) as here:
        robots = RobotsCache(100, ttl_policy=policy(clock), clock=clock, headers={"User-Agent": "MyBot"})
        agent = AgentCache("MyBot", capacity=100, ttl_policy=policy(clock), clock=clock)
        for n_fetches, now in [(1, 1000.0), (1, 4599.0), (2, 4600.0)]:
            clock.now = now
            assert not robots.allowed(f"{here.url}/a", "MyBot") and robots.allowed(f"{here.url}/a", "Other")
            assert not agent.allowed(f"{here.url}/a") and agent.allowed(f"{here.url}/b")
            assert len(here.asked) == 2 * n_fetches
        assert here.asked[0] == ("/robots.txt", "MyBot")


def test_a_cache_in_another_dialect() -> None:
    class Rfc9309(Robots):
        dialect = "rfc9309"

    class Cache(RobotsCache):
        robots_class = Rfc9309

    with site(b"User-agent: *\nDisallow: /%7Ejoe") as here:
        assert not Cache(5).allowed(f"{here.url}/~joe", "MyBot")
        assert RobotsCache(5).allowed(f"{here.url}/~joe", "MyBot")


def test_a_cache_forgets_what_was_not_used_for_long() -> None:
    with site() as one, site() as two, site() as three:
        cache = RobotsCache(2)
        for here in [one, two, one, three, one, two]:
            assert cache.allowed(f"{here.url}/a", "MyBot")
        assert [len(here.asked) for here in (one, two, three)] == [1, 2, 1]


CACHES: dict[type, Callable[..., Any]] = {
    RobotsCache: lambda **named: RobotsCache(5, **named),
    AgentCache: lambda **named: AgentCache("MyBot", 5, **named),
}


def may_fetch(cache: RobotsCache | AgentCache, url: str) -> bool:
    return cache.allowed(url, "MyBot") if isinstance(cache, RobotsCache) else cache.allowed(url)


@pytest.mark.parametrize("kind", CACHES)
def test_a_failure_disallows_everything_for_ten_minutes(kind: type) -> None:
    with site(Answer(500)) as here:
        cache = CACHES[kind]()
        assert not may_fetch(cache, f"{here.url}/a") and not may_fetch(cache, f"{here.url}/b")
        assert len(here.asked) == 1


@pytest.mark.parametrize("kind", CACHES)
@pytest.mark.parametrize(("ttl", "n_fetches"), [(600, 1), (0, 2)])
def test_a_failure_may_be_raised(kind: type, ttl: float, n_fetches: int) -> None:
    clock = Clock()
    with site(Answer(500)) as here:
        cache = CACHES[kind](cache_policy=ReraiseExceptionPolicy(ttl, clock), clock=clock)
        for _ in range(2):
            with pytest.raises(exceptions.BadStatusCode):
                may_fetch(cache, here.url)
        assert len(here.asked) == n_fetches


@pytest.mark.parametrize(("kind", "factory"), [(RobotsCache, AllowAll), (AgentCache, lambda _: Agent())])
def test_a_failure_may_count_as_something_else(kind: type, factory: Callable[[str], Any]) -> None:
    with site(Answer(500)) as here:
        assert may_fetch(CACHES[kind](cache_policy=DefaultObjectPolicy(600, factory)), here.url)


def test_threads_share_a_cache_and_one_fetch() -> None:
    with site(FILE) as here:
        cache = RobotsCache(5)
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda path: cache.allowed(here.url + path, "MyBot"), ["/a", "/b"] * 100))
        assert answers == [False, True] * 100
        assert len(here.asked) == 1


def test_a_capacity_is_positive() -> None:
    with pytest.raises(InputError, match="capacity: expected 1 or more, not 0"):
        RobotsCache(0)


# Values


def test_a_file_and_an_agent_are_pickled() -> None:
    robots = Robots.parse(URL, FILE, 5.0)
    robots.allowed("/a", "MyBot")
    again: Robots = pickle.loads(pickle.dumps(robots))
    agent: Agent = pickle.loads(pickle.dumps(robots.agent("MyBot")))
    assert (again.allowed("/a", "MyBot"), again.allowed("/b", "MyBot"), again.expires) == (False, True, 5.0)
    assert not again.allowed("https://f.example/", "MyBot") and not agent.allowed("https://f.example/")
    assert (agent.allowed("/a"), agent.allowed("/b"), agent.delay) == (False, True, 0.5)


ANYTHING = st.one_of(st.none(), st.integers(), st.text(), st.binary(), st.lists(st.text(), max_size=2))


@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_no_argument_raises_anything_else(url: Any, content: Any, path: Any, name: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: Robots.parse(url, content).allowed(path, name),
        lambda: Robots.parse(URL, FILE).allowed(path, "MyBot"),
        lambda: Robots.parse(URL, FILE).agent(name).allowed(path),
        lambda: Agent().disallow(path),
        lambda: Robots.robots_url(url),
    ]
    for call in calls:
        try:
            call()
        except (TypeError, InputError, exceptions.MalformedUrl):
            pass
