"""The command: `maycrawl`, or `python -m maycrawl`."""

import signal
import sys

from maycrawl._native import command


def main() -> int:
    """Runs the command with the arguments of the process. Returns the exit status."""
    # Ctrl-C ends the command at once, as it ends other programs that are not written in Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(["maycrawl", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
