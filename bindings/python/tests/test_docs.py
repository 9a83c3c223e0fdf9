"""Docstrings are there, and their examples run."""

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import maycrawl

MODULES = ["maycrawl", *(module.name for module in pkgutil.walk_packages(maycrawl.__path__, "maycrawl."))]


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
    for kind in [maycrawl.Agent, maycrawl.Dialect, maycrawl.Robots, maycrawl.Rules, maycrawl.Verdict]:
        for name, member in vars(kind).items():
            assert name.startswith("_") or inspect.getdoc(member), f"{kind.__name__}.{name}"


ROOT = Path(__file__).parents[3]


# The programs of docs/python/scrapy.md need Scrapy: the suites run the spider.
PAGES = [
    "docs/python.md",
    "docs/python/protego.md",
    "docs/python/reppy.md",
    "docs/python/urllib.md",
    "bindings/python/README.md",
    "README.md",
]


@pytest.mark.parametrize("page", PAGES)
def test_the_programs_of_pages_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    programs = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert programs
    for program in programs:
        exec(compile(program, page, "exec"), {"__name__": page})
