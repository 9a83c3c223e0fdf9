"""A plugin for pytest: suites that others wrote meet maycrawl in the place of their parser.

`cargo xtask python suites` runs it. Each suite has a list of the tests that fail, with the reason: one that passes
although it is listed fails the run.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SUITE = os.environ["MAYCRAWL_SUITE"]


def pytest_configure() -> None:
    if SUITE == "protego":
        import protego

        import maycrawl.protego

        protego.Protego = maycrawl.protego.Protego
    else:
        import scrapy.robotstxt

        import maycrawl.scrapy

        scrapy.robotstxt.ProtegoRobotParser = maycrawl.scrapy.RobotParser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    rows = Path(__file__).with_name(f"{SUITE}.tsv").read_text().splitlines()[1:]
    reasons = dict(row.split("\t") for row in rows)
    for item in items:
        name = item.nodeid.partition("::")[2]
        if name in reasons:
            item.add_marker(pytest.mark.xfail(reason=reasons.pop(name), strict=True))
    assert not reasons, f"{SUITE}.tsv lists tests that are not there: {reasons}"
