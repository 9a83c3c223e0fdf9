"""What a fetch that failed counts as, as `reppy.cache.policy` decides it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

__all__ = ["CachePolicyBase", "DefaultObjectPolicy", "ReraiseExceptionPolicy"]


class CachePolicyBase:
    """The base of policies."""

    def exception(self, url: str, exception: Exception) -> tuple[float, Any]:
        """The time until which it holds, in seconds since 1970, and what to keep: an exception is raised."""
        raise NotImplementedError


class DefaultObjectPolicy(CachePolicyBase):
    """For `ttl` seconds it counts as what `factory` makes of the URL. `clock` returns the time in seconds."""

    def __init__(self, ttl: float, factory: Callable[[str], Any], clock: Callable[[], float] = time.time) -> None:
        self.ttl = ttl
        self.factory = factory
        self.clock = clock

    def exception(self, url: str, exception: Exception) -> tuple[float, Any]:
        """The time until which it holds, and what `factory` makes."""
        return (self.clock() + self.ttl, self.factory(url))


class ReraiseExceptionPolicy(CachePolicyBase):
    """For `ttl` seconds it raises the same exception. `clock` returns the time in seconds."""

    def __init__(self, ttl: float, clock: Callable[[], float] = time.time) -> None:
        self.ttl = ttl
        self.clock = clock

    def exception(self, url: str, exception: Exception) -> tuple[float, Any]:
        """The time until which it holds, and the exception."""
        return (self.clock() + self.ttl, exception)
