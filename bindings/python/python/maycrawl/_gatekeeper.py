"""Gatekeepers, which fetch robots.txt files and decide by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from maycrawl import _native
from maycrawl._errors import InputError
from maycrawl._native import REASONS, Agent, Robots

_VERDICTS = ("allow", "disallow", "later")


@dataclass(frozen=True)
class Decision:
    """Whether a crawler may fetch a URL now, by the robots.txt of its site. It is true where it may.

    There are three verdicts. "allow": fetch it. "disallow": drop it. "later": the site's robots.txt cannot be fetched,
    so nothing may be fetched although no rule says so; keep the URL, and ask again at `retry_at`.

    `reason` is one of the codes of https://github.com/maycrawl/maycrawl/blob/main/docs/reasons.md if the file decides;
    else "unavailable" (the site has no file), "unreachable" or "ungoverned". `line` is the number of the deciding line,
    from 1. `why` is the reason as a sentence.
    `pause` is the longest pause that the file asks of the crawler, in seconds. The answer holds until `valid_until`;
    that and `retry_at` are seconds since 1970, as of time.time(). None means that there is no such thing.

    >>> from maycrawl import Decision
    >>> decision = Decision("later", "unreachable", retry_at=1800000000.0)
    >>> bool(decision), decision.verdict
    (False, 'later')
    """

    verdict: Literal["allow", "disallow", "later"]
    reason: str
    line: int | None = None
    why: str = ""
    is_undefined: bool = False
    pause: float | None = None
    valid_until: float | None = None
    retry_at: float | None = None
    robots_url: str = ""

    def __post_init__(self) -> None:
        for name, code, codes in [("verdict", self.verdict, _VERDICTS), ("reason", self.reason, REASONS)]:
            if not isinstance(code, str):
                raise TypeError(f"{name}: expected str, not {type(code).__qualname__}")
            if code not in codes:
                raise InputError(f'{name}: there is no code "{code}"')

    @property
    def allowed(self) -> bool:
        """Whether the URL may be fetched now: the verdict is "allow".

        >>> from maycrawl import Decision
        >>> Decision("allow", "no-match").allowed
        True
        """
        return self.verdict == "allow"

    def __bool__(self) -> bool:
        return self.allowed


class Gatekeeper(_native.Gatekeeper):
    """Says whether a crawler may fetch URLs. It fetches the robots.txt of each site once, for as long as it holds.

    Make one for each User-Agent header, and share it between threads: those that ask about a site at the same time
    wait for one fetch. Its threads begin with the first question. A process that is forked after that needs a
    gatekeeper of its own; in the old one, questions raise RuntimeError there.

    - `user_agent`: the header that sites get; or a gatekeeper, whose memory and settings this one then shares.
    - `dialect`: how files are read; by default in the dialect of the crawler that asks.
    - `cache`: a file for the answers, which processes may share and which `maycrawl --cache` reads too.
    - `timeout`, `deadline`: the seconds of one request, and of a fetch with all its redirects. `address_pause`: those
      between requests to one IP address. `max_connections`: how many may be open, by default as many as the system
      allows and 1,024 at most; `max_per_address`: how many to one IP address.
    - `memory`: bytes for all files.
    - `proxy`: a URL such as "http://proxy.example:3128", or "env" for those of the environment. `resolve`: addresses
      of hosts, instead of name lookups: {"example.com": "127.0.0.1:8080"}; the host "*" stands for all.
      `certificates`: those to trust instead of the system's, in PEM; ssl.DER_cert_to_PEM_cert converts others.
    - `allow_private`: fetch from private and local addresses too. `allow_nets`, `deny_nets`: networks such as
      "10.1.0.0/16"; what is denied stays so. `nat64`: prefixes of your NAT64 gateways. `allow_ports`: ports to allow
      although web sites do not use them.
    - `stale_while_unreachable`: obey the last file in an outage. `treat_5xx_as_404`: take a server error for a
      missing file.

    Raises InputError (a ValueError) for a wrong argument, and OSError if the cache cannot be used.

    >>> from maycrawl import Gatekeeper
    >>> gatekeeper = Gatekeeper("MyBot/1.0 (+https://example.com/bot)", deadline=20.0)
    >>> gatekeeper.agent, gatekeeper.dialect
    (Agent('MyBot'), Dialect('own'))
    """

    __module__ = "maycrawl"
    __slots__ = ()

    def may_fetch(self, url: str | bytes, agent: Agent | str | bytes | None = None) -> Decision:
        """Whether an agent may fetch a URL now. Other threads run while it waits for the site; Ctrl-C ends the wait.

        The agent is by default the one that the User-Agent header names. A site that does not answer is no error: the
        verdict is then "later". Raises InputError for what is no http or https URL, RefusedError (an OSError) if the
        guard refuses the site, and FetchError (an OSError) if this machine could not ask.

        >>> from maycrawl import Gatekeeper
        >>> Gatekeeper("MyBot/1.0").may_fetch("example.com")
        Traceback (most recent call last):
            ...
        maycrawl.InputError: url: not an absolute URL: it has no scheme such as https://
        """
        return self._may_fetch(url, agent)

    def robots(self, url: str | bytes) -> Robots | None:
        """The robots.txt whose rules are in force for a URL's origin, fetched if necessary.

        None if the site has no file, and also while it cannot be fetched: only may_fetch tells the two apart. It raises
        what may_fetch raises.

        >>> from maycrawl import Gatekeeper
        >>> Gatekeeper("MyBot/1.0").robots("mailto:a@example.com")
        Traceback (most recent call last):
            ...
        maycrawl.InputError: url: no robots.txt applies to this URL: it is not an http, https or ftp URL
        """
        return self._robots(url)


class AsyncGatekeeper(_native.Gatekeeper):
    """A Gatekeeper for asyncio, with the same arguments. Tasks that wait occupy no thread.

    Share it between tasks, threads and event loops. A task that is cancelled ends its question alone.
    `AsyncGatekeeper(gatekeeper)` shares the memory of a Gatekeeper, and the other way round.

    >>> import asyncio
    >>> from maycrawl import AsyncGatekeeper, RefusedError
    >>> async def ask() -> str:
    ...     gatekeeper = AsyncGatekeeper("MyBot/1.0")
    ...     try:
    ...         return (await gatekeeper.may_fetch("http://127.0.0.1/")).verdict
    ...     except RefusedError:
    ...         return "refused"
    >>> asyncio.run(ask())
    'refused'
    """

    __module__ = "maycrawl"
    __slots__ = ()

    async def may_fetch(self, url: str | bytes, agent: Agent | str | bytes | None = None) -> Decision:
        """Whether an agent may fetch a URL now: Gatekeeper.may_fetch.

        >>> import asyncio
        >>> from maycrawl import AsyncGatekeeper
        >>> asyncio.run(AsyncGatekeeper("MyBot/1.0").may_fetch("example.com"))
        Traceback (most recent call last):
            ...
        maycrawl.InputError: url: not an absolute URL: it has no scheme such as https://
        """
        return await self._may_fetch_soon(url, agent)

    async def robots(self, url: str | bytes) -> Robots | None:
        """The robots.txt whose rules are in force for a URL's origin: Gatekeeper.robots.

        >>> import asyncio
        >>> from maycrawl import AsyncGatekeeper
        >>> asyncio.run(AsyncGatekeeper("MyBot/1.0").robots("example.com"))
        Traceback (most recent call last):
            ...
        maycrawl.InputError: url: not an absolute URL: it has no scheme such as https://
        """
        return await self._robots_soon(url)


# As users import and pickle it.
Decision.__module__ = "maycrawl"
