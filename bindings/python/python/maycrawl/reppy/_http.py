"""One request with the standard library: http and https only, no more bytes than asked for."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Mapping
from email.message import Message
from http.client import HTTPResponse
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from maycrawl.reppy.exceptions import (
    ConnectionException,
    ContentTooLong,
    ExcessiveRedirects,
    MalformedUrl,
    ReadTimeout,
    ReppyException,
    SSLException,
)


_TOO_MANY = "too many redirects"


class Response(NamedTuple):
    """What a site answered, as policies and hooks see it."""

    url: str
    status_code: int
    headers: Message
    content: bytes


def get(url: str, headers: Mapping[str, str], timeout: float | None, max_size: int) -> Response:
    """Asks for a URL and follows redirects. Raises only ReppyException."""
    try:
        with _open(url, headers, timeout) as response:
            # One byte more tells whether that is all.
            content = response.read(max_size + 1)
            if len(content) > max_size:
                raise ContentTooLong(f"more than {max_size} bytes")
            return Response(response.url, response.getcode() or 0, response.headers, content)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise _kind(error)(error) from error


def _open(url: str, headers: Mapping[str, str], timeout: float | None) -> HTTPResponse | HTTPError:
    request = Request(url, headers=dict(headers))
    if request.type not in ("http", "https") or not request.host:
        raise ValueError(f"no URL of http or https: {url}")
    # `build_opener` would also read ftp:, file: and data:.
    opener = OpenerDirector()
    for handler in _HANDLERS:
        opener.add_handler(handler())
    try:
        answer: HTTPResponse = opener.open(request, timeout=timeout)
        return answer
    except HTTPError as error:
        # An answer like others, but for redirects that were given up.
        if str(error.msg).startswith(HTTPRedirectHandler.inf_msg):
            error.close()
            raise URLError(_TOO_MANY) from error
        return error


_HANDLERS = (
    ProxyHandler,
    HTTPHandler,
    HTTPSHandler,
    HTTPRedirectHandler,
    HTTPErrorProcessor,
    HTTPDefaultErrorHandler,
    UnknownHandler,
)


def _kind(error: Exception) -> type[ReppyException]:
    reason = error.reason if isinstance(error, URLError) else error
    if reason == _TOO_MANY:
        return ExcessiveRedirects
    if isinstance(reason, ssl.SSLError):
        return SSLException
    if isinstance(error, TimeoutError):
        return ReadTimeout
    if isinstance(error, (ValueError, http.client.InvalidURL)):
        return MalformedUrl
    return ConnectionException
