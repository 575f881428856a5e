from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca.core import i18n
from ludoteca.core.i18n import (
    LANGUAGES,
    Message,
    gist,
    known_words,
    phrase,
    preferred_language,
    quoted_all,
    read_catalogue,
    say,
    sentence,
)

SOURCE = Path(i18n.__file__).resolve().parent.parent
CATALOGUES = sorted(SOURCE.rglob("messages.toml"))


def entries(tables: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, str]]]:
    if set(tables) & set(LANGUAGES) and all(isinstance(words, str) for words in tables.values()):
        yield ".".join(path), tables
        return
    for name, table in tables.items():
        yield from entries(table, (*path, name))


def fields(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def test_every_message_is_said_in_every_language_with_the_same_arguments() -> None:
    wrong = [
        f"{path.parent.relative_to(SOURCE)}: {key}"
        for path in CATALOGUES
        for key, words in entries(read_catalogue(path))
        if set(words) != set(LANGUAGES) or len({frozenset(fields(text)) for text in words.values()}) != 1
    ]
    assert wrong == []


def keys_in_source() -> set[str]:
    """Every string in the source that looks like a key of one of the catalogues."""
    owners = {".".join(path.parent.relative_to(SOURCE).parts) for path in CATALOGUES}
    pattern = re.compile(rf"({'|'.join(map(re.escape, sorted(owners)))})\.[a-z_.]+$")
    found = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and pattern.match(node.value):
                found.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tell":
                first = node.args[0]
                found |= {f"cli.{part.value!s}" for part in ast.walk(first) if isinstance(part, ast.Constant)}
    return {key.rstrip(".") for key in found if not key.endswith((".py", ".toml", ".sqlite"))}


def test_every_key_in_the_source_has_words() -> None:
    known = {
        ".".join((*path.parent.relative_to(SOURCE).parts, key))
        for path in CATALOGUES
        for key, _ in entries(read_catalogue(path))
    }
    modules = {".".join(file.with_suffix("").relative_to(SOURCE).parts) for file in SOURCE.rglob("*.py")}
    prefixes = {key.rsplit(".", depth)[0] for key in known for depth in range(1, key.count(".") + 1)}
    assert len(keys_in_source()) > 60
    assert keys_in_source() - known - modules - prefixes == set()


def test_counts_have_singular_and_plural_and_thousands_are_set_apart() -> None:
    args: dict[str, int | str] = {"seat": "games.kalah.seat.south", "pit": 1}
    assert "1 seed from" in phrase("games.kalah.event.sown", "en", seeds=1, **args)
    assert "1.234 semillas" in phrase("games.kalah.event.sown", "es", seeds=1234, **args)


def test_a_proven_margin_says_who_wins_and_by_how_much() -> None:
    said = [say(Message("minds.alphabeta.proven", {"margin": m, "nodes": 1200}), "en") for m in (8, 0, -2)]
    end = "with best play to the end of the game (1,200 positions)"
    assert said == [f"proven: wins by 8 {end}", f"proven: a draw {end}", f"proven: loses by 2 {end}"]
    assert say(Message("minds.alphabeta.proven", {"margin": -2, "nodes": 1}), "es").startswith("demostrado: pierde por")
    assert gist("minds.alphabeta.proven", "en", ("margin", "nodes")).startswith("proven: wins by Margin with")


def test_words_that_are_keys_are_translated() -> None:
    message = Message("games.kalah.event.swapped", {"seat": "games.kalah.seat.north"})
    assert say(message, "es") == "norte cambia de lado"


def test_an_unknown_key_is_a_fault_of_ours() -> None:
    with pytest.raises(i18n.UnknownMessage, match=r"games\.kalah\.nonsense"):
        say(Message("games.kalah.nonsense"))


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "de_DE"}, "en"),
        ({"LUDOTECA_LANG": "en", "LANG": "es_MX"}, "en"),
    ],
)
def test_the_system_says_which_language_to_speak(environment: dict[str, str], expected: str) -> None:
    assert preferred_language(environment) == expected


SAME_IN_BOTH = {
    "cli.total",
    "lab.page.sheet_total",
    "games.azul.title",
    "games.kalah.title",
    *(f"games.kalah.small.pits_{pits}_seeds_{seeds}" for pits, seeds in ((3, 3), (4, 3), (3, 4))),
    "lab.page.inference_agenda",
    "lab.page.plans_number",
    "lab.page.speed_normal",
    "lab.page.tutorial",
    "minds.prolog.trace.page.bindings",
    "minds.prolog.trace.page.port_exception",
    "rules.planning.kind.variable",
    "rules.planning.table.total",
    "rules.production.trace.page.agenda_now",
    "templates.kernel_game.title",
}
"""Messages whose words are the same in English and in Spanish, and should be."""


def test_spanish_is_not_english() -> None:
    """A message with words of its own has others in Spanish; names of products and figures are no words."""
    same = {
        ".".join((*path.parent.relative_to(SOURCE).parts, key))
        for path in CATALOGUES
        for key, words in entries(read_catalogue(path))
        if words["en"] == words["es"] and own_words(words["en"])
    }
    assert same == SAME_IN_BOTH


def own_words(text: str) -> list[str]:
    """The words of a message that are not arguments, units or names."""
    literal = "".join(part for part, *_ in string.Formatter().parse(text))
    return [word for word in re.findall(r"[^\W\d]+", literal) if word not in ("s", "SWI", "Prolog")]


def test_clauses_are_joined_in_each_language() -> None:
    clauses = quoted_all([Message("core.kind.game"), Message("core.kind.mind"), Message("core.kind.seat")])
    assert say(Message("core.sentence", {"clauses": clauses})) == "Game, mind and seat."
    assert say(Message("core.sentence", {"clauses": clauses}), "es") == "Juego, mente y asiento."
    assert say(sentence(Message("core.kind.game")), "es") == "Juego."


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("it stores 1, it moves again", "guarda 1 semilla, repite turno"),
        ("worth -3 points, I have no grain", "vale -3 puntos, no tengo cereal"),
        ("Only the swap is left.", "Solo queda cambiar de lado."),
        ("it stores many", "it stores many"),
        ("my own words, it moves again", "my own words, repite turno"),
    ],
)
def test_words_of_knowledge_are_found_in_phrasebooks(words: str, expected: str) -> None:
    assert known_words(words, "es") == expected
    assert known_words(words, "en") == words


SIGNS = {".clp": ";", ".pl": "%", ".asl": "//"}


def comments(file: Path) -> Iterator[str]:
    """The comments directly above a line of a knowledge file."""
    block: list[str] = []
    for line in file.read_text(encoding="utf-8").split("\n"):
        if line.startswith(SIGNS[file.suffix]):
            block.append(line.lstrip(SIGNS[file.suffix]).strip())
        else:
            if block and line.strip():
                yield " ".join(block)
            block = []


def test_the_knowledge_that_ships_speaks_spanish() -> None:
    files = [file for file in SOURCE.glob("games/*/knowledge/*") if file.suffix in SIGNS]
    said = {comment for file in files for comment in comments(file)}
    assert len(said) > 60
    assert sorted(comment for comment in said if known_words(comment, "es") == comment) == []
