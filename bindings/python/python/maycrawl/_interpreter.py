"""Refuses sub-interpreters, whose objects the compiled part would mix. From Python 3.12 on, Python itself does."""

import sys
from importlib import import_module

if sys.version_info < (3, 12):
    try:
        interpreters = import_module("_xxsubinterpreters")
    except ImportError:
        # This Python can make none.
        pass
    else:
        if interpreters.get_current() != interpreters.get_main():
            raise ImportError("maycrawl works in the main interpreter only")
