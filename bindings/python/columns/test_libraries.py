"""Columns of each library are read, and each takes the answers. `cargo xtask python columns DIR` installs them all."""

from __future__ import annotations

from typing import Any

import arro3.core
import duckdb
import nanoarrow
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from maycrawl import Agent
from maycrawl.arrow import Checker, Verdicts, check, check_stream

FILE = "User-agent: MyBot\nDisallow: /a\nAllow: /a/b"
URLS = ["https://example.com/a", "/a/b", None, "/c"]
EXPECTED = [
    (False, "disallow-rule", 2, "Disallow: /a"),
    (True, "allow-rule", 3, "Allow: /a/b"),
    (None, None, None, None),
    (True, "no-match", None, None),
]
ROWS = [dict(zip(["allowed", "reason", "line", "rule"], row, strict=True)) for row in EXPECTED]


def rows(verdicts: Verdicts) -> list[tuple[Any, ...]]:
    return list(zip(*(verdicts[name].to_list() for name in verdicts.columns), strict=True))


STRINGS = pa.array(URLS)
PIECES = pa.chunked_array([URLS[:2], URLS[2:]])


@pytest.mark.parametrize(
    "urls",
    [
        pd.Series(URLS),
        pd.Series(["x", *URLS])[1:],
        pd.Series(URLS, dtype="category"),
        pd.Series(URLS, dtype="string[pyarrow]"),
        pd.Series(URLS, dtype=pd.ArrowDtype(pa.string())),
        pl.Series(URLS),
        pl.Series(URLS, dtype=pl.Categorical),
        pl.Series(URLS, dtype=pl.Enum(URLS[:2] + URLS[3:])),
        nanoarrow.Array(STRINGS),
        nanoarrow.ArrayStream(PIECES),
        arro3.core.Array(STRINGS),
        arro3.core.ChunkedArray.from_arrow(PIECES),
    ],
    ids=lambda urls: f"{type(urls).__module__}.{type(urls).__name__}",
)
def test_a_column_is_read(urls: Any) -> None:
    assert rows(check(FILE, urls, "MyBot")) == EXPECTED


def test_answers_are_taken() -> None:
    verdicts = check(FILE, STRINGS, "MyBot")
    assert pl.DataFrame(verdicts).rows() == EXPECTED
    assert pa.table(verdicts).to_pylist() == ROWS
    assert nanoarrow.Array(verdicts).to_pylist() == ROWS
    assert pa.table(arro3.core.Table.from_arrow(verdicts)).to_pylist() == ROWS
    assert duckdb.sql("select * from verdicts").fetchall() == EXPECTED
    frame = pd.DataFrame.from_arrow(verdicts)
    assert [frame[name].dropna().tolist() for name in frame] == [[value for value in column if value is not None] for column in zip(*EXPECTED, strict=True)]


def tables() -> dict[str, Any]:
    table = {"url": URLS, "robots": [FILE] * 4, "agent": ["MyBot"] * 4}
    return {
        "pandas": pd.DataFrame(table),
        "Polars": pl.DataFrame(table),
        "DuckDB": duckdb.from_arrow(pa.table(table)),
        "arro3": arro3.core.Table.from_arrow(pa.table(table)),
        "nanoarrow": nanoarrow.ArrayStream(pa.table(table)),
    }


@pytest.mark.parametrize("name", tables())
def test_a_table_is_read_as_a_stream(name: str) -> None:
    assert pl.DataFrame(check_stream(tables()[name])).rows() == EXPECTED


def test_a_stream_is_a_table_of_a_query() -> None:
    stream = check_stream(tables()["DuckDB"], agent=Agent("MyBot"))
    # The first connection is busy with the question.
    assert duckdb.connect().sql("select count(*), min(line) from stream").fetchall() == [(4, 2)]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_verdicts_are_an_expression_of_polars(engine: Any) -> None:
    checker = Checker()

    def verdicts(rows: pl.Series) -> pl.Series:
        return pl.Series(checker.check(rows.struct["robots"], rows.struct["url"], "MyBot"))

    verdict = pl.Struct({"allowed": pl.Boolean, "reason": pl.Categorical, "line": pl.UInt32, "rule": pl.Categorical})
    asked = pl.struct("robots", "url").map_batches(verdicts, return_dtype=verdict, is_elementwise=True)
    pages = pl.LazyFrame({"url": [f"/{letter}/{number}" for number in range(300_000) for letter in "ab"]})
    query = pages.with_columns(robots=pl.lit(FILE)).with_columns(verdict=asked).unnest("verdict")
    counted = query.group_by("reason").len().sort("len", "reason").collect(engine=engine)
    assert counted.rows() == [("disallow-rule", 300_000), ("no-match", 300_000)]
