"""A site on loopback with a page for each path, for the tests of what fetches."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import NamedTuple

from sites import listening, reply


class Answer(NamedTuple):
    """What the site says to a request. `status` 0 closes the connection without a word."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = {}


class Site:
    """What it answers by path, and what it was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, str]] = []

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        self.asked.append((request.path, request.headers["User-Agent"]))
        status, body, headers = self.answers.get(request.path, Answer(404))
        if status != 0:
            reply(request, status, headers, body)


@contextmanager
def site(robots: Answer | bytes = b"") -> Iterator[Site]:
    """A site with this robots.txt. It ends with the block."""
    served = Site()
    served.answers["/robots.txt"] = robots if isinstance(robots, Answer) else Answer(body=robots)
    with listening(served.answer) as served.url:
        yield served
