"""Measures a package of PyPI: pypi.py NAME job FOLDER AGENT PASSES | hostile FILE URL AGENT.

Prints lines of a name and a figure in seconds, as soon as each is known. Exits with 3 if the
package is not installed.
"""

import importlib.metadata
import pathlib
import sys
import time

ORIGIN = len("https://www.example.com")
AT_A_TIME = 16


class Fastrobots:
    """Takes paths, no URLs."""

    cells = ("warm", "heavy")

    def __init__(self, agent):
        import fastrobots

        self.parse = fastrobots.Robots.parse
        self.agent = agent

    def compile(self, text):
        return self.parse(text).agent(self.agent).allowed

    def prepare(self, url):
        return url[ORIGIN:]


class Protego:
    """Takes URLs."""

    cells = ("warm-text", "heavy-text")

    def __init__(self, agent):
        import protego

        self.parse = protego.Protego.parse
        self.agent = agent

    def compile(self, text):
        robots, agent = self.parse(text), self.agent
        return lambda url: robots.can_fetch(url, agent)

    def prepare(self, url):
        return url


def tell(name, value):
    print(name, value, flush=True)


def timed(call):
    started = time.thread_time()
    call()
    return time.thread_time() - started


def warm(subject, files):
    spent = asked = 0
    for start in range(0, len(files), AT_A_TIME):
        ready = [
            (subject.compile(text), [subject.prepare(url) for url in urls])
            for text, urls in files[start : start + AT_A_TIME]
        ]

        def ask():
            for allowed, urls in ready:
                for url in urls:
                    allowed(url)

        spent += timed(ask)
        asked += sum(len(urls) for _, urls in ready)
    return spent / max(asked, 1)


def job(subject, folder, passes):
    folder = pathlib.Path(folder)
    names = sorted(path.name for path in (folder / "files").iterdir())
    text = [(folder / "files" / name).read_bytes().decode("utf-8", "replace") for name in names]
    urls = [(folder / "urls" / name).read_text("utf-8").splitlines() for name in names]
    files = list(zip(text, urls))
    heavy = [files[int(at)] for at in (folder / "heavy").read_text().split()]

    def parse():
        for text, _ in files:
            subject.parse(text)

    def cold():
        for text, urls in files:
            subject.compile(text)(subject.prepare(urls[0]))

    for _ in range(int(passes)):
        tell("parse", timed(parse))
        tell("cold", timed(cold))
        for cell in subject.cells:
            tell(cell, warm(subject, files if cell.startswith("warm") else heavy))
    verdicts = []
    for text, urls in files:
        allowed = subject.compile(text)
        verdicts.extend("1" if allowed(subject.prepare(url)) else "0" for url in urls)
    tell("verdicts", "".join(verdicts))


def once(call):
    """Seconds of one call."""
    calls, spent = 1, timed(call)
    while spent < 0.1:
        calls *= 2

        def several():
            for _ in range(calls):
                call()

        spent = timed(several)
    return spent / calls


def hostile(subject, file, url):
    text = pathlib.Path(file).read_text("utf-8")
    url = subject.prepare(url)
    tell("compile", once(lambda: subject.compile(text)))
    allowed = subject.compile(text)
    name = "ready" if "warm" in subject.cells else "text"
    tell(name, once(lambda: allowed(url)))
    tell("allowed", int(allowed(url)))


def main():
    name, what, *rest = sys.argv[1:]
    subject = {"fastrobots": Fastrobots, "protego": Protego}[name]
    try:
        tell("version", importlib.metadata.version(name))
        if what == "job":
            folder, agent, passes = rest
            job(subject(agent), folder, passes)
        else:
            file, url, agent = rest
            hostile(subject(agent), file, url)
    except ImportError:
        sys.exit(3)


main()
