"""How long an answer holds, as `reppy.ttl` decides it."""

from __future__ import annotations

import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime

from maycrawl.reppy._http import Response

__all__ = ["HeaderWithDefaultPolicy", "TTLPolicyBase"]


class TTLPolicyBase:
    """The base of policies: a subclass has a method `ttl`. `clock` returns the time in seconds."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock

    def ttl(self, response: Response) -> float:
        """For how many seconds an answer holds."""
        raise NotImplementedError

    def expires(self, response: Response) -> float:
        """Until when it holds, in seconds since 1970."""
        return self.clock() + self.ttl(response)


class HeaderWithDefaultPolicy(TTLPolicyBase):
    """As long as Cache-Control or Expires say, and `default` seconds without them; no less than `minimum`."""

    def __init__(self, default: float, minimum: float, clock: Callable[[], float] = time.time) -> None:
        super().__init__(clock)
        self.default = default
        self.minimum = minimum

    def ttl(self, response: Response) -> float:
        """For how many seconds an answer holds."""
        by_header = _cache_control(response.headers.get("Cache-Control") or "")
        if by_header is None:
            by_header = self._until_expires(response)
        return self.default if by_header is None else max(self.minimum, by_header)

    def _until_expires(self, response: Response) -> float | None:
        expires = _seconds(response.headers.get("Expires"))
        if expires is None:
            return None
        # The clock of the site may be wrong: its own date tells.
        now = _seconds(response.headers.get("Date"))
        return expires - (self.clock() if now is None else now)


def _cache_control(value: str) -> float | None:
    """The seconds of the first directive that says how long."""
    for directive in value.lower().split(","):
        name, _, seconds = directive.strip().partition("=")
        if name in ("no-store", "no-cache", "must-revalidate"):
            return 0
        if name in ("max-age", "s-maxage") and seconds.isascii() and seconds.isdigit():
            return float(seconds[:18])
    return None


def _seconds(date: str | None) -> float | None:
    """A date of HTTP in seconds since 1970."""
    try:
        return None if date is None else parsedate_to_datetime(date).timestamp()
    except (ValueError, OverflowError):
        return None
