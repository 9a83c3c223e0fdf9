"""What a notebook shows."""

import sys

import matplotlib
import pytest

from maycrawl import Robots, lint, policy

# Text of a file is an attacker's.
HOSTILE = "<script>alert(1)</script>&amp;"


def html(value: object) -> str:
    shown = getattr(value, "_repr_html_")()
    assert isinstance(shown, str)
    return shown


def test_an_explanation_is_a_table_of_the_rules_that_match() -> None:
    rules = Robots.parse("User-agent: *\nDisallow: /\nAllow: /a").rules("MyBot")
    shown = html(rules.explain("/a/b"))
    assert "<p>allow: `Allow: /a` on line 3" in shown
    assert "<tr><td>3</td><td>Allow: /a</td><td>/a</td><td>decides</td></tr>" in shown
    assert "<tr><td>2</td><td>Disallow: /</td><td>/</td><td>shorter</td></tr>" in shown


def test_findings_are_a_table() -> None:
    linted = lint("User-agent: *\nDisalow: /a", ignore=["sitemap-missing"])
    shown = html(linted)
    assert f"<p>{linted.score} of 100: {linted.grade}</p>" in shown
    assert "<td>2</td><td>error</td><td>syntax-misspelt-field</td>" in shown
    assert "<p>line 2, error, syntax-misspelt-field: " in html(linted.findings[0])


def test_a_policy_is_a_table_of_purposes() -> None:
    shown = html(policy("User-agent: *\nDisallow: /"))
    assert "<th>purpose</th><th>everywhere</th><th>partly</th><th>nowhere</th>" in shown
    assert "<td>ai-training</td>" in shown


def test_text_is_escaped() -> None:
    file = f"User-agent: *\nDisalow: /{HOSTILE}\nDisallow: /{HOSTILE}\nUser-agent: {HOSTILE}\nDisallow: /"
    url = f"/{HOSTILE}"
    why = Robots.parse(file, "google-parser").rules("a").explain(url)
    for value in [lint(file), *lint(file).findings, policy(file), why]:
        assert "<script" not in html(value)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;" in html(why)
    assert "&amp;amp;" in html(lint(file))


def test_a_policy_is_drawn() -> None:
    matplotlib.use("agg")
    site = policy("User-agent: GPTBot\nDisallow: /")
    axes = site.plot()
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == sorted(site.purposes, reverse=True)
    counts = site.purposes["ai-training"]
    widths = [bars[labels.index("ai-training")].get_width() for bars in axes.containers]
    assert widths == [counts.everywhere, counts.partly, counts.nowhere, counts.undecided]
    assert site.plot(axes) is axes


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        policy("").plot()
