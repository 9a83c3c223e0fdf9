"""Questions to the linter, the catalogue and the generator."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Any

from maycrawl._documents import Crawler, Fixed, Formatted, Generated, Linted, Policy, read
from maycrawl._errors import InputError
from maycrawl._native import Dialect, answer


def lint(
    robots: str | bytes,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    severity: Mapping[str, str] | None = None,
    dialects: Iterable[str] = (),
    agents: Iterable[str] = (),
    site: str | None = None,
    urls: Iterable[str] = (),
) -> Linted:
    """Says what is wrong with a robots.txt of at most 1 MiB, why, and what to do.

    `select` and `ignore` take names, codes and groups of rules
    (https://github.com/maycrawl/maycrawl/blob/main/docs/rules.md), `severity` maps them to `note`, `warning` or
    `error`. `dialects`: only what concerns one of these presets. `agents`: names of your own crawlers, which no rule
    reports as unknown. `site` is `public` or `private`. `urls`: URLs of the site, with which path rules are checked.
    Raises InputError (a ValueError) for an unknown rule, preset or severity.

    >>> from maycrawl import lint
    >>> [finding.rule for finding in lint("User-agent: *\\nDisallow: tmp/", select=["path"]).findings]
    ['path-no-leading-slash']
    """
    settings = _settings(select, ignore, severity, dialects, agents, site)
    document = _ask("lint", robots=_robots(robots), settings=settings, urls=_texts("urls", urls))
    return read(Linted, json.dumps(document["files"][0]))


def fix(
    robots: str | bytes,
    *,
    unsafe: bool = False,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    dialects: Iterable[str] = (),
    agents: Iterable[str] = (),
    site: str | None = None,
    urls: Iterable[str] = (),
) -> Fixed:
    """Repairs a robots.txt of at most 1 MiB. No answer changes, unless `unsafe` allows it.

    The other arguments are those of lint.

    >>> from maycrawl import fix
    >>> fix("User-agent: *\\nDisalow: /a", unsafe=True).file
    'User-agent: *\\nDisallow: /a'
    """
    settings = _settings(select, ignore, None, dialects, agents, site)
    question = {"robots": _robots(robots), "settings": settings, "urls": _texts("urls", urls)}
    return read(Fixed, json.dumps(_ask("fix", **question, unsafe=_flag("unsafe", unsafe))))


def format(robots: str | bytes, *, sort: bool = False) -> Formatted:
    """Writes a robots.txt of at most 1 MiB in its canonical form, without changing any answer.

    `sort` also sorts adjacent User-agent lines, and adjacent rules of the same kind.

    >>> from maycrawl import format
    >>> format("user-agent :*\\nDISALLOW:/b\\ndisallow: /a", sort=True).file
    'User-agent: *\\nDisallow: /a\\nDisallow: /b\\n'
    """
    return read(Formatted, json.dumps(_ask("format", robots=_robots(robots), sort=_flag("sort", sort))))


def crawlers(
    *tokens: str,
    search: Iterable[str] = (),
    operators: Iterable[str] = (),
    purposes: Iterable[str] = (),
) -> tuple[Crawler, ...]:
    """Returns crawlers of the catalogue: all, or those of these product tokens or User-Agent headers.

    `search`: only those whose token or operator contains one of these texts; `operators` and `purposes` (such as
    `ai-training`): only those of one of these. Raises InputError (a ValueError) for a name that is not in the catalogue.

    >>> from maycrawl import crawlers
    >>> [crawler.token for crawler in crawlers(operators=["OpenAI"], purposes=["ai-training"])]
    ['GPTBot']
    """
    document = _ask(
        "crawlers",
        tokens=_texts("tokens", tokens),
        search=_texts("search", search),
        operators=_texts("operators", operators),
        purposes=_texts("purposes", purposes),
    )
    return tuple(read(Crawler, json.dumps(crawler)) for crawler in document["crawlers"])


def policy(robots: str | bytes, *, dialect: Dialect | str = "own") -> Policy:
    """Says where each crawler of the catalogue may go by a robots.txt of at most 1 MiB, and proves it.

    `dialect` is a preset, with or without knobs; in `own`, each crawler reads the file in its own dialect.

    >>> from maycrawl import policy
    >>> policy("User-agent: *\\nDisallow: /drafts/").crawlers["Googlebot"]
    'partly'
    """
    name = str(dialect) if isinstance(dialect, Dialect) else _text("dialect", dialect)
    return read(Policy, json.dumps(_ask("policy", robots=_robots(robots), dialect=name)))


def generate(
    choices: Mapping[str, object],
    *,
    robots: str | bytes | None = None,
    comments: bool = True,
    star_only: bool = False,
    any_token: bool = False,
) -> Generated:
    """Makes a robots.txt of choices, or adds them to `robots` without changing a line of it.

    `choices` are those of https://github.com/maycrawl/maycrawl/blob/main/docs/api.md: lists such as `block`, `allow`,
    `disallow`, `preset`, `sitemap`, and `for`.
    `comments` explain the file. `star_only` leaves out the crawlers that ignore the group for `*`. `any_token` accepts
    names that look like misspelled ones. Raises InputError (a ValueError) for what no choice says.

    >>> from maycrawl import generate
    >>> "User-agent: GPTBot" in generate({"block": ["operator:OpenAI"]}).source.decode()
    True
    """
    if not isinstance(choices, Mapping):
        raise _wrong_type("choices", "a mapping", choices)
    try:
        json.dumps(dict(choices), allow_nan=False, ensure_ascii=False).encode()
    except TypeError as error:
        raise TypeError(f"choices: {error}") from None
    except UnicodeEncodeError:
        raise InputError("choices: a lone surrogate cannot be encoded as UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"choices: {error}") from None
    question: dict[str, object] = {
        "choices": dict(choices),
        "no_comments": not _flag("comments", comments),
        "star_only": _flag("star_only", star_only),
        "any_token": _flag("any_token", any_token),
    }
    if robots is not None:
        question["robots"] = _robots(robots)
    return read(Generated, json.dumps(_ask("generate" if robots is None else "merge", **question)))


def _ask(operation: str, **question: object) -> Any:
    return json.loads(answer(operation, json.dumps(question).encode()))


def _settings(
    select: Iterable[str],
    ignore: Iterable[str],
    severity: Mapping[str, str] | None,
    dialects: Iterable[str],
    agents: Iterable[str],
    site: str | None,
) -> dict[str, object]:
    lists = {"select": select, "ignore": ignore, "dialects": dialects, "agents": agents}
    settings: dict[str, object] = {name: _texts(name, texts) for name, texts in lists.items()}
    if severity is not None:
        if not isinstance(severity, Mapping):
            raise _wrong_type("severity", "a mapping of str to str", severity)
        settings["severity"] = {_text("severity", key): _text("severity", value) for key, value in severity.items()}
    if site is not None:
        settings["site"] = _text("site", site)
    return settings


def _robots(robots: object) -> object:
    if isinstance(robots, bytes):
        return {"base64": b64encode(robots).decode()}
    if isinstance(robots, str):
        return _text("robots", robots)
    raise _wrong_type("robots", "str or bytes", robots)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong_type(name, "str", value)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InputError(f"{name}: a lone surrogate cannot be encoded as UTF-8") from None
    return value


def _texts(name: str, values: object) -> list[str]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise _wrong_type(name, "an iterable of str", values)
    return [_text(name, value) for value in values]


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong_type(name, "bool", value)
    return value


def _wrong_type(name: str, expected: str, value: object) -> TypeError:
    return TypeError(f"{name}: expected {expected}, not {type(value).__qualname__}")
