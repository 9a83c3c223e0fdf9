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
