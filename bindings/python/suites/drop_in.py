"""A plugin for pytest: suites that others wrote meet maycrawl in the place of their parser.

`cargo xtask python suites` runs it. Each suite has a list of the tests that fail, with the reason: one that passes
although it is listed fails the run.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


def protego() -> None:
    import protego

    import maycrawl.protego

    protego.Protego = maycrawl.protego.Protego


def scrapy() -> None:
    import scrapy.robotstxt

    import maycrawl.scrapy

    scrapy.robotstxt.ProtegoRobotParser = maycrawl.scrapy.RobotParser


def gpyrobotstxt() -> None:
    adapter = importlib.import_module("as_gpyrobotstxt")
    for name in ["gpyrobotstxt", "gpyrobotstxt.robots_cc", "gpyrobotstxt.robotstxtparser"]:
        sys.modules[name] = adapter


def robotexclusionrulesparser() -> None:
    sys.modules["robotexclusionrulesparser"] = importlib.import_module("as_robotexclusionrulesparser")


# What puts maycrawl in the place of each parser.
SUITES: dict[str, Callable[[], None]] = {
    suite.__name__: suite for suite in [protego, scrapy, gpyrobotstxt, robotexclusionrulesparser]
}
SUITE = os.environ["MAYCRAWL_SUITE"]


def pytest_configure() -> None:
    SUITES[SUITE]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    rows = Path(__file__).with_name(f"{SUITE}.tsv").read_text().splitlines()[1:]
    reasons = dict(row.split("\t") for row in rows)
    for item in items:
        name = item.nodeid.partition("::")[2]
        if name in reasons:
            item.add_marker(pytest.mark.xfail(reason=reasons.pop(name), strict=True))
    assert not reasons, f"{SUITE}.tsv lists tests that are not there: {reasons}"
