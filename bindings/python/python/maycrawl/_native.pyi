from asyncio import Future
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import final

from typing_extensions import Self, disjoint_base

from maycrawl._documents import Explanation
from maycrawl._gatekeeper import Decision
from maycrawl._terms import Hours, Line, RequestRate
from maycrawl.arrow import ArrayExporter, StreamExporter

__all__ = [
    "REASONS",
    "VERSION",
    "Agent",
    "Checker",
    "Column",
    "Dialect",
    "Document",
    "Gatekeeper",
    "Pacer",
    "Robots",
    "Rules",
    "Table",
    "Verdict",
    "VerdictStream",
    "Verdicts",
    "after_fork",
    "answer",
    "before_fork",
    "check",
    "command",
    "directives",
    "end",
    "lint",
    "policy",
]

REASONS: frozenset[str]
VERSION: str

@final
class Dialect:
    """How a robots.txt is read: `own`, or the name of a preset with values of knobs that differ from it.

    In `own`, the default, each crawler reads as its operator documents, and as Google does where the operator
    documents nothing; a name that is no product token, such as MJ12bot, is matched whole. Another dialect is the same
    for all crawlers, and decides about names too.

    Raises InputError (a ValueError) if there is no such preset, knob or value.
    https://github.com/maycrawl/maycrawl/blob/main/docs/dialects.md lists all of them, with their sources.
    """

    def __new__(cls, name: Dialect | str = "own") -> Dialect: ...
    @staticmethod
    def presets() -> list[str]:
        """The names of all presets, Google's first."""
    def knobs(self) -> dict[str, str]:
        """The value of every knob, by its name. Raises InputError for `own`, in which each crawler has its own."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Agent:
    """A crawler that asks, by its product token, such as `Agent("MyBot")`, or by a whole User-Agent header.

    Wherever an agent is expected, such a name as str or bytes will do. It is then looked up in the catalogue, which
    knows the fallbacks of crawlers: "Googlebot-Image" falls back to Googlebot. An Agent has exactly the tokens that you
    give it; `crawlers("Googlebot-Image")[0].agent()` is that of the catalogue. An empty name raises InputError.
    """

    def __new__(cls, token: str | bytes) -> Agent: ...
    @staticmethod
    def first_of(tokens: Iterable[str | bytes]) -> Agent:
        """An agent with fallbacks: it follows the group for the first token that has one. Tokens are taken as they are."""
    @staticmethod
    def any_of(tokens: Iterable[str | bytes]) -> Agent:
        """An agent that follows the groups of all these tokens together."""
    @staticmethod
    def from_header(user_agent: str | bytes) -> Agent | None:
        """The agent that a User-Agent header names; None if it names no product."""
    def can_be_named(self, dialect: Dialect | str = "own") -> bool:
        """Whether some User-agent line could name it in this dialect. If not, it only gets the group for `*`."""
    def ignoring_global(self, ignores: bool = True) -> Agent:
        """The same agent, but one that ignores the group for `*`, as AdsBot-Google does."""
    @property
    def tokens(self) -> tuple[str, ...]:
        """The product tokens in order. A byte that is not UTF-8 shows as U+FFFD."""
    @property
    def is_pooled(self) -> bool:
        """Whether the tokens are one set rather than a list of fallbacks."""
    @property
    def ignores_global(self) -> bool:
        """Whether it ignores the group for `*`."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Verdict:
    """Whether a crawler may fetch a URL, why, and by which line. It is true where the URL is allowed.

    `reason` is one of the codes of https://github.com/maycrawl/maycrawl/blob/main/docs/reasons.md. `line` is the number
    of the deciding line from 1; None if no rule decided.
    """

    def __new__(cls, allowed: bool, reason: str, line: int | None) -> Verdict: ...
    @property
    def allowed(self) -> bool:
        """Whether the URL may be fetched."""
    @property
    def reason(self) -> str:
        """The code of the reason."""
    @property
    def line(self) -> int | None:
        """The number of the deciding line, from 1; None if no rule decided."""
    @property
    def is_undefined(self) -> bool:
        """Whether the dialect's document leaves the point undefined. It is decided all the same."""
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Document:
    """A robots.txt line by line, with every byte, as no dialect has read it yet."""

    @staticmethod
    def parse(robots: str | bytes) -> Document:
        """Reads a file. It cannot fail, whatever the bytes are; a str is encoded as UTF-8."""
    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines in order, each made anew. A line ends at LF, CR or CRLF."""
    @property
    def source(self) -> bytes:
        """The file as it was given; UTF-8 if that was a str."""
    @property
    def byte_order_mark(self) -> bytes:
        """The byte order mark at the start, which belongs to no line; usually empty."""
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Robots:
    """A robots.txt as a dialect reads it. Make it with Robots.parse, which accepts any bytes."""

    @staticmethod
    def parse(robots: str | bytes, dialect: Dialect | str = "own") -> Robots:
        """Reads a file. It cannot fail, whatever the bytes are; a str is encoded as UTF-8.

        Linear in the bytes, once for each dialect in which agents read it. Other threads run meanwhile, unless the file
        is short.
        """
    def rules(self, agent: Agent | str | bytes) -> Rules:
        """The rules for an agent: make them once, and ask them often."""
    @property
    def dialect(self) -> Dialect:
        """The dialect in which the file is read; `own` if each agent reads in its own."""
    @property
    def source(self) -> bytes:
        """The file as it was given; UTF-8 if that was a str."""
    @property
    def unread(self) -> int:
        """How many bytes at the end of the file the dialect does not read, because of its cap on bodies. In `own` it is
        Google's.
        """
    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The URLs of the sitemaps that the file names. Values that are no absolute URL do not count."""
    @property
    def host(self) -> str | None:
        """The value of the first Host line, which names the preferred host; None without one."""
    def crawl_delay(self, agent: Agent | str | bytes) -> float | None:
        """The seconds between requests that the file asks of an agent; None if it does not say.

        No standard defines Crawl-delay; the longest of several counts. A number that is too large for the clock is inf.
        """
    def request_rate(self, agent: Agent | str | bytes) -> RequestRate | None:
        """The request rate that the file asks of an agent; None if it does not say. The slowest of several counts."""
    def visit_times(self, agent: Agent | str | bytes) -> tuple[Hours, ...]:
        """The hours at which the file wants visits of an agent, in UTC; empty if it does not say."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Rules:
    """The rules that one agent obeys. Make them with Robots.rules, and ask them from any thread."""

    def check(self, url: str | bytes) -> Verdict:
        """The verdict on a URL, or on a path that begins with `/`.

        Rules see the path and the query only: the host is not compared with that of the file.
        """
    def is_allowed(self, url: str | bytes) -> bool:
        """Whether a URL is allowed: `check(url).allowed`, but faster."""
    def check_all(self, urls: Iterable[str | bytes]) -> list[Verdict]:
        """The verdicts on many URLs, in their order. Other threads run meanwhile.

        Ctrl-C raises KeyboardInterrupt within a fraction of a second. The verdicts so far are lost then: to keep them,
        check the URLs in several calls.
        """
    def explain(self, url: str | bytes) -> Explanation:
        """The verdict on a URL with all that a person wants to know: which group, which rule, what lost."""
    @property
    def agent(self) -> Agent:
        """Who asks."""
    @property
    def dialect(self) -> Dialect:
        """The dialect in which the agent reads the file."""
    @property
    def robots(self) -> Robots:
        """The file."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@disjoint_base
class Gatekeeper:
    """What Gatekeeper and AsyncGatekeeper have in common."""

    def __new__(
        cls,
        user_agent: str | bytes | Gatekeeper,
        *,
        dialect: Dialect | str = "own",
        cache: str | PathLike[str] | None = None,
        timeout: float = 30.0,
        deadline: float = 60.0,
        memory: int = 134217728,
        max_connections: int | None = None,
        max_per_address: int = 4,
        address_pause: float = 0.0,
        proxy: str | None = None,
        resolve: Mapping[str, str] | None = None,
        certificates: Iterable[str | bytes] = (),
        allow_private: bool = False,
        allow_nets: Iterable[str] = (),
        deny_nets: Iterable[str] = (),
        nat64: Iterable[str] = (),
        allow_ports: Iterable[int] = (),
        stale_while_unreachable: bool = False,
        treat_5xx_as_404: bool = False,
    ) -> Self: ...
    @property
    def user_agent(self) -> str:
        """The User-Agent header that sites get."""
    @property
    def agent(self) -> Agent | None:
        """The crawler that the User-Agent header names; None if it names no product."""
    @property
    def dialect(self) -> Dialect:
        """The dialect in which files are read; `own` if each agent reads in its own."""
    def _may_fetch(self, url: str | bytes, agent: Agent | str | bytes | None) -> Decision: ...
    def _may_fetch_soon(self, url: str | bytes, agent: Agent | str | bytes | None) -> Future[Decision]: ...
    def _robots(self, url: str | bytes) -> Robots | None: ...
    def _robots_soon(self, url: str | bytes) -> Future[Robots | None]: ...

@final
class Pacer:
    """Hands out turns, so that requests of a crawler to an origin keep their pause. It reads no clock and never waits.

    `floor` is the least pause in seconds, whatever a file asks. Of more origins than `max_origins` it forgets some:
    first those whose pause is over. Threads may share it.
    """

    def __new__(cls, floor: float, *, max_origins: int = 1048576) -> Pacer: ...
    def turn(self, url: str | bytes, agent: Agent | str | bytes, *, pause: float | None = None, now: float) -> float:
        """Takes the turn of a crawler at the origin of a URL. Returns 0.0 if it is now, else the seconds until it comes.

        Before it comes, no turn is taken: wait, and ask again. `pause` is what the file asks of the crawler, in seconds
        (`Decision.pause`); after one of inf, the turn comes in inf seconds. `now` is a time in seconds, of any clock
        that is always the same, such as time.monotonic(); it may be negative, but not inf or nan.
        """
    def put_off(self, url: str | bytes, agent: Agent | str | bytes, *, until: float, now: float) -> None:
        """Puts the next turn off until a time, as Retry-After of a page asks; by a day at most.

        `until` and `now` are seconds of the same clock. `until` may be inf.
        """

def check(
    robots: str | bytes,
    url: str | bytes,
    agent: Agent | str | bytes,
    *,
    dialect: Dialect | str = "own",
) -> Verdict:
    """May an agent fetch a URL, by a robots.txt? For many questions about one file use Robots and Rules.

    `agent` is a product token, a User-Agent header or an Agent. `dialect` says how the file is read: see Dialect.
    """
def answer(operation: str, question: bytes) -> bytes:
    """Answers a question of `maycrawl-api`: JSON to JSON. Other threads run meanwhile."""
def end() -> None:
    """Keeps threads of this package out of Python from now on. The interpreter calls it at its end."""
def before_fork() -> None:
    """The interpreter calls it before a fork: what a cache file holds must not be caught at work."""
def after_fork() -> None:
    """The interpreter calls it after a fork, in both processes."""
def command(arguments: list[str]) -> int:
    """Runs the command with these arguments, of which the first is its name. Returns the exit status.

    It reads and writes the streams of the process, not `sys.stdin` and its like.
    """

@final
class Checker:
    """Checks columns, and keeps the rules of the files it has seen for the next.

    It keeps at most about cache_bytes; when it would keep more, it forgets all.
    """

    def __new__(cls, dialect: Dialect | str = "own", *, cache_bytes: int = 268435456) -> Checker: ...
    def check(
        self,
        robots: ArrayExporter | StreamExporter | str | bytes,
        url: ArrayExporter | StreamExporter | str | bytes,
        agent: ArrayExporter | StreamExporter | Agent | str | bytes,
    ) -> Verdicts:
        """The verdict on each row: a robots.txt, a URL and an agent, each a column or one value for all rows.

        Other threads run meanwhile, but not with the same checker. Ctrl-C ends it.
        """
    @property
    def dialect(self) -> Dialect:
        """The dialect in which it reads files; `own` if each agent reads in its own."""

@disjoint_base
class Table:
    """A table that libraries with the Arrow PyCapsule interface take. `table["line"]` is one column."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
    def __len__(self) -> int: ...
    def __getitem__(self, name: str, /) -> Column: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Verdicts(Table):
    """The verdicts on the rows of a question: a table.

    Its columns are `allowed`, `reason` (a code of https://github.com/maycrawl/maycrawl/blob/main/docs/reasons.md),
    `line` and `rule`, behind those that check_stream keeps. A row with a null in the question is null in all; where no
    rule decided, line and rule are null. `verdicts["line"]` is one column.
    """

@final
class Column:
    """One column of a table."""

    def to_list(self) -> list[bool | int | float | str | bytes | None]:
        """The values as objects of Python: for tests and a few rows. Libraries take the column itself."""
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
class VerdictStream:
    """The verdicts on a stream of batches, which are read when they are asked for: at most one is in memory.

    Iterate over it, or hand it to a library that takes Arrow streams: one of both, once.
    Make it with check_stream.
    """

    def __new__(
        cls,
        batches: ArrayExporter | StreamExporter,
        *,
        robots: str | bytes = "robots",
        url: str = "url",
        agent: str | Agent = "agent",
        keep: Iterable[str] = (),
        dialect: Dialect | str = "own",
        cache_bytes: int = 268435456,
    ) -> VerdictStream: ...
    def __iter__(self) -> VerdictStream: ...
    def __next__(self) -> Verdicts: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def directives(robots: ArrayExporter | StreamExporter | str | bytes) -> Table:
    """The directives of files, a column or one file: a row for each line with a field and a value.

    Its columns are `row` (of the file, from 0), `line` (from 1), `field`, `value` and `comment`, which is null where
    there is none. All stands as in the file, whether or not any crawler reads it. A null has no directives.
    """
def lint(robots: ArrayExporter | StreamExporter | str | bytes) -> Table:
    """What the linter thinks of files, a column or one file: a row for each.

    Its columns are `score` (0 to 100), `grade` (`broken`, `needs attention` or `healthy`) and the numbers of `errors`,
    `warnings` and `notes`, by the rules that are on by default. A web page or binary data scores 0. A null
    gives nulls, and so does a file of more than 1 MiB. A file that stands in many rows is linted once. Other threads
    run meanwhile.
    """
def policy(robots: ArrayExporter | StreamExporter | str | bytes, agents: Iterable[str]) -> Table:
    """Where agents may go by files, a column or one file: `everywhere`, `partly`, `nowhere` or `undecided`.

    There is a row for each file and a column for each agent, which is named by its product token. Each agent is asked
    as it reads itself, as in maycrawl.policy. A null gives nulls, and so does a file of more than 1 MiB. A file that
    stands in many rows is judged once. Other threads run meanwhile.
    """
