"""The tests of a standard library meet maycrawl in the place of its parser: cpython.py LIB.

LIB is the folder of that library with its tests, such as /usr/lib/python3.14, of this Python or another. The tests that
fail are those of `python3.14.tsv`, with their reasons: one that passes although it is listed fails the run.
"""

from __future__ import annotations

import importlib.util
import sys
import types
import unittest
import urllib
from pathlib import Path


def load(name: str, file: Path) -> types.ModuleType:
    """A module of another Python."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None, file
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def robotparser(library: Path) -> types.ModuleType:
    """Its `urllib.robotparser`, which uses its own `urllib.parse`."""
    parser = load("urllib.robotparser", library / "urllib" / "robotparser.py")
    parse = load("urllib.parse", library / "urllib" / "parse.py")
    vars(parser)["urllib"] = types.SimpleNamespace(**vars(urllib) | {"parse": parse})
    return parser


def name(test: unittest.TestCase) -> str:
    """The class and the method of a test, also of one of its sub-tests."""
    return test.id().removeprefix("test_robotparser.").partition(" ")[0]


def tests(suite: unittest.TestSuite) -> list[unittest.TestCase]:
    """The tests of a suite, but for those of the network."""
    found: list[unittest.TestCase] = []
    for test in suite:
        found += tests(test) if isinstance(test, unittest.TestSuite) else [test]
    return [test for test in found if not name(test).startswith("NetworkTestCase.")]


def main(library: Path) -> int:
    theirs = robotparser(library)
    sys.modules["urllib.robotparser"] = vars(urllib)["robotparser"] = theirs
    # Only now: it is a subclass of theirs, as it would be with that Python.
    from maycrawl.urllib import RobotFileParser

    vars(theirs)["RobotFileParser"] = RobotFileParser
    module = load("test_robotparser", library / "test" / "test_robotparser.py")
    suite = tests(unittest.defaultTestLoader.loadTestsFromModule(module))
    result = unittest.TestResult()
    unittest.TestSuite(suite).run(result)
    failed = {name(test): trace for test, trace in result.failures + result.errors}
    rows = Path(__file__).with_name(f"{library.name}.tsv").read_text().splitlines()[1:]
    reasons = dict(row.split("\t") for row in rows)
    for unexpected in sorted(failed.keys() - reasons.keys()):
        print(f"{unexpected} failed:\n{failed[unexpected]}")
    for unexpected in sorted(reasons.keys() - failed.keys()):
        print(f"{unexpected} passed, or is not there: {reasons[unexpected]}")
    print(f"{library.name}: {result.testsRun} tests, {len(failed)} fail, {len(result.skipped)} skipped")
    return int(failed.keys() != reasons.keys())


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
