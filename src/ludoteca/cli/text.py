"""The texts of the command line, in the language of this run: ``--lang``, or what the system prefers."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Sequence

from ludoteca.core.i18n import LANGUAGES, Argument, phrase, preferred_language


def asked_language(words: Sequence[str]) -> str:
    """The language a command line asks for, even one that is wrong otherwise: help and errors use it too.

    >>> asked_language(["watch", "kalah", "--lang=es"])
    'es'
    """
    for word, following in itertools.pairwise([*words, ""]):
        if word == "--lang" and following in LANGUAGES:
            return following
        if word.removeprefix("--lang=") in LANGUAGES and word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return preferred_language()


LANGUAGE = asked_language(sys.argv[1:])
os.environ["LUDOTECA_LANG"] = LANGUAGE  # a person's mind, and child processes, speak it as well


def tell(key: str, **args: Argument) -> str:
    """A message of the command line in this run's language."""
    return phrase(f"cli.{key}", LANGUAGE, **args)
