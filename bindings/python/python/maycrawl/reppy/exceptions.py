"""What fetching raises, as `reppy.exceptions` names it."""

from __future__ import annotations

__all__ = [
    "BadStatusCode",
    "ConnectionException",
    "ContentTooLong",
    "ExcessiveRedirects",
    "MalformedUrl",
    "ReadTimeout",
    "ReppyException",
    "SSLException",
    "ServerError",
]


class ReppyException(Exception):
    """A file could not be fetched. `url` is the URL of that file."""

    url: str | None = None


class ContentTooLong(ReppyException):
    """The answer has more bytes than `max_size`."""


class ServerError(ReppyException):
    """For programs that catch it: nothing raises it."""


class SSLException(ReppyException):
    """TLS failed."""


class ConnectionException(ReppyException):
    """There was no connection, or it broke."""


class MalformedUrl(ReppyException):
    """The URL has no host, or is no URL of http or https."""


class ExcessiveRedirects(ReppyException):
    """The site redirects in a circle, or too often."""


class ReadTimeout(ReppyException):
    """The answer did not come in time."""


class BadStatusCode(ReppyException):
    """The status is neither 200 nor one of 400 to 499."""
