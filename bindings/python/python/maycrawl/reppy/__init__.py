"""A drop-in for reppy, with the verdicts of Google's crawlers: modules of the same names, beside each other.

>>> from maycrawl.reppy.robots import Robots
>>> robots = Robots.parse("https://example.com/robots.txt", "User-agent: *\\nDisallow: /a\\nCrawl-delay: 2")
>>> robots.allowed("https://example.com/a", "MyBot")
False
>>> robots.agent("MyBot").delay
2.0

https://github.com/maycrawl/maycrawl/blob/main/docs/python/reppy.md lists the answers that differ.
"""

from maycrawl.reppy.robots import Agent, AllowAll, AllowNone, Robots

__all__ = ["Agent", "AllowAll", "AllowNone", "Robots"]
