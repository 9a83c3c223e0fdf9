"""What a file states beside its rules."""

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


# As users import and pickle them.
Hours.__module__ = RequestRate.__module__ = "maycrawl"
