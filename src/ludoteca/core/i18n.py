"""Internationalisation: messages are keys with arguments, put into English or Spanish when they are shown.

The texts stand in ``messages.toml`` files, one beside the code that uses them. The key
``games.kalah.event.captured`` is the table ``[event.captured]`` of ``games/kalah/messages.toml``;
every table has an ``en`` and an ``es``. In a sentence ``{name}`` is an argument, and

- ``{n:count seed|seeds}`` is a number with its noun, singular or plural,
- ``{x:sign wins by #|draws|loses by #}`` words for a number above, at or below 0, with its size for ``#``,
- ``{n:n}`` a number with its thousands set apart, ``{x:.2f}`` and the like as in Python,
- ``{moves:line}`` a list of moves one after another, ``{names:list}`` one with commas,
- ``{key:word}`` an argument that is itself a message key (a seat, a colour),
- ``{seat:who}`` the key of a seat, with the article that its name has inside a sentence: the message under ``who``
  instead of ``seat``, if there is one,
- ``{what:told}`` one that is a whole message, made by `quoted`,
- ``{words:known}`` words of a knowledge file, by a phrasebook if one has them,
- ``{clauses:and}`` several messages, made by `quoted_all`, with commas and a last "and"; ``{clauses:each}`` with commas
  only; ``{clauses:sentence}`` as a sentence, with a capital letter and a full stop.
"""

from __future__ import annotations

import json
import locale
import os
import re
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ludoteca.core import phrasebook
from ludoteca.core.plugins import KINDS, PACKAGE, PATH, plugins
from ludoteca.core.resources import has_tables, read_tables

LANGUAGES = ("en", "es")
_AND = {"en": "and", "es": "y"}
_CONTRACTION = re.compile(r"\b([Dd]e|[Aa]) el (?=\w)")  # "de el" is "del" in Spanish, "a el" is "al"

_KEY = re.compile(r"(?=.{1,200}$)[\w-]+(\.[\w-]+)*")  # it names folders, so nothing else may stand in it

_UNFIT = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)  # what arguments that do not fit raise

Argument = int | float | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message: a key and arguments, not yet in any language.

    >>> say(Message("core.no_such.none", {"kind": "core.kind.game", "given": "chess"}))
    'There is no game "chess".'
    """

    key: str
    args: Mapping[str, Argument] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(self)


class UnknownMessage(KeyError):
    """No catalogue holds this key."""


def say(message: Message, language: str = "en") -> str:
    """The message as a sentence in a language."""
    said = _Speaker(language).format(_words(message.key, language), **message.args)
    return _CONTRACTION.sub(r"\1l ", said) if language == "es" else said


def can_say(message: Message) -> bool:
    """Whether a message exists in every language and its arguments fit: for messages from outside."""
    try:
        return _can_say(message.key, tuple(message.args.items()), os.environ.get(PATH, ""))
    except _UNFIT:
        return False


@lru_cache(maxsize=10_000)
def _can_say(key: str, args: tuple[tuple[str, Argument], ...], path: str) -> bool:
    """The same, found once for each message and each ``LUDOTECA_PATH``: the moves of a game give the same reasons."""
    return all(isinstance(say(Message(key, dict(args)), language), str) for language in LANGUAGES)


def has_words(key: str) -> bool:
    """Whether there is a message under a key.

    >>> has_words("core.mind_name"), has_words("core.nothing")
    (True, False)
    """
    try:
        return all(_words(key, language) for language in LANGUAGES)
    except UnknownMessage:
        return False


def phrase(key: str, language: str = "en", **args: Argument) -> str:
    """The message with a key and arguments, as a sentence."""
    return say(Message(key, args), language)


class _Name(str):
    """A variable that stands for an argument."""

    __slots__ = ()


def gist(key: str, language: str, names: Sequence[str]) -> str:
    """A message with variables for its arguments.

    >>> gist("core.mind_name", "en", ["given"]) == phrase("core.mind_name", given="Given")
    True
    """
    return phrase(key, language, **{name: _Name(name.capitalize()) for name in names})


def has_gist(key: str, names: Sequence[str]) -> bool:
    """Whether a message uses only arguments with these names, in every language.

    >>> has_gist("core.mind_name", ["given"]), has_gist("core.mind_name", [])
    (True, False)
    """
    try:
        return all(isinstance(gist(key, language, names), str) for language in LANGUAGES)
    except _UNFIT:
        return False


def quoted(message: Message) -> tuple[str, ...]:
    """A message as an argument of another one, for ``{what:told}``; arguments that are not text become JSON.

    >>> quoted(Message("core.mind_name", {"given": "x"}))
    ('core.mind_name', 'given=x')
    >>> quoted(Message("child.too_slow", {"seconds": 2}))
    ('child.too_slow', 'seconds:=2')
    """
    return (message.key, *(_packed(name, value) for name, value in message.args.items()))


def unquoted(argument: Argument) -> Message:
    """The message that `quoted` made an argument of; raises `TypeError`.

    >>> unquoted(quoted(Message("child.too_slow", {"seconds": 2})))
    Message(key='child.too_slow', args={'seconds': 2})
    """
    if not isinstance(argument, tuple):
        raise TypeError(argument)
    return Message(argument[0], dict(map(_unpacked, argument[1:])))


def quoted_all(messages: Iterable[Message]) -> tuple[str, ...]:
    """Several messages as one argument of another, for ``{clauses:and}`` and the like.

    >>> clauses = quoted_all([Message("core.kind.game"), Message("core.kind.mind"), Message("core.kind.seat")])
    >>> _Speaker("en").format_field(clauses, "sentence"), _Speaker("es").format_field(clauses, "and")
    ('Game, mind and seat.', 'juego, mente y asiento')
    """
    return tuple(json.dumps(quoted(message), ensure_ascii=False) for message in messages)


def sentence(*clauses: Message) -> Message:
    """Clauses without a capital letter and a full stop as one sentence.

    >>> print(sentence(Message("core.kind.game"), Message("core.kind.mind")))
    Game and mind.
    """
    return Message("core.sentence", {"clauses": quoted_all(clauses)})


def sentences(first: Message, *others: Message) -> Message:
    """Several sentences one after another."""
    for other in others:
        first = Message("core.sentences", {"first": quoted(first), "second": quoted(other)})
    return first


def _packed(name: str, value: Argument) -> str:
    return f"{name}={value}" if isinstance(value, str) else f"{name}:={json.dumps(value, ensure_ascii=False)}"


def _unpacked(pair: str) -> tuple[str, Argument]:
    name, _, value = pair.partition("=")
    if not name.endswith(":"):
        return name, value
    found = json.loads(value)
    return name[:-1], tuple(found) if isinstance(found, list) else found


def full_stop(sentence: str) -> str:
    """A sentence that ends with a full stop, if it has no end.

    >>> full_stop("so it is"), full_stop("is it?")
    ('so it is.', 'is it?')
    """
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def known_words(words: str, language: str) -> str:
    """Words of a knowledge file in a language, if a phrasebook has them; otherwise as they are."""
    return _Speaker(language).known(words)


def capitalized(text: str) -> str:
    """The text with a capital letter first; the others stay as they are."""
    return text[:1].upper() + text[1:]


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The default language: ``LUDOTECA_LANG``, else the system's, else English."""
    for name in ("LUDOTECA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = locale.normalize(environment.get(name, ""))[:2].lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def catalogue_of(key: str) -> tuple[Path, tuple[str, ...]]:
    """The file that holds a key, and the path of tables inside it."""
    return _catalogue_on(key, os.environ.get(PATH, ""))


@lru_cache(maxsize=10_000)
def _catalogue_on(key: str, path: str) -> tuple[Path, tuple[str, ...]]:
    """The same, found once for each ``LUDOTECA_PATH``."""
    if not _KEY.fullmatch(key):
        raise UnknownMessage(f"{key[:80]!r} is not a message key")
    first, *rest = key.split(".")
    for kind in KINDS:
        if first == kind and rest and rest[0] in plugins(kind):
            return _descend(plugins(kind)[rest[0]].folder, rest[1:])
    return _descend(PACKAGE, [first, *rest])


def _descend(folder: Path, parts: list[str]) -> tuple[Path, tuple[str, ...]]:
    while parts and (folder / parts[0]).is_dir():
        folder /= parts.pop(0)
    return folder / "messages.toml", tuple(parts)


@cache
def read_catalogue(path: Path) -> dict[str, Any]:
    """A catalogue file as nested tables; read once."""
    return read_tables(path) if has_tables(path) else {}


def read_shared_catalogues() -> None:
    """Read the catalogues of all parts but games and minds now: a server would else do so while others wait."""
    for part in PACKAGE.iterdir():
        read_catalogue(part / "messages.toml")


def _words(key: str, language: str) -> str:
    path, tables = catalogue_of(key)
    entry: Any = read_catalogue(path)
    for table in tables:
        entry = entry.get(table, {}) if isinstance(entry, dict) else {}
    if not isinstance(entry, dict) or not isinstance(entry.get(language), str):
        raise UnknownMessage(f"{key} ({language}) is not in {path}")
    words: str = entry[language]
    return words


class _Speaker(string.Formatter):
    """Python's string formatting with the forms listed above."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, _Name):
            if format_spec.startswith("sign "):
                return format_spec.removeprefix("sign ").partition("|")[0].replace("#", value)
            return f"{value} {format_spec.rpartition('|')[2]}" if format_spec.startswith("count ") else str(value)
        if format_spec.startswith("count "):
            one, many = format_spec.removeprefix("count ").split("|")
            return f"{self._grouped(value)} {one if abs(value) == 1 else many}"
        if format_spec.startswith("sign "):
            above, zero, below = format_spec.removeprefix("sign ").split("|")
            return (above if value > 0 else below if value < 0 else zero).replace("#", self._grouped(abs(value)))
        match format_spec:
            case "n":
                return self._grouped(value)
            case "line":
                texts = _texts(value)
                return (" · " if any(" " in text for text in texts) else " ").join(texts)
            case "list":
                return ", ".join(_texts(value))
            case "word":
                return phrase(value, self.language)
            case "who":
                named = value.replace(".seat.", ".who.")
                return phrase(named if has_words(named) else value, self.language)
            case "told":
                return say(unquoted(value), self.language)
            case "known":
                return self.known(str(value))
            case "each":
                return ", ".join(self._said(value))
            case "and":
                return self._enumerated(self._said(value))
            case "sentence":
                return capitalized(full_stop(self._enumerated(self._said(value))))
            case _:
                text = str(super().format_field(value, format_spec))
                return text.replace(".", ",") if self.language == "es" and isinstance(value, float) else text

    def known(self, words: str) -> str:
        """Words of a knowledge file by the phrasebooks: as one phrase, or as a list of them."""
        if self.language == phrasebook.WRITTEN_IN:
            return words
        whole = self._by_phrasebook(words)
        if whole is not None:
            return whole
        return phrasebook.listed([self._by_phrasebook(each) or each for each in phrasebook.phrases_in(words)])

    def _by_phrasebook(self, words: str) -> str | None:
        found = phrasebook.find_phrase(words, self.language, phrasebook.plugin_path())
        return None if found is None else self.format(found[0], **found[1])

    def _said(self, value: Sequence[str]) -> list[str]:
        """The messages of an argument that `quoted_all` made."""
        return [say(unquoted(tuple(json.loads(item))), self.language) for item in value]

    def _enumerated(self, texts: list[str]) -> str:
        *first, last = texts
        return f"{', '.join(first)} {_AND[self.language]} {last}" if first else last

    def _grouped(self, value: float) -> str:
        text = f"{value:,}"
        return text if self.language == "en" else text.translate(str.maketrans(",.", ".,"))


def _texts(value: Sequence[Any]) -> list[str]:
    return [str(item) for item in value]
