"""Sites for tests, on free ports of loopback."""

import socket
from collections.abc import Iterator
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

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append((self.path, self.headers["User-Agent"]))
            site.arrived.release()
            site.is_open.wait()
            self.send_response(site.status)
            for name, value in {"Content-Length": str(len(site.body)), **site.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(site.body)

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except ConnectionError:
                self.close_connection = True

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        site.is_open.set()
        server.shutdown()
        server.server_close()
        thread.join()


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
