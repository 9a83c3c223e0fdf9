"""The recipes of docs/python.md give each row its own verdict, also in a table that was filtered or shuffled."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

from maycrawl import Agent, check
from maycrawl.arrow import check as check_columns
from maycrawl.arrow import check_stream

ROOT = Path(__file__).parents[3]
URLS = [f"https://example.com/{folder}/{number}" for number in range(20) for folder in ["private", "open"]]
FILE = "User-agent: *\nDisallow: /private/"

# What people do to a table before they ask.
PANDAS: dict[str, Callable[[Any], Any]] = {
    "as it is": lambda pages: pages,
    "filtered": lambda pages: pages[pages["url"].str.contains("1")],
    "shuffled": lambda pages: pages.sample(frac=1, random_state=7),
    "filtered and sorted": lambda pages: pages[pages["url"].str.contains("open|1")].sort_values("url", ascending=False),
    "labelled": lambda pages: pages.set_index(pages["url"].str.upper()),
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


@pytest.mark.parametrize("change", PANDAS)
def test_pandas(change: str) -> None:
    pages = PANDAS[change](pd.DataFrame({"url": URLS}))
    scope: dict[str, Any] = {"pages": pages, "check": check_columns, "pd": pd}
    exec(recipe("pandas", "verdicts = check"), scope)
    answered = scope["pages"]
    assert answered["url"].tolist() == pages["url"].tolist() and answered.index.equals(pages.index)
    assert answered["allowed"].tolist() == [expected(url) for url in pages["url"]]


QUERIES = ["select * from pages", "select * from pages where url like '%1%'", "select * from pages order by hash(url)"]


@pytest.mark.parametrize("query", QUERIES)
def test_duckdb_keeps_the_key(query: str) -> None:
    database = duckdb.connect()
    database.register("pages", pa.table({"url": URLS, "robots": [FILE] * len(URLS), "id": list(range(len(URLS)))}))
    stream = check_stream(database.sql(query), agent=Agent("MyBot"), keep=["id", "url"])
    rows = duckdb.connect().sql("select id, url, allowed from stream").fetchall()
    assert rows and all((URLS[number], expected(url)) == (url, allowed) for number, url, allowed in rows)


@pytest.mark.parametrize("query", QUERIES)
def test_duckdb_has_a_function(query: str) -> None:
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    program = next(one for one in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE) if "create_function" in one)
    scope: dict[str, Any] = {}
    exec(program, scope)
    database = scope["database"]
    database.sql("drop table pages")
    database.register("pages", pa.table({"url": URLS, "robots": [FILE] * len(URLS)}))
    rows = database.sql(f"select url, is_allowed(robots, url) from ({query})").fetchall()
    assert rows and all(expected(url) is allowed for url, allowed in rows)
