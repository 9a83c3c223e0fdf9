"""A site on loopback, for the tests of what fetches."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Answer(NamedTuple):
    """What the site says to a request. `status` 0 closes the connection without a word."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = {}


class Site:
    """What it answers by path, and what it was asked."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, str]] = []


@contextmanager
def site(robots: Answer | bytes = b"") -> Iterator[Site]:
    """A site with this robots.txt. It ends with the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append((self.path, self.headers["User-Agent"]))
            answer = served.answers.get(self.path, Answer(404))
            if answer.status == 0:
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        served = Site(server.server_port)
        served.answers["/robots.txt"] = robots if isinstance(robots, Answer) else Answer(body=robots)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield served
        finally:
            server.shutdown()
            thread.join()
