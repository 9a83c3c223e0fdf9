"""Fixtures that several files of tests use."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture
def sigint_not_ignored() -> Iterator[None]:
    """Gives SIGINT Python's default handler.

    A background job of a script starts with SIGINT ignored, and Python keeps that. So does a child process; a handler
    becomes the default action in it.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
