"""The errors of this package."""


class InputError(ValueError):
    """An argument has the right type, but its value is wrong. The text names the argument and the place in it.

    >>> from maycrawl import InputError, Robots
    >>> try:
    ...     Robots.parse("", dialect="gogle")
    ... except InputError as error:
    ...     print(error)
    dialect: there is no dialect "gogle"; did you mean "google"?
    """

    __module__ = "maycrawl"


class FetchError(OSError):
    """This machine could not ask a site: it has no network, no name server, too many open files. Ask again.

    It says nothing about the site. A site that does not answer is no error: the verdict is then "later".

    >>> from maycrawl import FetchError
    >>> issubclass(FetchError, OSError)
    True
    """

    __module__ = "maycrawl"


class RefusedError(FetchError):
    """The guard of a gatekeeper refuses an address or a port, so nothing was sent. The text says which.

    >>> from maycrawl import Gatekeeper, RefusedError
    >>> try:
    ...     Gatekeeper("MyBot/1.0").may_fetch("http://127.0.0.1/")
    ... except RefusedError as error:
    ...     print(error)
    http://127.0.0.1: 127.0.0.1 is not a public address (allow it with allow_nets=["127.0.0.1"] or allow_private=True)
    """

    __module__ = "maycrawl"
