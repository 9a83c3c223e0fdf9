"""The recipes of docs/python.md give each row its own verdict, also in a table that was filtered or shuffled.

`bindings/python/columns` tries those that need other libraries.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

from maycrawl import check
from maycrawl.arrow import check as check_columns
from maycrawl.arrow import lint

ROOT = Path(__file__).parents[3]
URLS = [f"https://example.com/{folder}/{number}" for number in range(20) for folder in ["private", "open"]]
FILE = "User-agent: *\nDisallow: /private/"

# What people do to a table before they ask.
POLARS: dict[str, Callable[[Any], Any]] = {
    "as it is": lambda pages: pages,
    "filtered": lambda pages: pages.filter(pl.col("url").str.contains("1")),
    "shuffled": lambda pages: pages.sample(fraction=1.0, shuffle=True, seed=7),
}


def recipe(heading: str, begins: str) -> str:
    """The statement of a page's program that asks, and the one that puts the verdicts beside their rows."""
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    section = page.split(f"### {heading}\n")[1]
    found = re.search(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert found
    statements = [ast.unparse(one) for one in ast.parse(found[1]).body]
    first = next(place for place, one in enumerate(statements) if one.startswith(begins))
    return "\n".join(one for one in statements[first:] if not one.startswith("assert"))


def expected(url: str) -> bool:
    return check(FILE, url, "MyBot").allowed


@pytest.mark.parametrize("change", POLARS)
def test_polars(change: str) -> None:
    pages = POLARS[change](pl.DataFrame({"url": URLS, "robots": [FILE] * len(URLS)}))
    scope: dict[str, Any] = {"pages": pages, "check": check_columns, "pl": pl}
    exec(recipe("Polars", "pages = pages.hstack"), scope)
    answered = scope["pages"]
    assert answered["url"].to_list() == pages["url"].to_list()
    assert answered["allowed"].to_list() == [expected(url) for url in pages["url"]]


def test_polars_lints() -> None:
    files = [f"User-agent: *\n{line}" for line in ["Disallow: /a", "Disallow: tmp/", "Disalow: /", ""] * 5]
    sites = pl.DataFrame({"robots": files}).sample(fraction=1.0, shuffle=True, seed=7).filter(pl.col("robots") != files[0])
    scope: dict[str, Any] = {"sites": sites, "lint": lint, "pl": pl}
    exec("sites = sites.hstack(pl.DataFrame(lint(sites['robots'])))", scope)
    scores = {file: lint(file)["score"].to_list()[0] for file in set(files)}
    assert scope["sites"]["score"].to_list() == [scores[file] for file in sites["robots"]]


@pytest.mark.parametrize("order", [1, -1])
def test_pyarrow(order: int) -> None:
    pages = pa.table({"url": URLS[::order]}).filter(pa.array(["1" in url for url in URLS[::order]]))
    verdicts = pa.table(check_columns(FILE, pages["url"], "MyBot"))
    answered = pages.append_column("allowed", verdicts["allowed"])
    assert answered["allowed"].to_pylist() == [expected(url) for url in answered["url"].to_pylist()]
