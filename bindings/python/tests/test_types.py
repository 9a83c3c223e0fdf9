"""Type checkers agree with what is there."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def run(*arguments: str) -> None:
    ran = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=HERE)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_stubs_say_what_is_there() -> None:
    run("mypy.stubtest", "maycrawl._native")


def test_the_package_is_well_typed() -> None:
    run("mypy", "--strict", "--package", "maycrawl")


CHECKERS = {"mypy": ["mypy", "--strict"], "pyright": ["pyright", "--pythonpath", sys.executable]}


PROGRAMS = ["program", "program_drop_ins"]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("checker", CHECKERS)
def test_a_program_is_well_typed(checker: str, program: str) -> None:
    run(*CHECKERS[checker], f"{program}.py")


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_wrong_program_is_not(checker: str, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import maycrawl\n\nmaycrawl.check('', 5, 'MyBot')\n")
    ran = subprocess.run([sys.executable, "-m", *CHECKERS[checker], str(wrong)], capture_output=True, text=True)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "wrong.py:3" in ran.stdout and "bytes" in ran.stdout


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_program_runs(program: str) -> None:
    run(program)
