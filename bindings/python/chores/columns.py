"""Asks the package every question of a corpus in columns, and measures them: columns.py DIR [MILLION_ROWS].

`DIR/verdicts.tsv` holds file, agent, URL, verdict and line of Google's parser, `DIR/real` the files. First all of them
are compared, in each form that columns have. Then the URLs of 2,000 distinct files are asked on one core, and at last so
many million rows in a stream (100 unless said otherwise), with the memory that the process takes. Linux only.
"""

import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pyarrow as pa

from maycrawl import Agent
from maycrawl.arrow import Checker, check, check_stream

AGENT = "Googlebot"
DISTINCT = 2000
ROWS = 1_000_000
PASSES = 5

Question = tuple[bytes, bytes, bytes, bool, int | None]


def questions(folder: Path) -> list[Question]:
    files: dict[bytes, bytes] = {}
    found: list[Question] = []
    for row in (folder / "verdicts.tsv").read_bytes().splitlines()[1:]:
        file, agent, url, verdict, number = row.split(b"\t")
        if file not in files:
            files[file] = (folder / "real" / file.decode()).read_bytes()
        found.append((files[file], agent, url, verdict == b"allow", int(number) or None))
    return found


def compare(asked: list[Question]) -> int:
    """How many answers differ from those of Google's parser."""
    robots, agents, urls, allowed, lines = map(list, zip(*asked, strict=True))
    wrong = 0
    # Bytes, since real files are not always UTF-8.
    for form in [pa.binary(), pa.large_binary(), pa.binary_view(), pa.dictionary(pa.int32(), pa.binary())]:
        columns = [pa.array(values, pa.binary()).cast(form) for values in [robots, urls, agents]]
        verdicts = check(columns[0], columns[1], columns[2], dialect="google-parser")
        found = zip(verdicts["allowed"].to_list(), verdicts["line"].to_list(), strict=True)
        differ = sum(one != other for one, other in zip(found, zip(allowed, lines, strict=True), strict=True))
        print(f"{form}: {len(asked)} verdicts and lines, {differ} differ from Google's parser")
        wrong += differ
    return wrong


def rows_of(asked: list[Question], n_rows: int) -> tuple[list[str], list[int], list[str]]:
    """Distinct files, and in each row the index of a file and one of its URLs, in no order."""
    urls: dict[str, list[str]] = {}
    for file, agent, url, *_ in asked:
        try:
            if agent == AGENT.encode():
                urls.setdefault(file.decode(), []).append(url.decode())
        except UnicodeDecodeError:
            continue
    files = list(urls)[:DISTINCT]
    picks = random.Random(9309).choices(range(len(files)), k=n_rows)
    next_url = [0] * len(files)
    picked: list[str] = []
    for index in picks:
        of_file = urls[files[index]]
        picked.append(of_file[next_url[index] % len(of_file)])
        next_url[index] += 1
    return files, picks, picked


def best(call: Callable[[], object]) -> float:
    """Seconds of this thread."""

    def seconds() -> float:
        started = time.thread_time()
        call()
        return time.thread_time() - started

    return min(seconds() for _ in range(PASSES))


def measure(asked: list[Question]) -> None:
    files, picks, urls = rows_of(asked, ROWS)
    table = pl.DataFrame({"robots": files}).with_row_index("file")
    rows = pl.DataFrame({"file": picks, "url": urls}, schema_overrides={"file": pl.UInt32})
    joined = rows.join(table, on="file", how="left", maintain_order="left")
    grouped = joined.sort("file", maintain_order=True)

    def dictionary(rows: pl.DataFrame) -> tuple[pa.Array, pa.Array]:
        keys = rows["file"].to_arrow().cast(pa.int32())
        return pa.DictionaryArray.from_arrays(keys, pa.array(files)), rows["url"].to_arrow()

    columns = {
        "by file, a dictionary": dictionary(grouped),
        "by file, strings": (grouped["robots"].to_arrow(), grouped["url"].to_arrow()),
        "by file, sorted in Polars": (grouped["robots"], grouped["url"]),
        "in no order, a dictionary": dictionary(joined),
        "in no order, strings": (joined["robots"].to_arrow(), joined["url"].to_arrow()),
        "in no order, joined in Polars": (joined["robots"], joined["url"]),
    }
    print(f"{ROWS} rows, {len(files)} distinct files of {sum(map(len, files)) // len(files)} characters; one core")
    for name, (robots, url) in columns.items():
        checker = Checker()
        first = best(lambda robots=robots, url=url: Checker().check(robots, url, AGENT))
        again = best(lambda robots=robots, url=url, checker=checker: checker.check(robots, url, AGENT))
        print(f"{name:30} {ROWS / first / 1e6:6.2f} million verdicts/s, {ROWS / again / 1e6:6.2f} with files that are known")


def stream(asked: list[Question], millions: int) -> None:
    files, picks, urls = rows_of(asked, ROWS)
    robots = pa.DictionaryArray.from_arrays(pa.array(picks, pa.int32()), pa.array(files))
    batch = pa.record_batch({"robots": robots, "url": pa.array(urls)})
    pieces = [batch.slice(start, 100_000) for start in range(0, ROWS, 100_000)]
    batches: Iterator[pa.RecordBatch] = (piece for _ in range(millions) for piece in pieces)
    reader = pa.RecordBatchReader.from_batches(batch.schema, batches)
    asked_rows = blocked = 0
    # Forget the most memory that the process took before.
    Path("/proc/self/clear_refs").write_text("5")
    started = time.monotonic()
    for verdicts in pa.RecordBatchReader.from_stream(check_stream(reader, agent=Agent(AGENT))):
        asked_rows += verdicts.num_rows
        blocked += verdicts.num_rows - verdicts["allowed"].true_count
        if asked_rows % max(millions * 100_000, 100_000) == 0:
            seconds, now, most = time.monotonic() - started, memory("VmRSS"), memory("VmHWM")
            print(f"{asked_rows:>11} rows in {seconds:6.1f} s, {blocked} blocked; {now} MiB now, {most} MiB at most")


def memory(field: str) -> int:
    """MiB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field)) >> 10


def main(folder: Path, millions: int) -> int:
    asked = questions(folder)
    wrong = compare(asked)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    measure(asked)
    gc.collect()
    stream(asked, millions)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100))
