"""Phrasebooks: what the knowledge that ships with a game says, in the other languages.

Knowledge files speak for themselves, in comments and strings, so their words are in one language: English in the files
that ship. `phrases.toml` beside them has a table ``[[phrase]]`` for each phrase, with a text for every language. In the
English one ``{name}`` stands for some text, which the others use as messages use an argument: ``{n:count …}`` a number.
Words that no phrasebook has, as those of a user's own file, stay as they are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path

from ludoteca.core.plugins import PATH, plugins
from ludoteca.core.resources import has_tables, read_tables

WRITTEN_IN = "en"
"""The language of the knowledge that ships."""
_SEPARATOR = ", "  # between the phrases of a list
_COUNTED = re.compile(r"\{(\w+):count ")
_VARIABLE = re.compile(r"\\\{(\w+)\\\}")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase as a pattern, those of its variables that are numbers, and its texts by language."""

    pattern: re.Pattern[str]
    numbers: frozenset[str]
    texts: Mapping[str, str]


@lru_cache(maxsize=10_000)
def find_phrase(words: str, language: str, path: str) -> tuple[str, Mapping[str, str | int]] | None:
    """The text of a phrase in a language and the values of its variables, by the plugins on a path; None if unknown."""
    for phrase in _phrases(path):
        found = phrase.pattern.fullmatch(words)
        if found is not None and language in phrase.texts:
            values = {name: int(text) if name in phrase.numbers else text for name, text in found.groupdict().items()}
            return phrase.texts[language], values
    return None


def phrases_in(words: str) -> list[str]:
    """The phrases of a list of them."""
    return words.split(_SEPARATOR)


def listed(phrases: list[str]) -> str:
    """Phrases as a list."""
    return _SEPARATOR.join(phrases)


def plugin_path() -> str:
    """Where plugins are looked for."""
    return os.environ.get(PATH, "")


@lru_cache(maxsize=8)
def _phrases(path: str) -> tuple[Phrase, ...]:
    files = (plugin.folder / "knowledge" / "phrases.toml" for plugin in plugins("games").values())
    return tuple(phrase for file in files if has_tables(file) for phrase in _read(file))


@cache
def _read(file: Path) -> tuple[Phrase, ...]:
    return tuple(_of_tables(read_tables(file)["phrase"]))


def _of_tables(tables: list[Mapping[str, str]]) -> Iterator[Phrase]:
    for texts in tables:
        numbers = frozenset(name for text in texts.values() for name in _COUNTED.findall(text))
        pattern = _VARIABLE.sub(partial(_group, numbers), re.escape(texts[WRITTEN_IN]))
        yield Phrase(re.compile(pattern), numbers, texts)


def _group(numbers: frozenset[str], variable: re.Match[str]) -> str:
    """What a variable may stand for: a number, or any text without a comma."""
    return f"(?P<{variable[1]}>{r'-?[0-9]{1,9}' if variable[1] in numbers else '[^,]+'})"
