"""Answers that people read: the documents of `maycrawl … --format json` as frozen classes.

https://github.com/maycrawl/maycrawl/blob/main/docs/api.md describes each member. Lists are tuples, so that every
document can be hashed.
"""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from maycrawl._html import paragraph, table
from maycrawl._frozen_dict import FrozenDict
from maycrawl._native import Agent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

T = TypeVar("T")

# Where a crawler may go.
Standing = Literal["everywhere", "partly", "nowhere", "undecided"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)


@dataclass(frozen=True)
class Place:
    """A range of a file: bytes from 0, lines and columns from 1."""

    start: int
    end: int
    line: int
    column: int
    utf16_column: int
    end_line: int
    end_column: int
    end_utf16_column: int


@dataclass(frozen=True)
class Related:
    """A place that has to do with a finding."""

    place: Place
    label: str


@dataclass(frozen=True)
class Edit:
    """What a fix writes in the place of something."""

    place: Place
    text: str


@dataclass(frozen=True)
class Fix:
    """A repair. Only a safe one keeps every answer."""

    title: str
    applicability: Literal["safe", "unsafe"]
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Finding:
    """Something that a rule of the linter found.

    >>> from maycrawl import lint
    >>> finding = lint("User-agent: *\\nDisalow: /a", ignore=["sitemap-missing"]).findings[0]
    >>> finding.rule, finding.place.line, finding.severity
    ('syntax-misspelt-field', 2, 'error')
    """

    rule: str
    code: str
    severity: Literal["error", "warning", "note"]
    dialects: tuple[str, ...]
    place: Place
    what: str
    why: str
    todo: str
    related: tuple[Related, ...]
    fixes: tuple[Fix, ...]
    path: str | None = None

    def _repr_html_(self) -> str:
        return paragraph(f"line {self.place.line}, {self.severity}, {self.rule}: {self.what}") + paragraph(self.todo)


@dataclass(frozen=True)
class Linted:
    """What the linter found in a file: a score from 0 to 100, its grade, and findings in the file's order."""

    score: int
    grade: str
    findings: tuple[Finding, ...]

    def _repr_html_(self) -> str:
        return paragraph(f"{self.score} of 100: {self.grade}") + table(
            ["line", "severity", "rule", "what", "what to do"],
            (
                (finding.place.line, finding.severity, finding.rule, finding.what, finding.todo)
                for finding in self.findings
            ),
        )


@dataclass(frozen=True)
class AppliedFix:
    """A fix that was applied, and the line of its finding at that time."""

    rule: str
    code: str
    applicability: Literal["safe", "unsafe"]
    title: str
    line: int


@dataclass(frozen=True)
class ChangedAnswer:
    """An answer that unsafe fixes change, in these presets."""

    agent: str
    path: str
    dialects: tuple[str, ...]
    old: Literal["allow", "disallow"]
    new: Literal["allow", "disallow"]


@dataclass(frozen=True)
class _Written:
    """A file that was written. `file` is its text, None if it is not UTF-8."""

    file: str | None = None
    file_base64: str = ""

    @property
    def source(self) -> bytes:
        """The bytes of the new file."""
        return b64decode(self.file_base64) if self.file is None else self.file.encode()


@dataclass(frozen=True)
class _Rewritten(_Written):
    """A file that was written anew."""

    changed: bool = False
    refused: str | None = None


@dataclass(frozen=True)
class Formatted(_Rewritten):
    """A formatted file. `refused` says why it is left as it was, if it could not be formatted.

    >>> from maycrawl import format
    >>> format("user-agent :*\\nDISALLOW:/a").file
    'User-agent: *\\nDisallow: /a\\n'
    """


@dataclass(frozen=True)
class Fixed(_Rewritten):
    """A repaired file. `refused` says why it is left as it was, if it is too large or not text.

    `is_proved`: no answer changes, for any crawler in any preset. `left_out` counts safe fixes that could not be
    proved, `unsafe_available` unsafe ones that were not asked for, `changes` lists answers that unsafe fixes change;
    `changes_are_cut` if it leaves out some.

    >>> from maycrawl import fix
    >>> fixed = fix("User-agent: *\\nDisalow: /a")
    >>> fixed.file, fixed.is_proved
    ('User-agent: *\\nDisalow: /a', True)
    """

    applied: tuple[AppliedFix, ...] = ()
    is_proved: bool = True
    changes: tuple[ChangedAnswer, ...] = ()
    changes_are_cut: bool = False
    left_out: int = 0
    unsafe_available: int = 0


@dataclass(frozen=True)
class Crawler:
    """A crawler of the catalogue. None means that no source says.

    >>> from maycrawl import crawlers
    >>> crawler = crawlers("GPTBot")[0]
    >>> crawler.operator, crawler.purposes, crawler.obeys
    ('OpenAI', ('ai-training',), 'yes')
    """

    token: str
    operator: str
    purposes: tuple[str, ...]
    own_dialect: str
    obeys: Literal["yes", "no", "may-not", "undocumented", "disputed"]
    blocking_costs: str
    source: str
    read_on: str
    dialect: str | None = None
    name_match: str | None = None
    reading_source: str | None = None
    reading_read_on: str | None = None
    fallback: tuple[str, ...] | None = None
    obeys_global: bool | None = None
    honours_crawl_delay: bool | None = None
    retired: str | None = None
    verification: str | None = None
    user_agent: str | None = None

    def agent(self) -> Agent:
        """The crawler as an agent: its token, its fallbacks, and whether it ignores the group for `*`.

        >>> from maycrawl import crawlers
        >>> crawlers("Googlebot-Image")[0].agent()
        Agent.first_of(['Googlebot-Image', 'Googlebot'])
        """
        tokens = [self.token, *(self.fallback or ())]
        return Agent.first_of(tokens).ignoring_global(self.obeys_global is False)


@dataclass(frozen=True)
class ExplainedAgent:
    """Who asks. `can_be_named`: some User-agent line could name it in this dialect."""

    tokens: tuple[str, ...]
    pooled: bool
    ignores_global: bool
    can_be_named: bool


@dataclass(frozen=True)
class AgentLine:
    """A User-agent line, and whether it gave the agent its group."""

    value: str
    line: int
    is_cause: bool


@dataclass(frozen=True)
class ExplainedGroup:
    """How an agent came to its group, and the User-agent lines of that."""

    choice: Literal["by-name", "global", "no-group", "ignores-global"]
    agents: tuple[AgentLine, ...]
    token: str | None = None
    unlisted_agents: int = 0


@dataclass(frozen=True)
class Piece:
    """A piece of a pattern (literal text, `*` or `$`) and what it matched."""

    piece: str
    matched: str


@dataclass(frozen=True)
class ExplainedRule:
    """A rule and how it matched. `start` and `end` are the bytes of its value in the file."""

    kind: Literal["Allow", "Disallow"]
    value: str
    line: int
    column: int
    start: int
    end: int
    pattern: str
    pieces: tuple[Piece, ...]
    unlisted_pieces: int = 0


@dataclass(frozen=True)
class OtherRule:
    """A rule that matched but did not decide."""

    rule: ExplainedRule
    lost: Literal["shorter", "tie", "later", "wildcard-conflict", "empty"]


@dataclass(frozen=True)
class Explanation:
    """A verdict and everything behind it. `why` says it in a sentence.

    >>> from maycrawl import Robots
    >>> why = Robots.parse("User-agent: MyBot\\nDisallow: /*.pdf$").rules("MyBot").explain("/a/b.pdf")
    >>> why.verdict, why.rule.line, [(piece.piece, piece.matched) for piece in why.rule.pieces]
    ('disallow', 2, [('/', '/'), ('*', 'a/b'), ('.pdf', '.pdf'), ('$', '')])
    """

    agent: ExplainedAgent
    url: str
    dialect: str
    verdict: Literal["allow", "disallow"]
    undefined: bool
    reason: str
    why: str
    path: str
    group: ExplainedGroup
    others: tuple[OtherRule, ...]
    unlisted_others: int
    rule: ExplainedRule | None = None

    def _repr_html_(self) -> str:
        deciding = [] if self.rule is None else [(self.rule, "decides")]
        rules = deciding + [(other.rule, other.lost) for other in self.others]
        return paragraph(f"{self.verdict}: {self.why}") + table(
            ["line", "rule", "pattern", "outcome"],
            ((rule.line, f"{rule.kind}: {rule.value}", rule.pattern, outcome) for rule, outcome in rules),
        )


@dataclass(frozen=True)
class Counts:
    """How many crawlers may go everywhere, to a part of the site, or nowhere."""

    everywhere: int
    partly: int
    nowhere: int
    undecided: int


@dataclass(frozen=True)
class OpenRule:
    """A rule of the group for `*` that does not hold for others, and a path that is open to them."""

    line: int
    disallow: str
    path: str


@dataclass(frozen=True)
class Opening:
    """A group that leaves open what the group for `*` forbids.

    `is_deliberate`: its rules forbid nothing at all.
    """

    names: tuple[str, ...]
    line: int
    is_deliberate: bool
    rules: tuple[OpenRule, ...]


@dataclass(frozen=True)
class Policy:
    """Which crawlers of the catalogue may go where by a file. A notebook shows it as a table of purposes.

    `crawlers` maps their names to where they may go, `purposes` and `operators` to how many of them may. `dialects` are
    those of crawlers that do not read as Google does. `in_vain`: names that the dialect cannot read, and their lines.
    `other_names`: where crawlers may go that the file names and the catalogue does not.

    >>> from maycrawl import policy
    >>> site = policy("User-agent: GPTBot\\nDisallow: /")
    >>> site.crawlers["GPTBot"], site.purposes["search"].nowhere
    ('nowhere', 0)
    """

    dialect: str
    crawlers: FrozenDict[Standing]
    purposes: FrozenDict[Counts]
    operators: FrozenDict[Counts]
    dialects: FrozenDict[str]
    content_signal: FrozenDict[bool]
    content_usage: FrozenDict[bool]
    licenses: tuple[str, ...]
    contradictions: tuple[str, ...]
    openings: tuple[Opening, ...]
    in_vain: FrozenDict[int]
    other_names: FrozenDict[str]
    notes: tuple[str, ...] = ()

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draws how many crawlers of each purpose may go where, on new axes unless some are given.

        Raises ImportError if matplotlib is missing.
        """
        if axes is None:
            try:
                from matplotlib import pyplot
            except ImportError as error:
                raise ImportError("Policy.plot needs matplotlib: pip install matplotlib") from error
            axes = pyplot.figure().add_subplot()
        purposes = sorted(self.purposes, reverse=True)
        left = [0] * len(purposes)
        for standing in STANDINGS:
            numbers: list[int] = [getattr(self.purposes[purpose], standing) for purpose in purposes]
            axes.barh(purposes, numbers, left=left, label=standing)
            left = [begin + number for begin, number in zip(left, numbers, strict=True)]
        axes.set_xlabel("crawlers")
        axes.legend()
        return axes

    def _repr_html_(self) -> str:
        rows = ((purpose, *(getattr(counts, name) for name in STANDINGS)) for purpose, counts in self.purposes.items())
        return "".join(map(paragraph, self.notes)) + table(["purpose", *STANDINGS], rows)


@dataclass(frozen=True)
class Generated(_Written):
    """A robots.txt that was made of choices. `notes` say what is easily missed.

    >>> from maycrawl import generate
    >>> generate({"disallow": ["/drafts/"]}, comments=False, star_only=True).file
    'User-agent: *\\nDisallow: /drafts/\\n'
    """

    notes: tuple[str, ...] = ()


# As users import and pickle them.
for _class in tuple(globals().values()):
    if isinstance(_class, type) and is_dataclass(_class):
        _class.__module__ = "maycrawl"


def read(kind: type[T], text: str) -> T:
    """Reads a document from JSON."""
    document: T = _build(kind, json.loads(text))
    return document


def _build(kind: Any, value: Any) -> Any:
    """Makes of a JSON value what a type hint says."""
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: _build(hint, value[name]) for name, hint in hints.items() if name in value})
    if get_origin(kind) in (Union, UnionType):
        return None if value is None else _build(get_args(kind)[0], value)
    if get_origin(kind) is tuple:
        return tuple(_build(get_args(kind)[0], item) for item in value)
    if get_origin(kind) is FrozenDict:
        return FrozenDict({name: _build(get_args(kind)[0], item) for name, item in value.items()})
    return value


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind, globals())
    return {field.name: hints[field.name] for field in fields(kind)}
