"""The command, as the wheel installs it."""

import os
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

SCRIPT = [str(Path(sysconfig.get_path("scripts")) / "maycrawl")]
MODULE = [sys.executable, "-m", "maycrawl"]

ROBOTS = b"User-agent: *\nDisallow: /private/"


def run(command: list[str], *arguments: str | bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*command, *arguments], input=ROBOTS, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("command", [SCRIPT, MODULE])
def test_it_answers_and_ends_with_its_status(command: list[str]) -> None:
    blocked = run(command, "check", "--robots", "-", "/private/a")
    assert (blocked.returncode, blocked.stderr) == (1, b"")
    assert b"/private/a" in blocked.stdout and b"line 2" in blocked.stdout
    assert run(command, "check", "--robots", "-", "/a").returncode == 0
    assert run(command, "check", "--no-such-option").returncode == 2


def test_it_has_the_service_and_all_formats() -> None:
    assert b"--addr" in run(SCRIPT, "serve", "--help").stdout
    assert b"sarif-schema" in run(SCRIPT, "lint", "--format", "sarif", "-").stdout


def test_arguments_may_be_any_bytes() -> None:
    missing = run(SCRIPT, "lint", b"/no/such/\xff")
    assert missing.returncode == 2
    assert b"/no/such/" in missing.stderr and b"Traceback" not in missing.stderr


def test_a_closed_pipe_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = subprocess.run([*SCRIPT, "crawlers"], stdout=writer, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(writer)
    assert (command.returncode, command.stderr) == (0, b"")


@pytest.mark.usefixtures("sigint_not_ignored")
def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    robots = tmp_path / "robots.txt"
    robots.write_bytes(ROBOTS)
    arguments = ["check", "--robots", str(robots), "--urls", "-", "--format", "jsonl"]
    pipe = subprocess.PIPE
    with subprocess.Popen([*SCRIPT, *arguments], stdin=pipe, stdout=pipe, stderr=pipe) as command:
        assert command.stdin is not None and command.stdout is not None and command.stderr is not None
        command.stdin.write(b"/private/a\n")
        command.stdin.flush()
        assert b"/private/a" in command.stdout.readline()
        command.send_signal(signal.SIGINT)
        assert command.wait(timeout=60) in (-signal.SIGINT, 130)
        assert b"Traceback" not in command.stderr.read()


@pytest.mark.usefixtures("sigint_not_ignored")
def test_the_service_stops_at_ctrl_c() -> None:
    with subprocess.Popen([*SCRIPT, "serve", "--addr", "127.0.0.1:0"], stdout=subprocess.PIPE) as service:
        assert service.stdout is not None and b"http://127.0.0.1:" in service.stdout.readline()
        service.send_signal(signal.SIGINT)
        assert service.wait(timeout=60) in (0, 130)
