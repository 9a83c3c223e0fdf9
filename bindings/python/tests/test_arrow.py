"""Columns of any library get the verdicts that Rules give."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest
from errors import check_error

import maycrawl
from maycrawl import Agent, Document, InputError, Robots
from maycrawl.arrow import Checker, Table, check, check_stream, directives, lint, policy

EXAMPLES = Path(__file__).parents[3] / "examples"
FILE = "User-agent: MyBot\nDisallow: /a\nAllow: /a/b"
URLS = ["https://example.com/a", "/a/b", None, "/c"]


def rows(table: Table) -> list[tuple[Any, ...]]:
    return list(zip(*(table[name].to_list() for name in table.columns), strict=True))


EXPECTED = [
    (False, "disallow-rule", 2, "Disallow: /a"),
    (True, "allow-rule", 3, "Allow: /a/b"),
    (None, None, None, None),
    (True, "no-match", None, None),
]

BYTES = [url and url.encode() for url in URLS]
COLUMNS = {
    "string": pa.array(URLS),
    "large string": pa.array(URLS, pa.large_string()),
    "string view": pa.array(URLS, pa.string_view()),
    "binary": pa.array(BYTES, pa.binary()),
    "large binary": pa.array(BYTES, pa.large_binary()),
    "binary view": pa.array(BYTES, pa.binary_view()),
    "dictionary": pa.array(URLS).dictionary_encode(),
    "dictionary with small keys": pa.array(URLS, pa.dictionary(pa.uint8(), pa.large_string())),
    "slice": pa.array(["x", "y", *URLS, "z"]).slice(2, 4),
    "slice of views": pa.array(["x", *URLS, "a long URL of another row"], pa.string_view()).slice(1, 4),
    "pieces": pa.chunked_array([URLS[:1], [], URLS[1:]], pa.string()),
    "Polars": pl.Series(URLS),
    "slice in Polars": pl.Series(["x", *URLS])[1:],
    "pieces in Polars": pl.Series(URLS[:2]).append(pl.Series(URLS[2:])),
    "categorical in Polars": pl.Series(URLS, dtype=pl.Categorical),
    "binary in Polars": pl.Series(BYTES, dtype=pl.Binary),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_each_form_of_a_column_is_read(name: str) -> None:
    urls = COLUMNS[name]
    assert rows(check(FILE, urls, "MyBot")) == EXPECTED
    # As any other argument too.
    files = pa.array([FILE, "", None, "User-agent: *"])
    assert rows(check(files, urls, pl.Series(["MyBot"] * 4)))[:2] == [EXPECTED[0], (True, "no-group", None, None)]


def test_a_column_may_end_its_pieces_anywhere() -> None:
    robots = pa.chunked_array([[FILE], [FILE, FILE, FILE]])
    url = pa.chunked_array([URLS[:3], URLS[3:]], pa.string())
    agent = pa.chunked_array([["MyBot"] * 2, [], ["MyBot"] * 2])
    assert rows(check(robots, url, agent)) == EXPECTED


def test_values_stand_for_all_rows() -> None:
    assert rows(check(FILE.encode(), "/a", b"MyBot")) == EXPECTED[:1]
    image_bot = Agent.first_of(["MyBot-Image", "MyBot"])
    assert rows(check(FILE, pa.array(["/a"]), image_bot)) == EXPECTED[:1]
    assert rows(check(pa.array([FILE, ""]), "/a", "MyBot")) == [EXPECTED[0], (True, "no-group", None, None)]
    assert rows(check(FILE, pa.array([], pa.string()), "MyBot")) == []


def test_every_vector_gets_its_verdict_and_line() -> None:
    vectors = [json.loads(line) for line in Path(os.environ["MAYCRAWL_VECTORS"]).read_text().splitlines()]
    plain = [vector for vector in vectors if len(vector["tokens"]) == 1 and not vector["ignores_global"]]
    assert len(plain) > 1500
    for dialect, token in {(vector["dialect"], vector["tokens"][0]) for vector in plain}:
        asked = [vector for vector in plain if (vector["dialect"], vector["tokens"][0]) == (dialect, token)]
        robots = pa.array([b64decode(vector["robots"]) for vector in asked])
        urls = pa.array([b64decode(vector["url"]) for vector in asked])
        # The tables take a token as it is, without what the catalogue knows of it.
        found = rows(check(robots, urls, Agent.first_of([b64decode(token)]), dialect=dialect))
        assert [(row[0], row[2]) for row in found] == [(vector["allowed"], vector["line"]) for vector in asked]


def test_libraries_take_the_answers() -> None:
    verdicts = check(FILE, pa.array(URLS), "MyBot")
    assert pa.table(verdicts).num_rows == pa.record_batch(verdicts).num_rows == 4
    assert pa.array(verdicts["line"]).to_pylist() == [2, 3, None, None]
    assert pa.RecordBatchReader.from_stream(verdicts).read_all().to_pylist() == pa.table(verdicts).to_pylist()
    assert pl.DataFrame(verdicts).rows() == EXPECTED
    assert pl.Series(verdicts).struct.unnest().rows() == EXPECTED
    assert pl.Series(verdicts["rule"]).to_list() == [row[3] for row in EXPECTED]
    assert pa.array(verdicts).validate(full=True) is None
    assert (len(verdicts), len(verdicts["line"])) == (4, 4)
    with pytest.raises(KeyError, match="url"):
        verdicts["url"]


def test_answers_outlive_the_question() -> None:
    table = pa.table(check(pa.array([FILE]), pa.array(["/a"]), "MyBot"))
    gc.collect()
    assert table.to_pylist() == [dict(zip(["allowed", "reason", "line", "rule"], EXPECTED[0], strict=True))]


def test_imports_are_released_once() -> None:
    pool = pa.default_memory_pool()
    before = pool.bytes_allocated()
    for _ in range(50):
        check(pa.array([FILE] * 1000), pa.array(["/a"] * 1000), "MyBot")
        pa.table(directives(pa.array([FILE] * 1000)))
        pa.table(lint(pa.array([FILE] * 1000)))
        pa.table(policy(pa.array([FILE] * 1000), ["MyBot"]))
        pa.table(check_stream(pa.table({"robots": [FILE] * 1000, "url": ["/a"] * 1000}), agent=Agent("MyBot")))
    gc.collect()
    assert pool.bytes_allocated() == before


def test_a_checker_remembers_and_is_shared() -> None:
    checker = Checker("rfc9309", cache_bytes=10_000)
    assert str(checker.dialect) == "rfc9309"
    urls = pa.array(["/%61"] * 1000)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: checker.check(FILE, urls, "MyBot"), range(20)))
    assert all(verdicts["line"].to_list() == [2] * 1000 for verdicts in found)


TABLE = pa.table({"id": [1, 2], "robots": [FILE, FILE], "url": ["/a", "/c"], "agent": ["MyBot", "MyBot"]})
IN_TABLE = [EXPECTED[0], EXPECTED[3]]


def test_a_stream_gives_a_stream() -> None:
    assert [rows(verdicts) for verdicts in check_stream(TABLE)] == [IN_TABLE]
    assert pl.DataFrame(check_stream(TABLE)).rows() == IN_TABLE
    assert pl.DataFrame(check_stream(pl.DataFrame(TABLE))).rows() == IN_TABLE
    assert [rows(verdicts) for verdicts in check_stream(TABLE.to_batches()[0])] == [IN_TABLE]
    other_names = TABLE.rename_columns(["id", "body", "link", "bot"])
    assert pl.DataFrame(check_stream(other_names, robots="body", url="link", agent="bot")).rows() == IN_TABLE
    same_for_all = check_stream(TABLE, robots=FILE.encode(), agent=Agent("Nobody"), dialect="google-parser")
    assert pa.table(same_for_all)["reason"].to_pylist() == ["no-group"] * 2


def test_a_slice_of_a_batch_is_read_where_it_starts() -> None:
    wide = pa.table({"robots": ["x", FILE, FILE], "url": ["x", "/a", "/c"], "agent": ["x", "MyBot", "MyBot"]})
    assert pl.DataFrame(check_stream(wide.slice(1))).rows() == IN_TABLE
    structs = wide.to_struct_array().combine_chunks().slice(1)
    assert [rows(verdicts) for verdicts in check_stream(structs)] == [IN_TABLE]


def test_batches_are_read_when_they_are_asked_for() -> None:
    read: list[int] = []

    def batches() -> Iterator[pa.RecordBatch]:
        for number in range(1000):
            read.append(number)
            yield TABLE.to_batches()[0]

    verdicts = check_stream(pa.RecordBatchReader.from_batches(TABLE.schema, batches()))
    assert read == []
    assert rows(next(verdicts)) == IN_TABLE
    assert read == [0]


def test_a_failure_of_the_producer_is_told() -> None:
    def batches() -> Iterator[pa.RecordBatch]:
        yield TABLE.to_batches()[0]
        raise RuntimeError("the disk is full")

    verdicts = check_stream(pa.RecordBatchReader.from_batches(TABLE.schema, batches()))
    assert rows(next(verdicts)) == IN_TABLE
    with pytest.raises(InputError, match="batches: the stream failed: .*the disk is full"):
        next(verdicts)
    with pytest.raises(pa.ArrowInvalid, match="the disk is full"):
        pa.table(check_stream(pa.RecordBatchReader.from_batches(TABLE.schema, batches())))


def test_directives_are_the_lines_with_a_field_and_a_value() -> None:
    file = "\ufeffUSER-agent : *\r# a comment\nDisalow /a # why: this\r\n\nnot a directive\n: none\nSitemap:"
    expected = [(1, "USER-agent", "*", None), (3, "Disalow", "/a", "# why: this"), (7, "Sitemap", "", None)]
    assert rows(directives(file)) == [(0, *line) for line in expected]
    assert directives(file).columns == ("row", "line", "field", "value", "comment")
    in_pieces = pa.chunked_array([[None, file], [], ["", file]])
    assert rows(directives(in_pieces)) == [(at, *line) for at in [1, 3] for line in expected]


@pytest.mark.parametrize("name", COLUMNS)
def test_directives_of_each_form_of_a_column(name: str) -> None:
    assert rows(directives(COLUMNS[name])) == [(0, 1, "https", "//example.com/a", None)]


def test_directives_are_text_that_is_safe_to_show() -> None:
    table = directives(pa.array([b"a\x1b: \xff\x00\xc3\xa9", b""]))
    assert rows(table) == [(0, 1, "a\\u{1b}", "\ufffd\\u{0}\u00e9", None)]
    assert pl.DataFrame(table).schema == {
        "row": pl.UInt64, "line": pl.UInt32, "field": pl.String, "value": pl.String, "comment": pl.String
    }
    assert pa.table(directives(pa.array([], pa.string()))).num_rows == 0


def test_directives_agree_with_documents() -> None:
    files = [b64decode(json.loads(line)["robots"]) for line in Path(os.environ["MAYCRAWL_VECTORS"]).read_text().splitlines()]
    found = rows(directives(pa.array(files)))
    lines = [(at, line) for at, file in enumerate(files) for line in Document.parse(file).lines]
    assert [row[:2] for row in found] == [(at, line.number) for at, line in lines if line.field and line.separator]


def linted(file: bytes) -> tuple[Any, ...]:
    found = maycrawl.lint(file)
    severities = [finding.severity for finding in found.findings]
    return (found.score, found.grade, *(severities.count(name) for name in ["error", "warning", "note"]))


def test_lint_agrees_with_lint_of_each_file() -> None:
    files = [b"", b"User-agent: *\nDisalow: /a\nDisallow: b", b"\xff\xfe\x00", b"<html>", FILE.encode()]
    files += [path.read_bytes() for path in sorted(EXAMPLES.glob("*.txt"))]
    found = lint(pa.array(files))
    assert found.columns == ("score", "grade", "errors", "warnings", "notes")
    assert rows(found) == [linted(file) for file in files]
    assert {row[1] for row in rows(found)} == {"broken", "needs attention", "healthy"}
    in_pieces = pa.chunked_array([[files[0], None], [], [files[0]]], pa.binary())
    assert rows(lint(in_pieces)) == [linted(files[0]), (None,) * 5, linted(files[0])]
    assert pl.DataFrame(found).rows() == rows(found)


@pytest.mark.parametrize("name", COLUMNS)
def test_each_form_of_a_column_is_linted(name: str) -> None:
    assert rows(lint(COLUMNS[name])) == [url and linted(url) or (None,) * 5 for url in BYTES]


def test_a_file_is_linted_up_to_a_size() -> None:
    largest = b"#" * 2**20
    assert rows(lint(pa.array([largest, largest + b"#"]))) == [linted(largest), (None,) * 5]


def test_a_file_is_linted_once() -> None:
    file = "User-agent: *\n" + "".join(f"Disallow: /{number}/\n" for number in range(1000))
    begin = time.process_time()
    once = lint(file)
    middle = time.process_time()
    many = lint(pa.array([file] * 1000))
    assert time.process_time() - middle < 100 * (middle - begin)
    assert rows(many) == rows(once) * 1000


def test_policy_has_a_column_for_each_agent() -> None:
    files = pa.chunked_array([["", None], ["User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a"]])
    found = policy(files, iter(["GPTBot", "MyBot"]))
    assert found.columns == ("GPTBot", "MyBot")
    assert rows(found) == [("everywhere",) * 2, (None,) * 2, ("nowhere", "partly")]
    assert pl.DataFrame(found).rows() == rows(found)
    assert rows(policy(pa.array(["#" * (2**20 + 1)]), ["MyBot"])) == [(None,)]


def test_policy_agrees_with_policy_of_each_file() -> None:
    names = ["GPTBot", "Googlebot", "bingbot", "CCBot", "Googlebot-Image"]
    files = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.txt"))]
    crawlers = [maycrawl.policy(file).crawlers for file in files]
    assert rows(policy(pa.array(files), names)) == [tuple(known[name] for name in names) for known in crawlers]


@pytest.mark.parametrize("name", COLUMNS)
def test_policy_of_each_form_of_a_column(name: str) -> None:
    assert policy(COLUMNS[name], ["MyBot"])["MyBot"].to_list() == [url and "everywhere" for url in URLS]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: check(5, "/", "a"), "robots: expected str, bytes or an Arrow column, not int"),
        (lambda: check("", ["/"], "a"), "url: expected str, bytes or an Arrow column, not list"),
        (lambda: check("", "/", None), "agent: expected str, bytes, Agent or an Arrow column, not NoneType"),
        (lambda: check("", pa.array([1]), "a"), "url: expected a column of text or bytes, not integers"),
        (lambda: check("", pl.Series([[b"a"]]), "a"), "url: expected a column of text or bytes, not lists"),
        (lambda: check("", pa.array([1.5]), "a"), "url: expected a column of text or bytes, not floats"),
        (lambda: bool(check("", "/", "a")), 'a table is neither true nor false; ask for a column, such as table["allowed"]'),
        (lambda: check("", TABLE, "a"), "url: expected a column of text or bytes, not structs"),
        (lambda: check("", "/", pa.array([1, 1]).dictionary_encode()), "agent: expected a column of text or bytes, not integers"),
        (lambda: check("", "/", "a", dialect=5), "dialect: expected str or Dialect, not int"),
        (lambda: directives(5), "robots: expected str, bytes or an Arrow column, not int"),
        (lambda: directives(TABLE), "robots: expected a column of text or bytes, not structs"),
        (lambda: lint([]), "robots: expected str, bytes or an Arrow column, not list"),
        (lambda: lint(pa.array([1])), "robots: expected a column of text or bytes, not integers"),
        (lambda: policy(None, ["a"]), "robots: expected str, bytes or an Arrow column, not NoneType"),
        (lambda: policy("", "GPTBot"), "agents: expected an iterable of str, not str"),
        (lambda: policy("", 5), "agents: expected an iterable of str, not int"),
        (lambda: policy("", ["GPTBot", b"a"]), "agents: expected str, not bytes"),
        (lambda: check_stream([TABLE]), "batches: expected an Arrow table or stream, not list"),
        (lambda: check_stream(pa.array(["a"])), "robots: expected a table or a stream of batches"),
        (lambda: check_stream(TABLE, robots="id"), "robots: expected a column of text or bytes, not integers"),
        (lambda: check_stream(TABLE, robots=5), "robots: expected the name of a column or bytes, not int"),
        (lambda: check_stream(TABLE, url=b"url"), "url: expected the name of a column, not bytes"),
        (lambda: check_stream(TABLE, agent=b"a"), "agent: expected the name of a column or Agent, not bytes"),
    ],
)
def test_a_wrong_type_names_the_argument(call: Callable[[], Any], message: str) -> None:
    check_error(call, TypeError, message)


def handed_over_twice() -> None:
    verdicts = check_stream(TABLE)
    pa.table(verdicts)
    pa.table(verdicts)


def iterated_and_handed_over() -> None:
    verdicts = check_stream(TABLE)
    next(iter(verdicts))
    pa.table(verdicts)


def handed_over_and_iterated() -> None:
    verdicts = check_stream(TABLE)
    pa.table(verdicts)
    next(iter(verdicts))


def test_a_column_without_a_value_gives_nulls() -> None:
    nothing = pa.nulls(3)
    for verdicts in [check(nothing, "/", "a"), check("", nothing, "a"), check("", "/", nothing)]:
        assert verdicts["allowed"].to_list() == [None, None, None]
    assert len(check("", pa.nulls(0), "a")) == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: check(pa.array(["", ""]), pa.array(["/"]), "a"), "url: fewer rows than another column: 1"),
        (lambda: check_stream(TABLE, url="link"), 'url: there is no column "link"'),
        (lambda: check_stream(pa.table([["a"], ["b"]], ["url", "url"]), robots=b"", agent=Agent("a")), 'url: there are several columns "url"'),
        (lambda: check("", "/", "a", dialect="gogle"), 'dialect: there is no dialect "gogle"; did you mean "google"?'),
        (lambda: policy("", []), "agents: name at least one"),
        (lambda: policy("", ["a", "b", "a"]), 'agents: "a" is there twice'),
        (lambda: policy("", ["a\0b"]), r'agents: "a\0b" cannot name a column'),
        (handed_over_twice, "the stream is read already; make another one"),
        (iterated_and_handed_over, "the stream is read already; make another one"),
        (handed_over_and_iterated, "the stream is read already; make another one"),
    ],
)
def test_a_wrong_value_names_the_argument(call: Callable[[], Any], message: str) -> None:
    check_error(call, InputError, message)


def test_columns_agree_with_rules() -> None:
    file = "User-agent: *\n" + "".join(f"Disallow: /{number}/*x\n" for number in range(200))
    urls = [f"/{number}/{letter}" for number in range(220) for letter in "xy"]
    expected = Robots.parse(file).rules("MyBot").check_all(urls)
    found = check(pa.array([file] * len(urls)), pl.Series(urls), "MyBot")
    assert [(row[0], row[1], row[2]) for row in rows(found)] == [(one.allowed, one.reason, one.line) for one in expected]


# Each takes minutes. Ctrl-C comes when it has begun.
LONG_WORK = """
import signal
import sys
from collections import deque
from itertools import repeat

import pyarrow as pa

from maycrawl import Agent
from maycrawl.arrow import check, check_stream, lint, policy

files = pa.array([f"User-agent: *\\nDisallow: /{number}" for number in range(500_000)])
batch = pa.record_batch({"robots": ["User-agent: *\\nDisallow: /*b*c$"], "url": ["/" + "ab" * 500_000]})
batches = pa.RecordBatchReader.from_batches(batch.schema, repeat(batch))
work = {
    "check": lambda: check(batch["robots"][0].as_py(), pa.chunked_array([batch["url"]] * 500_000), "MyBot"),
    "check_stream": lambda: deque(check_stream(batches, agent=Agent("MyBot")), maxlen=0),
    "lint": lambda: lint(files),
    "policy": lambda: policy(files, [f"Bot{number}" for number in range(100)]),
}[sys.argv[1]]
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    work()
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers that send signals")
@pytest.mark.parametrize("name", ["check", "check_stream", "lint", "policy"])
def test_control_c_ends_long_work(name: str) -> None:
    command = [sys.executable, "-c", LONG_WORK, name]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert (ran.stdout, ran.stderr) == ("interrupted\n", "")


def test_a_stream_keeps_columns_beside_the_verdicts() -> None:
    table = pa.table({
        "url": URLS,
        "robots": pa.array([FILE] * 4).dictionary_encode(),
        "id": pa.array([4, 3, 2, None], pa.int64()),
        "host": pa.array(["ä", "b", None, "d"], pa.large_string()),
        "weight": pa.array([0.5, 1.5, None, 2.5]),
        "is_new": pa.array([True, None, False, True]),
        "day": pa.array([1, 2, None, 4], pa.date32()),
        "raw": pa.array([b"\xff", b"", None, b"d"]),
        "view": pa.array(["v", None, "w" * 40, ""], pa.string_view()),
        "time": pa.array([1, 2, 3, 4], pa.timestamp("s")),
    })
    keep = ["id", "host", "weight", "is_new", "day", "raw", "view", "url", "robots"]
    shuffled = pa.concat_tables([table.slice(row, 1) for row in [2, 0, 3, 1]]).combine_chunks()
    for rows_asked in [table, shuffled, shuffled.slice(1, 2), table.slice(4)]:
        batches = pa.Table.from_batches(rows_asked.to_batches(max_chunksize=2), rows_asked.schema)
        found = pa.table(check_stream(batches, agent=Agent("MyBot"), keep=keep))
        assert found.column_names == [*keep, "allowed", "reason", "line", "rule"]
        kept = rows_asked.select(keep)
        assert found.select(keep).to_pylist() == kept.to_pylist()
        assert found.select(keep[:-1]).schema.types == kept.select(keep[:-1]).schema.types
        allowed = [url and Robots.parse(FILE).rules("MyBot").is_allowed(url) for url in rows_asked["url"].to_pylist()]
        assert found["allowed"].to_pylist() == allowed
    (first, *_) = check_stream(table, agent=Agent("MyBot"), keep=["id", "host", "weight", "raw"])
    assert first.columns[:2] == ("id", "host")
    assert [first[name].to_list() for name in ["id", "host", "weight", "raw"]] == [table[name].to_pylist() for name in ["id", "host", "weight", "raw"]]


def test_what_a_stream_cannot_keep() -> None:
    table = pa.table({"url": ["/a"], "robots": [""], "line": [1], "time": pa.array([1], pa.timestamp("s")), "list": [[1]]})
    keep = lambda *names: lambda: check_stream(table, agent=Agent("MyBot"), keep=names)  # noqa: E731
    check_error(keep("line"), InputError, 'keep: the verdicts have another column "line"')
    check_error(keep("url", "url"), InputError, 'keep: the verdicts have another column "url"')
    check_error(keep("id"), InputError, 'keep: there is no column "id"')
    kinds = "keep: expected a column of text, bytes, numbers, booleans or days, not"
    check_error(keep("time"), TypeError, f"{kinds} times")
    check_error(keep("list"), TypeError, f"{kinds} lists")
    check_error(lambda: check_stream(table, keep="url"), TypeError, "keep: expected an iterable of str, not str")
    # Text that is not UTF-8 is an error where it is handed on as text.
    wrong = pa.StringArray.from_buffers(1, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff"))
    table = pa.table({"url": ["/a"], "robots": [""], "key": wrong})
    with pytest.raises(InputError, match="(?i)utf-?8"):
        list(check_stream(table, agent=Agent("MyBot"), keep=["key"]))
