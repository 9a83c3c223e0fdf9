"""Verdicts over columns: a robots.txt, a URL and an agent in each row.

Columns come from any library with the Arrow PyCapsule interface: Polars, pandas, DuckDB, pyarrow and others. They are
read in place, and these libraries take the answers the same way, without a copy of the rows.

>>> from maycrawl.arrow import check
>>> verdicts = check("User-agent: *\\nDisallow: /private/", "https://example.com/private/a", "MyBot")
>>> {name: verdicts[name].to_list() for name in verdicts.columns}
{'allowed': [False], 'reason': ['disallow-rule'], 'line': [2], 'rule': ['Disallow: /private/']}

Strings, large strings, string views, their binary forms and dictionaries of these are read. A null gives a null:
whether a site without a robots.txt may be crawled is yours to say; its file is "".

Other tables come of the files alone: `directives` are their lines, `lint` scores them, and `policy` says where agents
may go.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from maycrawl._native import Agent, Checker, Column, Dialect, Table, Verdicts, VerdictStream, directives, lint, policy

__all__ = [
    "ArrayExporter",
    "Checker",
    "Column",
    "StreamExporter",
    "Table",
    "VerdictStream",
    "Verdicts",
    "check",
    "check_stream",
    "directives",
    "lint",
    "policy",
]


class ArrayExporter(Protocol):
    """What hands over a column or a table as one piece, such as an array of pyarrow."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """The capsules of its type and its rows."""
        ...


class StreamExporter(Protocol):
    """What hands over a column or a table in pieces, such as a Series or a DataFrame of Polars."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The capsule of a stream."""
        ...


def check(
    robots: ArrayExporter | StreamExporter | str | bytes,
    url: ArrayExporter | StreamExporter | str | bytes,
    agent: ArrayExporter | StreamExporter | Agent | str | bytes,
    *,
    dialect: Dialect | str = "own",
) -> Verdicts:
    """The verdict on each row: a robots.txt, a URL and an agent, each a column or one value for all rows.

    A file that stands in many rows is parsed once. Other threads run meanwhile, and Ctrl-C ends it. For many calls use
    a Checker, which keeps the rules. A column that contains neither text nor bytes raises TypeError; columns that
    differ in length and capsules that break the rules of Arrow raise InputError.

    >>> from maycrawl.arrow import check
    >>> check("User-agent: *\\nDisallow: /a", b"/a", "MyBot", dialect="rfc9309")["allowed"].to_list()
    [False]
    """
    return Checker(dialect).check(robots, url, agent)


def check_stream(
    batches: ArrayExporter | StreamExporter,
    *,
    robots: str | bytes = "robots",
    url: str = "url",
    agent: str | Agent = "agent",
    keep: Iterable[str] = (),
    dialect: Dialect | str = "own",
    cache_bytes: int = 268435456,
) -> VerdictStream:
    """The verdicts on the rows of a stream of batches, such as a table or a query's result.

    A batch is read when its verdicts are asked for, and only the current one is in memory. A str names a column; an
    Agent, or a file as bytes, applies to all rows. `keep` names columns that stay beside the verdicts, such as a key: of
    text, bytes, numbers, booleans or days. At most about cache_bytes of files and their rules are kept: when there are
    more, all are forgotten.

    >>> from maycrawl import Agent
    >>> from maycrawl.arrow import check, check_stream
    >>> table = check("User-agent: *\\nDisallow: /", "/", "MyBot")  # a table with a column of text, reason
    >>> stream = check_stream(table, robots=b"User-agent: *\\nDisallow: /n", url="reason", agent=Agent("MyBot"))
    >>> [verdicts["allowed"].to_list() for verdicts in stream]
    [[True]]
    """
    return VerdictStream(batches, robots=robots, url=url, agent=agent, keep=keep, dialect=dialect, cache_bytes=cache_bytes)
