"""A mapping that cannot change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

V = TypeVar("V")


class FrozenDict(Mapping[str, V]):
    """A mapping from str that cannot change, and can be hashed and pickled.

    >>> from maycrawl import policy
    >>> crawlers = policy("User-agent: GPTBot\\nDisallow: /").crawlers
    >>> crawlers["GPTBot"], crawlers["Googlebot"]
    ('nowhere', 'everywhere')
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, V]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: str) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenDict({self._items!r})"

    def __reduce__(self) -> tuple[type[FrozenDict[V]], tuple[dict[str, V]]]:
        return FrozenDict, (self._items,)


# As users import and pickle it.
FrozenDict.__module__ = "maycrawl"
