"""Docstrings are there, and their examples run."""

import ast
import doctest
import importlib
import importlib.util
import inspect
import os
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import maycrawl
import maycrawl._native
import maycrawl.arrow

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
    for name in maycrawl.arrow.__all__:
        assert inspect.getdoc(getattr(maycrawl.arrow, name)), name
    kinds = [maycrawl.Agent, maycrawl.Dialect, maycrawl.Document, maycrawl.Robots, maycrawl.Rules, maycrawl.Verdict]
    kinds += [maycrawl.arrow.Checker, maycrawl.arrow.Column, maycrawl.arrow.Table, maycrawl.arrow.VerdictStream]
    for kind in [*kinds, maycrawl.Gatekeeper, maycrawl.AsyncGatekeeper, maycrawl.Pacer]:
        for name, member in inspect.getmembers(kind):
            assert name.startswith("_") or inspect.getdoc(member), f"{kind.__name__}.{name}"


ROOT = Path(__file__).parents[3]
REPOSITORY = "https://github.com/maycrawl/maycrawl/blob/main/"


def docstrings() -> Iterator[str]:
    """Those of the modules and of all that they contain."""
    for name in MODULES:
        module = importlib.import_module(name)
        for value in [module, *vars(module).values()]:
            yield inspect.getdoc(value) or ""
            if inspect.isclass(value):
                yield from (inspect.getdoc(member) or "" for _, member in inspect.getmembers(value))


def test_docstrings_name_pages_by_their_address_because_a_wheel_has_none() -> None:
    pages = {page for text in docstrings() for page in re.findall(r"\S*\bdocs/\S*?\.md\b", text)}
    pages = {page.lstrip("(") for page in pages}
    assert f"{REPOSITORY}docs/reasons.md" in pages
    for page in pages:
        assert page.startswith(REPOSITORY) and (ROOT / page.removeprefix(REPOSITORY)).is_file(), page


# The programs of docs/python/scrapy.md need Scrapy: the suites run the spider.
PAGES = [
    "docs/python.md",
    "docs/python/protego.md",
    "docs/python/reppy.md",
    "docs/python/urllib.md",
    "bindings/python/README.md",
    "README.md",
]

# What some programs show and not every environment has. `cargo xtask python columns` runs those with all of them.
LIBRARIES = {"duckdb", "pandas"}


def programs() -> list[object]:
    found: list[object] = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        in_page = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        assert in_page, page
        found += [pytest.param(page, program, id=f"{page}-{number}") for number, program in enumerate(in_page)]
    return found


@pytest.mark.parametrize(("page", "program"), programs())
def test_the_programs_of_pages_run(page: str, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for library in sorted(LIBRARIES):
        if f"import {library}" in program and importlib.util.find_spec(library) is None:
            assert "MAYCRAWL_ALL_LIBRARIES" not in os.environ, f"{library} is missing"
            pytest.skip(f"{library} is not installed")
    scope: dict[str, object] = {"__name__": page}
    exec(compile(program, page, "exec"), scope)
    for test in [value for name, value in scope.items() if name.startswith("test_") and callable(value)]:
        test()


def stub_docstrings() -> Iterator[tuple[str, str]]:
    """The docstrings of the stub: what editors show."""
    stub = Path(maycrawl.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    for node in ast.parse(stub).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name, ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    yield f"{node.name}.{member.name}", ast.get_docstring(member) or ""


def test_the_stub_says_what_the_module_says() -> None:
    said = dict(stub_docstrings())
    for name in ["Agent", "Agent.first_of", "Dialect", "Robots", "Robots.parse", "Rules.check", "Verdict.line", "check"]:
        assert said[name], name
    for name, docstring in said.items():
        if any(part.startswith("_") for part in name.split(".")):
            continue
        found: object = maycrawl._native
        for part in name.split("."):
            found = getattr(found, part)
        assert docstring == (inspect.getdoc(found) or "").partition(">>>")[0].rstrip(), name
