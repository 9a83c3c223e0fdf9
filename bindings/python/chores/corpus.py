"""Asks the package every question of a corpus, and compares verdicts and lines: corpus.py DIR.

`DIR/verdicts.tsv` holds file, agent, URL, verdict and line of Google's parser, `DIR/real` the files.
"""

import sys
from collections import defaultdict
from pathlib import Path

from maycrawl import Robots, check


def main(folder: Path) -> int:
    questions: dict[tuple[bytes, bytes], list[tuple[bytes, bool, int | None]]] = defaultdict(list)
    for row in (folder / "verdicts.tsv").read_bytes().splitlines()[1:]:
        file, agent, url, verdict, number = row.split(b"\t")
        questions[file, agent].append((url, verdict == b"allow", int(number) or None))
    asked = wrong = 0
    for (file, agent), expected in questions.items():
        source = (folder / "real" / file.decode()).read_bytes()
        rules = Robots.parse(source, "google-parser").rules(agent)
        columns = rules.check_all(url for url, _, _ in expected)
        for (url, allowed, line), column in zip(expected, columns, strict=True):
            once = check(source, url, agent, dialect="google-parser")
            for found in [rules.check(url), column, once]:
                asked += 1
                wrong += (found.allowed, found.line) != (allowed, line)
    print(f"{asked} answers ({asked // 3} questions, each in three ways), {wrong} differ from Google's parser")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
