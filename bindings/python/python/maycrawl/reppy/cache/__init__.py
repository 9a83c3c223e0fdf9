"""`RobotsCache` and `AgentCache` as `reppy.cache` has them: they fetch a robots.txt when a URL first needs it.

Threads share a cache: while one of them fetches a file, others that need this file wait for it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar

from maycrawl._errors import InputError
from maycrawl.reppy.cache.policy import CachePolicyBase, DefaultObjectPolicy, ReraiseExceptionPolicy
from maycrawl.reppy.robots import Agent, AllowNone, Robots
from maycrawl.reppy.ttl import TTLPolicyBase

__all__ = ["AgentCache", "BaseCache", "RobotsCache"]

_Kept = TypeVar("_Kept", Robots, Agent)


class _Entry:
    """What is known of one site, until when. Who holds the lock reads and changes it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.expires = float("-inf")
        self.value: Any = None


class BaseCache(Generic[_Kept]):
    """What the caches share. The least recently used of more than `capacity` entries goes first.

    `cache_policy` says what a fetch that failed counts as, `ttl_policy` how long an answer holds; `clock` returns the
    time in seconds. Other arguments go to Robots.fetch. To read files in another dialect, make a subclass with another
    `robots_class`.
    """

    robots_class: type[Robots] = Robots

    DEFAULT_CACHE_POLICY: CachePolicyBase = ReraiseExceptionPolicy(ttl=600)
    DEFAULT_TTL_POLICY: TTLPolicyBase = Robots.DEFAULT_TTL_POLICY

    def __init__(
        self,
        capacity: int,
        cache_policy: CachePolicyBase | None = None,
        ttl_policy: TTLPolicyBase | None = None,
        *,
        clock: Callable[[], float] = time.time,
        **fetching: Any,
    ) -> None:
        if not isinstance(capacity, int):
            raise TypeError(f"capacity: expected int, not {type(capacity).__qualname__}")
        if capacity < 1:
            raise InputError(f"capacity: expected 1 or more, not {capacity}")
        self.capacity = capacity
        self.cache_policy = cache_policy or self.DEFAULT_CACHE_POLICY
        self.ttl_policy = ttl_policy or self.DEFAULT_TTL_POLICY
        self._clock = clock
        self._fetching = fetching
        self._lock = Lock()
        self._entries: OrderedDict[str, _Entry] = OrderedDict()

    def get(self, url: str | bytes) -> _Kept:
        """What governs a URL, fetched if need be. Raises what the policy for failures raises."""
        robots_url = Robots.robots_url(url)
        entry = self._entry(robots_url)
        with entry.lock:
            if self._clock() >= entry.expires:
                entry.expires, entry.value = self._ask(robots_url)
            value = entry.value
        if isinstance(value, Exception):
            raise value
        kept: _Kept = value
        return kept

    def fetch(self, url: str) -> tuple[float, _Kept]:
        """The time until which it holds, and what the robots.txt of this URL is to the cache."""
        raise NotImplementedError

    def _ask(self, url: str) -> tuple[float, Any]:
        try:
            return self.fetch(url)
        except TypeError:
            # A wrong argument is no fault of the site.
            raise
        except Exception as error:
            return self.cache_policy.exception(url, error)

    def _entry(self, url: str) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(url, _Entry())
            self._entries.move_to_end(url)
            if len(self._entries) > self.capacity:
                self._entries.popitem(last=False)
            return entry

    def _robots(self, url: str) -> tuple[float, Robots]:
        robots = self.robots_class.fetch(url, self.ttl_policy, **self._fetching)
        return (robots.expires or 0, robots)


class RobotsCache(BaseCache[Robots]):
    """A cache of files, for several agents. A site whose file cannot be fetched disallows everything for 10 minutes."""

    DEFAULT_CACHE_POLICY = DefaultObjectPolicy(ttl=600, factory=AllowNone)

    def allowed(self, url: str | bytes, agent: str | bytes) -> bool:
        """Whether an agent may fetch a URL."""
        return self.get(url).allowed(url, agent)

    def fetch(self, url: str) -> tuple[float, Robots]:
        """The time until which it holds, and the robots.txt of this URL."""
        return self._robots(url)


class AgentCache(BaseCache[Agent]):
    """A cache of the rules of one agent. A site whose file cannot be fetched disallows everything for 10 minutes."""

    DEFAULT_CACHE_POLICY = DefaultObjectPolicy(ttl=600, factory=lambda _: Agent().disallow("/"))

    def __init__(self, agent: str | bytes, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.agent = agent

    def allowed(self, url: str | bytes) -> bool:
        """Whether the agent may fetch a URL."""
        return self.get(url).allowed(url)

    def fetch(self, url: str) -> tuple[float, Agent]:
        """The time until which it holds, and the rules of the agent in the robots.txt of this URL."""
        expires, robots = self._robots(url)
        return (expires, robots.agent(self.agent))
