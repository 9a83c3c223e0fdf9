"""The lines of a file, and what it states beside its rules."""

from __future__ import annotations

from datetime import time
from typing import NamedTuple


class Hours(NamedTuple):
    """A part of the day, in UTC. It passes midnight where it ends before it begins.

    >>> from datetime import time
    >>> from maycrawl import Hours
    >>> Hours(time(6, 0), time(8, 45)).end.minute
    45
    """

    start: time
    end: time

    @classmethod
    def _of_minutes(cls, start: int, end: int) -> Hours:
        """From minutes since midnight."""
        return cls(*(time(*divmod(minutes, 60)) for minutes in (start, end)))


class RequestRate(NamedTuple):
    """So many requests in so many seconds, perhaps at some hours only.

    >>> from maycrawl import RequestRate
    >>> RequestRate(1, 300).seconds
    300
    """

    requests: int
    seconds: int
    hours: Hours | None = None


class Line(NamedTuple):
    """A line of a Document and its parts. All but `number` are bytes; what a line does not have is empty.

    White space stands between the parts. `separator` is a colon, or the white space between two words; text that is
    no directive is the field.

    >>> from maycrawl import Document
    >>> Document.parse("Allow : /b").lines[0].separator
    b':'
    """

    number: int
    text: bytes
    field: bytes
    separator: bytes
    value: bytes
    comment: bytes
    line_end: bytes


# As users import and pickle them.
Hours.__module__ = RequestRate.__module__ = Line.__module__ = "maycrawl"
