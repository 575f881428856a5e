"""Writes docs/vocabulary.md and its Spanish version, the relations of all games, from the sources.

A test checks that they are up to date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ludoteca.core.game import Relation
from ludoteca.core.i18n import phrase
from ludoteca.core.vocabulary import COMMON, PLAY, meaning
from ludoteca.games import game_names, load_game

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {"en": DOCS / "vocabulary.md", "es": DOCS / "vocabulary.es.md"}
_INTRODUCTION = {
    "en": """\
# The vocabulary of each game

The relations that a knowledge file is given before each move, and the actions of an agent. The command
`ludoteca vocabulary GAME` prints the same, and the lab shows it beside the editor. Seats, colours and so
on are lower-case words; moves are texts such as `'3 red 2'`. `python -m scripts.vocabulary` writes the page.

## Every game
""",
    "es": """\
# El vocabulario de cada juego

Las relaciones que recibe un archivo de conocimiento antes de cada jugada, y las acciones de un agente. La orden
`ludoteca vocabulary JUEGO --lang es` imprime lo mismo, y el laboratorio lo muestra junto al editor. Los asientos, los
colores y demás son palabras en minúscula; las jugadas son textos como `'3 red 2'`. `python -m scripts.vocabulary`
escribe la página.

## Todos los juegos
""",
}
_HEAD = {"en": "| relation | meaning |", "es": "| relación | significado |"}
_KINDS = {
    "position": {"en": "The position", "es": "La posición"},
    "move": {"en": "Legal moves", "es": "Jugadas legales"},
    "event": {"en": "Events of a legal move", "es": "Sucesos de una jugada legal"},
    "action": {"en": "Actions, for agents", "es": "Acciones, para agentes"},
}


def page_text(language: str) -> str:
    """The text of the page in a language."""
    lines = [_INTRODUCTION[language], *_table((*COMMON, PLAY), language)]
    for name in game_names():
        game = load_game(name)
        lines += ["", f"## {phrase(f'games.{name}.title', language)}"]
        for kind, titles in _KINDS.items():
            relations = [relation for relation in (*game.vocabulary, *game.actions) if relation.kind == kind]
            if relations:
                lines += ["", f"**{titles[language]}**", "", *_table(relations, language)]
    return "\n".join(lines) + "\n"


def _table(relations: Sequence[Relation], language: str) -> Iterator[str]:
    """The lines of a table of relations."""
    yield _HEAD[language]
    yield "|---|---|"
    for relation in relations:
        yield f"| `{relation}` | {meaning(relation, language)} |"


if __name__ == "__main__":
    for language, page in PAGES.items():
        page.write_text(page_text(language), encoding="utf-8")
