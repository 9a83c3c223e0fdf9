"""Answers as HTML, for notebooks. Every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def paragraph(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table; None is an empty cell."""
    lines = [_row("td", ("" if cell is None else str(cell) for cell in row)) for row in rows]
    return f"<table><thead>{_row('th', head)}</thead><tbody>{''.join(lines)}</tbody></table>"


def _row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
