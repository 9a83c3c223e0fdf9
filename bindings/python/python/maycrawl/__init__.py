"""May I crawl this? Reads robots.txt and says who may fetch what, by which line and why.

>>> from maycrawl import Robots
>>> robots = Robots.parse(b"User-agent: *\\nDisallow: /private/")
>>> rules = robots.rules("MyBot")
>>> verdict = rules.check("https://example.com/private/a")
>>> verdict.allowed, verdict.line
(False, 2)

Each crawler reads a file as its operator documents, and as Google's crawlers do where the operator documents nothing;
`dialect=` reads it as RFC 9309, Bing or others do. Parsing and matching cannot fail. A wrong argument raises TypeError or InputError (a ValueError), which name the argument.
"""

import maycrawl._interpreter  # noqa: F401, first
from maycrawl._documents import (
    AgentLine,
    AppliedFix,
    ChangedAnswer,
    Counts,
    Crawler,
    Edit,
    ExplainedAgent,
    ExplainedGroup,
    ExplainedRule,
    Explanation,
    Finding,
    Fix,
    Fixed,
    Formatted,
    Generated,
    Linted,
    Opening,
    OpenRule,
    OtherRule,
    Piece,
    Place,
    Policy,
    Related,
)
from maycrawl._errors import FetchError, InputError, RefusedError
from maycrawl._frozen_dict import FrozenDict
from maycrawl._gatekeeper import AsyncGatekeeper, Decision, Gatekeeper
from maycrawl._native import VERSION as __version__
from maycrawl._native import Agent, Dialect, Document, Pacer, Robots, Rules, Verdict, check
from maycrawl._questions import crawlers, fix, format, generate, lint, policy
from maycrawl._terms import Hours, Line, RequestRate

__all__ = [
    "Agent",
    "AgentLine",
    "AppliedFix",
    "AsyncGatekeeper",
    "ChangedAnswer",
    "Counts",
    "Crawler",
    "Decision",
    "Dialect",
    "Document",
    "Edit",
    "ExplainedAgent",
    "ExplainedGroup",
    "ExplainedRule",
    "Explanation",
    "FetchError",
    "Finding",
    "Fix",
    "Fixed",
    "Formatted",
    "FrozenDict",
    "Gatekeeper",
    "Generated",
    "Hours",
    "InputError",
    "Line",
    "Linted",
    "OpenRule",
    "Opening",
    "OtherRule",
    "Pacer",
    "Piece",
    "Place",
    "Policy",
    "RefusedError",
    "Related",
    "RequestRate",
    "Robots",
    "Rules",
    "Verdict",
    "__version__",
    "check",
    "crawlers",
    "fix",
    "format",
    "generate",
    "lint",
    "policy",
]
