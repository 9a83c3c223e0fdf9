"""Tasks of asyncio ask a gatekeeper; no thread waits for them, and none of them waits for ever."""

import asyncio
import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sites import Site, serving

from maycrawl import AsyncGatekeeper, Decision, Gatekeeper, InputError, RefusedError, Robots

HEADER = "MyBot/1.0 (+https://example.com/bot)"
FILE = b"User-agent: *\nDisallow: /private/\nCrawl-delay: 2.5"

T = TypeVar("T")


def keeper(**settings: Any) -> AsyncGatekeeper:
    return AsyncGatekeeper(HEADER, **{"allow_private": True, "deadline": 20.0, **settings})


async def arrival(site: Site) -> None:
    """Waits until the site is asked."""
    await asyncio.to_thread(site.arrived.acquire)


def run(work: Callable[[Site], Awaitable[T]], site: Site) -> T:
    async def main() -> T:
        return await work(site)

    with serving(site):
        return asyncio.run(main())


def test_it_answers_as_the_other_one_does() -> None:
    async def ask(site: Site) -> None:
        gatekeeper = keeper()
        blocked = await gatekeeper.may_fetch(site.url + "/private/")
        assert (blocked.verdict, blocked.line, blocked.pause) == ("disallow", 2, 2.5)
        assert await gatekeeper.may_fetch(site.url, "Other")
        assert await gatekeeper.robots(site.url) == Robots.parse(FILE)
        assert Gatekeeper(gatekeeper).may_fetch(site.url + "/private/") == blocked
        assert site.asked == [("/robots.txt", HEADER)]

    run(ask, Site(FILE))


def test_errors_are_those_of_the_other_one() -> None:
    async def ask(site: Site) -> None:
        with pytest.raises(InputError, match="^url: not an absolute URL"):
            await keeper().may_fetch("example.com")
        with pytest.raises(TypeError, match="^agent: expected"):
            await keeper().may_fetch("https://example.com", 5)  # type: ignore[arg-type]
        with pytest.raises(RefusedError, match="127.0.0.1 is not a public address"):
            await AsyncGatekeeper(HEADER).may_fetch(site.url)
        with pytest.raises(RefusedError, match="127.0.0.1 is not a public address"):
            await AsyncGatekeeper(HEADER).robots(site.url)
        assert await keeper().robots(site.url) is None

    run(ask, Site(status=404))


def test_an_outage_says_later() -> None:
    async def ask(site: Site) -> None:
        decision = await keeper().may_fetch(site.url)
        assert (decision.verdict, decision.reason, bool(decision)) == ("later", "unreachable", False)

    run(ask, Site(status=500))


def n_threads() -> int:
    """All threads of this process, of whatever language."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else threading.active_count()


def test_tasks_share_a_fetch_and_occupy_no_thread() -> None:
    async def ask(site: Site) -> None:
        site.is_open.clear()
        gatekeeper = keeper()
        before = n_threads()
        tasks = [asyncio.create_task(gatekeeper.may_fetch(f"{site.url}/private/{number}")) for number in range(10_000)]
        await arrival(site)
        # The runtime, its messenger, a store, the answer of the site, and `arrival`.
        assert n_threads() < before + 10
        site.is_open.set()
        decisions = await asyncio.gather(*tasks)
        assert [decision.line for decision in decisions] == [2] * 10_000
        assert len(site.asked) == 1

    run(ask, Site(FILE))


def test_threads_and_tasks_share_a_fetch() -> None:
    async def ask(site: Site) -> None:
        site.is_open.clear()
        gatekeeper = keeper()
        blocking = Gatekeeper(gatekeeper)
        with ThreadPoolExecutor(8) as threads:
            answers = [threads.submit(blocking.may_fetch, site.url) for _ in range(8)]
            tasks = [asyncio.create_task(gatekeeper.may_fetch(site.url)) for _ in range(1000)]
            await arrival(site)
            site.is_open.set()
            assert all(await asyncio.gather(*tasks))
            assert all(answer.result() for answer in answers)
        assert len(site.asked) == 1

    run(ask, Site(FILE))


def test_the_loop_runs_while_tasks_wait() -> None:
    async def ask(site: Site) -> None:
        site.is_open.clear()
        task = asyncio.create_task(keeper().may_fetch(site.url))
        await arrival(site)
        ticks = 0
        for _ in range(100):
            await asyncio.sleep(0)
            ticks += 1
        assert not task.done() and ticks == 100
        site.is_open.set()
        assert await task

    run(ask, Site(FILE))


def test_a_cancelled_task_ends_its_question_alone() -> None:
    async def ask(site: Site) -> None:
        site.is_open.clear()
        gatekeeper = keeper()
        tasks = [asyncio.create_task(gatekeeper.may_fetch(site.url)) for _ in range(3)]
        await arrival(site)
        for task in tasks[:2]:
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        site.is_open.set()
        assert await tasks[2]
        assert await gatekeeper.may_fetch(site.url)

    run(ask, Site(FILE))


def test_a_timeout_of_the_caller_is_a_timeout() -> None:
    async def ask(site: Site) -> None:
        site.is_open.clear()
        gatekeeper = keeper()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(gatekeeper.may_fetch(site.url), 0.01)
        site.is_open.set()
        assert await gatekeeper.may_fetch(site.url)

    run(ask, Site(FILE))


def test_a_deadline_ends_a_fetch() -> None:
    async def ask(site: Site) -> None:
        site.is_open.clear()
        assert (await keeper(deadline=0.05).may_fetch(site.url)).verdict == "later"

    run(ask, Site(FILE))


def test_loops_one_after_another_share_a_gatekeeper() -> None:
    with serving(Site(FILE)) as site:
        gatekeeper = keeper()
        for _ in range(3):
            assert asyncio.run(gatekeeper.may_fetch(site.url)).allowed
        assert len(site.asked) == 1


def test_loops_of_threads_share_a_fetch() -> None:
    with serving(Site(FILE)) as site:
        site.is_open.clear()
        gatekeeper = keeper()

        async def ask(_: int) -> list[Decision]:
            return await asyncio.gather(*(gatekeeper.may_fetch(site.url) for _ in range(100)))

        with ThreadPoolExecutor(4) as threads:
            answers = threads.map(lambda number: asyncio.run(ask(number)), range(4))
            site.arrived.acquire()
            site.is_open.set()
            assert [sum(map(bool, decisions)) for decisions in answers] == [100] * 4
        assert len(site.asked) == 1


def test_an_answer_for_a_closed_loop_is_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    with serving(Site(FILE)) as site:
        site.is_open.clear()
        gatekeeper = keeper()
        loop = asyncio.new_event_loop()
        question = gatekeeper.may_fetch(site.url)

        async def begin() -> Any:
            return question.send(None)

        # No task, which would complain that it is never finished.
        waiting = loop.run_until_complete(begin())
        site.arrived.acquire()
        loop.close()
        site.is_open.set()
        # The gatekeeper has its answer, and has tried to bring it to the loop that is closed.
        assert Gatekeeper(gatekeeper).may_fetch(site.url).allowed
        assert asyncio.run(gatekeeper.may_fetch(site.url)).allowed
        assert not waiting.done()
        question.close()
    assert capsys.readouterr().err == ""


def test_a_question_to_a_gatekeeper_that_is_gone_ends() -> None:
    async def ask(site: Site) -> None:
        site.is_open.clear()
        gatekeeper = keeper()
        question = gatekeeper._may_fetch_soon(site.url, None)
        await arrival(site)
        del gatekeeper
        with pytest.raises(RuntimeError, match="the question ended without an answer"):
            await question

    run(ask, Site(FILE))


def test_an_answer_that_is_known_comes_at_once() -> None:
    async def ask(site: Site) -> None:
        gatekeeper = keeper()
        first = gatekeeper._may_fetch_soon(site.url, None)
        assert not first.done()
        await first
        assert gatekeeper._may_fetch_soon(site.url, None).done()

    run(ask, Site(FILE))


def test_without_a_loop_there_is_an_error() -> None:
    question = keeper().may_fetch("http://127.0.0.1/")
    with pytest.raises(RuntimeError, match="no running event loop"):
        question.send(None)


def test_what_is_dropped_is_gone() -> None:
    async def ask(site: Site) -> None:
        assert await keeper().may_fetch(site.url)

    with serving(Site(FILE)) as site:
        asyncio.run(ask(site))
        gc.collect()
        before = n_threads()
        for _ in range(5):
            asyncio.run(ask(site))
        gc.collect()
        end = time.monotonic() + 20
        while n_threads() > before and time.monotonic() < end:
            os.sched_yield()
        assert n_threads() <= before


ENDINGS = {
    "a question waits": "asyncio.run(asyncio.wait_for(asyncio.shield(keeper.may_fetch(url)), 0.01))",
    "a loop is never closed": """
loop = asyncio.new_event_loop()
task = loop.create_task(keeper.may_fetch(url))
loop.run_until_complete(asyncio.sleep(0))
""",
    "many answers come": """
open_site()
assert asyncio.run(keeper.may_fetch(url)).allowed
loop = asyncio.new_event_loop()
tasks = [loop.create_task(keeper.may_fetch(url)) for _ in range(20_000)]
loop.run_until_complete(asyncio.sleep(0))
""",
    "a fork has a gatekeeper of its own": """
open_site()
assert asyncio.run(keeper.may_fetch(url)).allowed
if os.fork() == 0:
    try:
        asyncio.run(keeper.may_fetch(url))
    except RuntimeError as error:
        assert "was forked" in str(error)
    keeper = AsyncGatekeeper("MyBot/1.0", allow_private=True)
    assert asyncio.run(keeper.may_fetch(url)).allowed
    sys.exit(0)
assert os.wait()[1] == 0
assert asyncio.run(keeper.may_fetch(url)).allowed
""",
    "a fork does nothing": """
open_site()
assert asyncio.run(keeper.may_fetch(url)).allowed
if os.fork() == 0:
    sys.exit(0)
assert os.wait()[1] == 0
""",
    "a handler of the end asks": """
atexit._clear()
@atexit.register
def ask():
    try:
        asyncio.run(keeper.may_fetch(url))
    except RuntimeError as error:
        print(error)
from maycrawl._native import end
atexit.register(end)
open_site()
assert asyncio.run(keeper.may_fetch(url)).allowed
""",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_process_ends_well_when(ending: str) -> None:
    if "fork" in ending and not hasattr(os, "fork"):
        pytest.skip("this system cannot fork")
    program = f"""
import asyncio, atexit, os, sys, warnings
from maycrawl import AsyncGatekeeper
warnings.simplefilter("ignore")
url = sys.argv[1]
keeper = AsyncGatekeeper("MyBot/1.0", allow_private=True)
def open_site():
    print("open", flush=True)
{ENDINGS[ending]}
"""
    with serving(Site(FILE)) as site:
        site.is_open.clear()
        command = [sys.executable, "-c", program, site.url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            if "open_site" in ENDINGS[ending] and process.stdout.readline() == "open\n":
                site.is_open.set()
            out, error = process.communicate(timeout=60)
        expected = {"a question waits": 1}.get(ending, 0)
        assert process.returncode == expected, error
        assert out == ("the interpreter is ending\n" if "handler" in ending else "")
        assert "panic" not in error and "Fatal" not in error
