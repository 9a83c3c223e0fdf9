"""A gatekeeper asks sites, and threads share what it has learnt."""

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from errors import check_error
from hypothesis import given, settings
from hypothesis import strategies as st
from sites import Site, closed_port, serving

from maycrawl import Agent, AsyncGatekeeper, Dialect, FetchError, Gatekeeper, InputError, Pacer, RefusedError, Robots

HEADER = "MyBot/1.0 (+https://example.com/bot)"
FILE = b"User-agent: *\nDisallow: /private/\nCrawl-delay: 2.5"


def keeper(**settings: Any) -> Gatekeeper:
    return Gatekeeper(HEADER, **{"allow_private": True, "deadline": 20.0, **settings})


def test_the_file_decides() -> None:
    with serving(Site(FILE, headers={"Cache-Control": "max-age=3600"})) as site:
        gatekeeper, before = keeper(), time.time()
        blocked = gatekeeper.may_fetch(site.url + "/private/a")
        assert (blocked.verdict, blocked.allowed, bool(blocked)) == ("disallow", False, False)
        assert (blocked.reason, blocked.line, blocked.pause) == ("disallow-rule", 2, 2.5)
        assert blocked.why.startswith("`Disallow: /private/` on line 2 is the only rule that matches")
        assert (blocked.robots_url, blocked.retry_at) == (site.url + "/robots.txt", None)
        assert blocked.valid_until is not None
        assert before + 3599 < blocked.valid_until < time.time() + 3601

        allowed = gatekeeper.may_fetch(site.url.encode() + b"/\xff", "Other")
        assert (allowed.verdict, allowed.reason, bool(allowed)) == ("allow", "no-match", True)
        assert gatekeeper.robots(site.url) == Robots.parse(FILE)
        assert site.asked == [("/robots.txt", HEADER)]


def test_the_agent_is_the_one_of_the_header() -> None:
    with serving(Site(b"User-agent: MyBot\nDisallow: /\n\nUser-agent: Other\nAllow: /")) as site:
        gatekeeper = keeper()
        assert gatekeeper.agent == Agent("MyBot")
        assert not gatekeeper.may_fetch(site.url)
        assert gatekeeper.may_fetch(site.url, "Other")
        assert not gatekeeper.may_fetch(site.url, Agent.first_of(["None", "MyBot"]))
        nameless = Gatekeeper("(no product)", allow_private=True)
        with pytest.raises(InputError, match="^agent: the User-Agent header names no crawler"):
            nameless.may_fetch(site.url)
        assert nameless.may_fetch(site.url, "Other")


def test_a_dialect_reads_the_file() -> None:
    with serving(Site(b"User-agent: *\nAllow: /a\nDisallow: /a")) as site:
        assert keeper().may_fetch(site.url + "/a").allowed
        other = keeper(dialect="google+paths.tie=disallow")
        assert not other.may_fetch(site.url + "/a").allowed
        assert other.dialect == Dialect("google+paths.tie=disallow")


def test_bytes_that_are_not_utf8_meet_their_rules() -> None:
    with serving(Site(b"User-agent: *\nDisallow: /%FF")) as site:
        assert keeper().may_fetch(site.url.encode() + b"/\xff").line == 2


@pytest.mark.parametrize(
    ("status", "verdict", "reason"),
    [
        (404, "allow", "unavailable"),
        (403, "allow", "unavailable"),
        (500, "later", "unreachable"),
        (503, "later", "unreachable"),
        (429, "later", "unreachable"),
    ],
)
def test_a_site_without_a_file_allows_all_and_one_that_fails_says_later(status: int, verdict: str, reason: str) -> None:
    with serving(Site(status=status)) as site:
        gatekeeper = keeper()
        decision = gatekeeper.may_fetch(site.url + "/a")
        assert (decision.verdict, decision.reason, decision.line) == (verdict, reason, None)
        assert bool(decision) is (verdict == "allow")
        assert str(status) in decision.why
        assert (decision.retry_at is not None) == (verdict == "later")
        assert gatekeeper.robots(site.url) is None
        assert len(site.asked) == 1


def test_an_outage_says_later_and_allows_the_robots_txt() -> None:
    site = f"http://127.0.0.1:{closed_port()}"
    gatekeeper, now = keeper(), time.time()
    decision = gatekeeper.may_fetch(site + "/a")
    assert decision.verdict == "later" and not decision
    assert decision.why.startswith("the connection failed: nothing may be crawled for 12 hours")
    assert decision.retry_at is not None and now < decision.retry_at < now + 3600
    assert decision.retry_at == decision.valid_until
    assert gatekeeper.may_fetch(site + "/robots.txt").allowed


def test_a_server_error_can_stand_for_a_missing_file() -> None:
    with serving(Site(status=500)) as site:
        assert keeper(treat_5xx_as_404=True).may_fetch(site.url).allowed


def test_private_addresses_are_refused() -> None:
    with serving(Site(FILE)) as site:
        advice = 'allow it with allow_nets=["127.0.0.1"] or allow_private=True'
        text = f"{site.url}: 127.0.0.1 is not a public address ({advice})"
        with pytest.raises(RefusedError) as caught:
            Gatekeeper(HEADER).may_fetch(site.url)
        assert str(caught.value) == text
        assert isinstance(caught.value, FetchError) and isinstance(caught.value, OSError)
        with pytest.raises(RefusedError):
            Gatekeeper(HEADER).robots(site.url)
        with pytest.raises(RefusedError, match="is in 127.0.0.0/8, which is denied$"):
            Gatekeeper(HEADER, allow_private=True, deny_nets=["127.0.0.0/8"]).may_fetch(site.url)
        assert site.asked == []
        assert Gatekeeper(HEADER, allow_nets=["127.0.0.0/8"]).may_fetch(site.url)


def test_a_redirect_to_a_refused_address_is_refused() -> None:
    with serving(Site(status=301, headers={"Location": "http://10.0.0.1/robots.txt"})) as site:
        with pytest.raises(RefusedError, match="redirects to a refused target: 10.0.0.1 is not a public address"):
            Gatekeeper(HEADER, allow_nets=["127.0.0.1"]).may_fetch(site.url)


def test_ports_of_other_services_are_refused() -> None:
    with pytest.raises(RefusedError, match=r"allow it with allow_ports=\[6379\]"):
        keeper().may_fetch("http://127.0.0.1:6379/")
    assert keeper(allow_ports=[1]).may_fetch("http://127.0.0.1:1/").verdict == "later"


def test_hosts_can_have_other_addresses() -> None:
    with serving(Site(FILE)) as site:
        address = site.url.removeprefix("http://")
        gatekeeper = keeper(resolve={"*": address})
        assert gatekeeper.may_fetch("http://site.example/private/").line == 2
        assert site.asked == [("/robots.txt", HEADER)]


def test_ftp_is_not_spoken() -> None:
    with pytest.raises(InputError, match="^url: a gatekeeper fetches http and https URLs only$"):
        keeper().may_fetch("ftp://127.0.0.1/a")


def test_a_machine_without_files_is_a_fetch_error() -> None:
    program = """
import resource
from maycrawl import FetchError, Gatekeeper
gatekeeper = Gatekeeper("MyBot/1.0", allow_private=True)
resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
try:
    gatekeeper.may_fetch("http://127.0.0.1/")
except FetchError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.startswith("this machine cannot start a gatekeeper: Too many open files")


def test_a_deadline_ends_a_fetch() -> None:
    with serving(Site(FILE)) as site:
        site.is_open.clear()
        decision = keeper(deadline=0.05).may_fetch(site.url)
        assert (decision.verdict, decision.reason) == ("later", "unreachable")


def test_threads_that_ask_at_once_share_a_fetch() -> None:
    with serving(Site(FILE)) as site:
        site.is_open.clear()
        gatekeeper, together = keeper(), Barrier(8)

        def ask(number: int) -> int | None:
            together.wait()
            return gatekeeper.may_fetch(f"{site.url}/private/{number}").line

        with ThreadPoolExecutor(8) as threads:
            lines = threads.map(ask, range(8))
            site.arrived.acquire()
            site.is_open.set()
            assert list(lines) == [2] * 8
        assert len(site.asked) == 1


def test_it_prints_its_header_and_its_dialect() -> None:
    gatekeeper = keeper(dialect="bing")
    assert repr(gatekeeper) == f"<Gatekeeper '{HEADER}', bing>"
    assert repr(AsyncGatekeeper(gatekeeper)) == f"<AsyncGatekeeper '{HEADER}', bing>"


def test_it_cannot_be_pickled() -> None:
    for value in [keeper(), AsyncGatekeeper(HEADER), Pacer(1.0)]:
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(value)


def test_gatekeepers_of_one_share_its_memory() -> None:
    with serving(Site(FILE)) as site:
        first = keeper()
        assert first.may_fetch(site.url)
        assert Gatekeeper(first).may_fetch(site.url)
        assert Gatekeeper(AsyncGatekeeper(first)).user_agent == HEADER
        assert len(site.asked) == 1
        with pytest.raises(TypeError, match="has its settings"):
            Gatekeeper(first, deadline=1.0)


def test_a_cache_file_serves_the_next_gatekeeper(tmp_path: Path) -> None:
    cache = tmp_path / "robots.cache"
    with serving(Site(FILE)) as site:
        assert keeper(cache=cache).may_fetch(site.url + "/private/").line == 2
        assert keeper(cache=str(cache)).may_fetch(site.url + "/private/").line == 2
        assert len(site.asked) == 1
        other_route = Gatekeeper(HEADER, allow_nets=["127.0.0.1"], cache=cache)
        assert other_route.may_fetch(site.url + "/private/").line == 2
        assert len(site.asked) == 2


def test_a_cache_that_cannot_be_used_is_an_os_error_with_its_path(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"something else, and long enough to be no database of anybody" * 20)
    for path in [tmp_path, tmp_path / "no" / "folder", other, "/proc/nul\0l"]:
        with pytest.raises(OSError) as caught:
            keeper(cache=path)
        assert str(caught.value).startswith(f"cache: cannot use {path}: ")
    assert other.read_bytes().startswith(b"something else")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"deadline": "5"}, "deadline: expected float, not str"),
        ({"timeout": None}, "timeout: expected float, not NoneType"),
        ({"address_pause": []}, "address_pause: expected float, not list"),
        ({"memory": 1.5}, "memory: expected int, not float"),
        ({"max_connections": "5"}, "max_connections: expected int, not str"),
        ({"allow_private": 1}, "allow_private: expected bool, not int"),
        ({"allow_nets": "10.0.0.0/8"}, "allow_nets: expected an iterable of str, not str"),
        ({"deny_nets": [10]}, "deny_nets: expected str, not int"),
        ({"allow_ports": 25}, "allow_ports: expected an iterable of int, not int"),
        ({"allow_ports": ["25"]}, "allow_ports: expected int, not str"),
        ({"resolve": "a:b"}, "resolve: expected a mapping of str to str, not str"),
        ({"resolve": {"a": 5}}, "resolve: expected str, not int"),
        ({"cache": 5}, "cache: expected str or os.PathLike[str], not int"),
        ({"proxy": b"http://a"}, "proxy: expected str, not bytes"),
        ({"dialect": None}, "dialect: expected str or Dialect, not NoneType"),
        ({"certificates": [5]}, "certificates: expected str or bytes, not int"),
        ({"certificates": b"PEM"}, "certificates: expected an iterable of bytes, not bytes"),
        ({"dead_line": 5}, "there is no keyword argument 'dead_line'"),
        ({"\ud800": 5}, "there is no keyword argument '\ufffd\ufffd\ufffd'"),
    ],
)
def test_a_wrong_type_names_the_argument(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        Gatekeeper(HEADER, **settings)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"deadline": 0}, "deadline: cannot use 0; write a number of seconds above 0"),
        ({"deadline": -1.0}, "deadline: cannot use -1.0; write a number of seconds, 0 or more"),
        ({"timeout": float("nan")}, "timeout: cannot use nan; write a number of seconds, 0 or more"),
        ({"cache": ""}, "cache: cannot use ''; write the path of a file"),
        ({"memory": 0}, "memory: cannot use 0; write a whole number above 0"),
        ({"max_connections": -5}, "max_connections: cannot use -5; write a whole number above 0"),
        ({"max_per_address": 1 << 80}, f"max_per_address: cannot use {1 << 80}; write a whole number above 0"),
        ({"allow_nets": ["10/8"]}, "allow_nets: cannot use '10/8'; write a network or an address, such as 10.0.0.0/8 or fd00::1"),
        ({"allow_nets": ["\ud800"]}, "allow_nets: a lone surrogate cannot be encoded as UTF-8; pass bytes"),
        ({"nat64": ["64::/72"]}, "nat64: cannot use '64::/72'; a NAT64 prefix has 32, 40, 48, 56, 64 or 96 bits, not 72"),
        ({"allow_ports": [70000]}, "allow_ports: cannot use 70000; write a port, such as 8080"),
        ({"resolve": {"a": "b"}}, "resolve: cannot use 'b'; write an address, such as 127.0.0.1 or 127.0.0.1:8080"),
        ({"dialect": "gogle"}, 'dialect: there is no dialect "gogle"; did you mean "google"?'),
        ({"proxy": "socks5://a"}, "proxy: socks5://a is not the URL of a proxy; write it like http://proxy.example:3128"),
    ],
)
def test_a_wrong_value_names_the_argument(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Gatekeeper(HEADER, **settings)
    assert str(caught.value) == message


KINDS: list[Any] = [Gatekeeper, AsyncGatekeeper]


@pytest.mark.parametrize("kind", KINDS)
def test_a_header_must_be_one(kind: Any) -> None:
    check_error(lambda: kind(), TypeError, "Gatekeeper.__new__() missing 1 required positional argument: 'user_agent'")
    check_error(lambda: kind(5), TypeError, "user_agent: expected str or bytes, not int")
    for header in ["", " ", b"", b"MyBot/\xff"]:
        advice = "write a User-Agent header, such as MyBot/1.0 (+https://example.com/bot)"
        check_error(lambda: kind(header), InputError, f"user_agent: cannot use {header!r}; {advice}")
    for header in ["a\nb", "a\0b"]:
        with pytest.raises(InputError, match="^user_agent: .* is not a valid User-Agent header$"):
            kind(header)


PEM = """\
-----BEGIN CERTIFICATE-----
MIIBLjCB4aADAgECAhQfjdZIOwUNQmT4ik3hbr2I6SqyGTAFBgMrZXAwDDEKMAgG
A1UEAwwBYTAgFw0yNjExMjMxNDQ0MTFaGA8yMTI2MTAzMDE0NDQxMVowDDEKMAgG
A1UEAwwBYTAqMAUGAytlcAMhAJlvrV3GWR9OmzzqG5fRJcBlGARUKl5LT5xqcI/B
l35jo1MwUTAdBgNVHQ4EFgQUISLe5s17PHRh4wZDR0V18bOq07EwHwYDVR0jBBgw
FoAUISLe5s17PHRh4wZDR0V18bOq07EwDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXAD
QQC2o2SYAAUEgl4ZkZF5Fk7/X4XVPAz+f1w0kP+5QJaE7cIAig4ub42HGGvkszPK
SYVI/Mbl6zzbls+qI2Sid04O
-----END CERTIFICATE-----
"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("junk", [b"junk", "", b"0\x82\x01\x0a", PEM[:40], "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])
def test_what_is_not_a_certificate_in_pem_is_refused(kind: Any, junk: str | bytes) -> None:
    message = "not a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----"
    check_error(lambda: kind(HEADER, certificates=[junk]), InputError, f"certificates[0]: {message}")
    check_error(lambda: kind(HEADER, certificates=[PEM, junk]), InputError, f"certificates[1]: {message}")
    assert kind(HEADER, certificates=[PEM, PEM + PEM]).user_agent == HEADER


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("example.com", "url: not an absolute URL: it has no scheme such as https://"),
        ("", "url: not an absolute URL: it has no scheme such as https://"),
        ("mailto:a@example.com", "url: no robots.txt applies to this URL: it is not an http, https or ftp URL"),
        ("https://a\0b/", "url: the host of the URL is not valid"),
        ("https://a:99999/", "url: the port of the URL is not valid"),
        ("https://a/\ud800", "url: a lone surrogate cannot be encoded as UTF-8; pass bytes"),
    ],
)
def test_a_wrong_url_is_an_input_error(url: str, message: str) -> None:
    calls: list[Callable[[], object]] = [lambda: keeper().may_fetch(url), lambda: keeper().robots(url)]
    for call in calls:
        with pytest.raises(InputError) as caught:
            call()
        assert str(caught.value) == message


def test_a_url_and_an_agent_have_types() -> None:
    with pytest.raises(TypeError, match="^url: expected str or bytes, not NoneType$"):
        keeper().may_fetch(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^agent: expected str, bytes or Agent, not int$"):
        keeper().may_fetch("https://example.com/", 5)  # type: ignore[arg-type]
    for agent in ["", " ", b"\t"]:
        check_error(
            lambda: keeper().may_fetch("https://example.com/", agent),
            InputError,
            f"agent: cannot use {agent!r}; name a crawler, such as MyBot",
        )


def test_long_times_are_as_good_as_none() -> None:
    with serving(Site(FILE)) as site:
        for time_limit in [1e300, float("inf")]:
            assert keeper(deadline=time_limit, timeout=time_limit).may_fetch(site.url)


def test_large_limits_are_as_good_as_none() -> None:
    with serving(Site(FILE)) as site:
        most = sys.maxsize * 2 + 1
        assert keeper(memory=most, max_connections=most, max_per_address=most).may_fetch(site.url)
        assert keeper(memory=1, max_connections=1, max_per_address=1, address_pause=float("inf")).may_fetch(site.url)


ANYTHING = st.one_of(
    st.text(st.characters(codec=None), max_size=20),
    st.sampled_from(["http://a/", "ftp://a", "https://[::1]/", "127.0.0.1", "0.0.0.0/0"]),
    st.binary(max_size=20),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
)
NAMES = st.sampled_from(
    "dialect timeout deadline memory max_connections max_per_address address_pause certificates deny_nets nat64 "
    "allow_ports stale_while_unreachable treat_5xx_as_404".split()
)
SETTINGS = st.dictionaries(NAMES, st.one_of(ANYTHING, st.lists(ANYTHING, max_size=2)), max_size=2)


@settings(max_examples=300, deadline=None)
@given(ANYTHING, SETTINGS, ANYTHING, ANYTHING)
def test_any_arguments_get_an_answer_or_an_error(header: Any, some: dict[str, Any], url: Any, agent: Any) -> None:
    try:
        # All hosts are at an address that the guard refuses.
        gatekeeper = Gatekeeper(header, **{"resolve": {"*": "127.0.0.1"}, **some})
        gatekeeper.may_fetch(url, agent)
        gatekeeper.robots(url)
    except (TypeError, InputError, FetchError):
        pass


@pytest.mark.usefixtures("sigint_not_ignored")
def test_control_c_ends_a_wait() -> None:
    with serving(Site(FILE)) as site:
        site.is_open.clear()

        def interrupt() -> None:
            site.arrived.acquire()
            signal.raise_signal(signal.SIGINT)

        thread = Thread(target=interrupt)
        thread.start()
        gatekeeper = keeper()
        with pytest.raises(KeyboardInterrupt):
            gatekeeper.may_fetch(site.url)
        thread.join()
        site.is_open.set()
        assert gatekeeper.may_fetch(site.url)


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def forked(work: Callable[[], bool]) -> bool:
    """Whether a forked process does this, and ends well."""
    process = os.fork()
    if process == 0:
        status = 1
        try:
            status = 0 if work() else 1
        finally:
            os._exit(status)
    return os.waitpid(process, 0)[1] == 0


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_needs_a_gatekeeper_of_its_own(tmp_path: Path) -> None:
    with serving(Site(FILE)) as site:
        asked, unasked = keeper(cache=tmp_path / "a"), keeper(cache=tmp_path / "b")
        assert asked.may_fetch(site.url)

        def child() -> bool:
            with pytest.raises(RuntimeError, match="was forked from process .* make a gatekeeper after the fork"):
                asked.may_fetch(site.url)
            return unasked.may_fetch(site.url + "/private/").line == 2 and keeper().may_fetch(site.url).allowed

        assert forked(child)
        assert asked.may_fetch(site.url + "/private/").line == 2
        assert len(site.asked) == 3


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_does_not_open_a_cache_that_was_open(tmp_path: Path) -> None:
    with serving(Site(FILE)) as site:
        asked, unasked = keeper(cache=tmp_path / "a"), keeper(cache=tmp_path / "a")
        assert asked.may_fetch(site.url)

        def child() -> bool:
            for call in [lambda: keeper(cache=tmp_path / "." / "a"), lambda: unasked.may_fetch(site.url)]:
                with pytest.raises(OSError, match="cache: cannot use .*a: process .* had it open when"):
                    call()
            return True

        assert forked(child)
        del asked
        assert unasked.may_fetch(site.url + "/private/").line == 2
        assert len(site.asked) == 1
        del unasked
        assert forked(lambda: keeper(cache=tmp_path / "a").may_fetch(site.url).allowed)


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_can_drop_what_it_cannot_use() -> None:
    with serving(Site(FILE)) as site:
        gatekeepers = [keeper()]
        assert gatekeepers[0].may_fetch(site.url)

        def child() -> bool:
            gatekeepers.clear()
            return True

        assert forked(child)
        assert gatekeepers[0].may_fetch(site.url)


def test_a_process_ends_while_threads_wait() -> None:
    program = f"""
import sys, threading
from maycrawl import Gatekeeper
gatekeeper = Gatekeeper("MyBot/1.0", allow_private=True)
threading.Thread(target=gatekeeper.may_fetch, args=(sys.argv[1],), daemon=True).start()
sys.stdin.readline()
"""
    with serving(Site(FILE)) as site:
        site.is_open.clear()
        command = [sys.executable, "-c", program, site.url]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            site.arrived.acquire()
            assert process.communicate("\n") == (None, "")
            assert process.returncode == 0
