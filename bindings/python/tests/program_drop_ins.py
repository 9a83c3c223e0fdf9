# pyright: strict
"""A program that uses the drop-ins, for the type checkers."""

from maycrawl.protego import Protego, RequestRate
from maycrawl.reppy.cache import AgentCache, RobotsCache
from maycrawl.reppy.cache.policy import DefaultObjectPolicy, ReraiseExceptionPolicy
from maycrawl.reppy.robots import Agent, AllowAll, Robots
from maycrawl.reppy.ttl import HeaderWithDefaultPolicy
from maycrawl.scrapy import RobotParser
from maycrawl.urllib import RobotFileParser

FILE = "User-agent: *\nDisallow: /a\nRequest-rate: 1/10"

protego: Protego = Protego.parse(FILE)
rate: RequestRate | None = protego.request_rate("MyBot")
sitemaps: list[str] = list(protego.sitemaps)
assert rate is not None and not sitemaps and not protego.can_fetch("/a", "MyBot")

standard = RobotFileParser()
standard.parse(FILE.splitlines())
may: bool = standard.can_fetch("MyBot", "/a")
assert may is RobotParser.from_crawler(None, FILE.encode()).allowed("/a", b"MyBot") is False

robots: Robots = Robots.parse("https://example.com/robots.txt", FILE, expires=5.0)
agent: Agent = robots.agent("MyBot")
delay: float | None = agent.delay
assert delay is None and robots.expired and not agent.allowed("/a")

policy = HeaderWithDefaultPolicy(default=1800, minimum=600)
robots_cache = RobotsCache(100, ReraiseExceptionPolicy(ttl=0), policy, headers={"User-Agent": "MyBot"})
agent_cache = AgentCache("MyBot", 100, DefaultObjectPolicy(600, lambda url: Agent().disallow("/")))


def governing(url: str) -> tuple[Robots, Agent]:
    return robots_cache.get(url), agent_cache.get(url)


assert AllowAll("https://example.com/robots.txt").allowed("/a", "MyBot")
