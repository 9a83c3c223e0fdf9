"""Docstrings are there, and their examples run."""

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import maycrawl

MODULES = ["maycrawl", *(f"maycrawl.{module.name}" for module in pkgutil.iter_modules(maycrawl.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module)
    assert failed == 0
    if name == "maycrawl":
        assert tried > 50


def test_all_that_is_public_has_a_docstring() -> None:
    for name in maycrawl.__all__:
        value = getattr(maycrawl, name)
        assert isinstance(value, str) or inspect.getdoc(value), name
    kinds = [maycrawl.Agent, maycrawl.Dialect, maycrawl.Robots, maycrawl.Rules, maycrawl.Verdict]
    for kind in [*kinds, maycrawl.Gatekeeper, maycrawl.AsyncGatekeeper, maycrawl.Pacer]:
        for name, member in inspect.getmembers(kind):
            assert name.startswith("_") or inspect.getdoc(member), f"{kind.__name__}.{name}"


ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("page", ["docs/python.md", "bindings/python/README.md", "README.md"])
def test_the_programs_of_pages_run(page: str) -> None:
    programs = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert programs
    for program in programs:
        exec(compile(program, page, "exec"), {"__name__": page})
