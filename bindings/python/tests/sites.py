"""Sites for tests, on free ports of loopback."""

import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Semaphore, Thread


class Site:
    """A site that counts what it is asked. It answers with `status`, `headers` and `body`, once `is_open` is set."""

    def __init__(self, body: bytes = b"", status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.body, self.status, self.headers = body, status, headers or {}
        self.asked: list[tuple[str, str]] = []
        self.arrived = Semaphore(0)
        self.is_open = Event()
        self.is_open.set()
        self.url = ""


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    """Serves a site, and ends with all who still wait."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        site.asked.append((request.path, request.headers["User-Agent"]))
        site.arrived.release()
        site.is_open.wait()
        reply(request, site.status, site.headers, site.body)

    with listening(answer) as site.url:
        try:
            yield site
        finally:
            site.is_open.set()


@contextmanager
def listening(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Answers GET on a free port until the block ends. The value is the URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except ConnectionError:
                self.close_connection = True

        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def reply(request: BaseHTTPRequestHandler, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Writes an answer."""
    request.send_response(status)
    for name, value in {"Content-Length": str(len(body)), **headers}.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(body)


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
