"""The spider of docs/python/scrapy.md crawls a site on loopback."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT / "bindings" / "python" / "tests"))

from site_on_loopback import Answer, site  # noqa: E402

ROBOTS = b"""\
User-agent: MyBot
Disallow: /private/
Disallow: /*.pdf$
Allow: /private/open

User-agent: *
Disallow: /
"""
LINKS = ["/a", "/private/a", "/private/open", "/paper.pdf", "/paper.pdf?page=1"]


def test_the_spider_asks_for_what_it_may(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "python" / "scrapy.md").read_text()
    programs = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    spider = next(program for program in programs if "scrapy.Spider" in program)
    links = "".join(f'<a href="{link}">link</a>' for link in LINKS)
    with site(ROBOTS) as here:
        for path in ["/", *LINKS]:
            here.answers[path] = Answer(200, links.encode(), {"Content-Type": "text/html"})
        (tmp_path / "spider.py").write_text(spider.replace('["https://example.com/"]', f'["{here.url}/"]'))
        command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "pages.json"]
        command += ["-s", "TELNETCONSOLE_ENABLED=0"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    allowed = {"/", "/a", "/private/open", "/paper.pdf?page=1"}
    crawled = {item["url"].removeprefix(here.url) for item in json.loads((tmp_path / "pages.json").read_text())}
    assert crawled == allowed, ran.stderr
    assert {path for path, _ in here.asked} == {"/robots.txt", *allowed}
    assert {agent for _, agent in here.asked} == {"MyBot/1.0 (+https://example.com/bot)"}
