"""Writes docs/vocabulary.md, the relations of all games, from the sources. A test checks that it is up to date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludoteca.core.game import Relation
from ludoteca.core.i18n import phrase
from ludoteca.core.vocabulary import COMMON, PLAY, meaning
from ludoteca.games import game_names, load_game

PAGE = Path(__file__).parent.parent / "docs" / "vocabulary.md"
_KINDS = {
    "position": "The position",
    "move": "Legal moves",
    "event": "Events of a legal move",
    "action": "Actions, for agents",
}


def page_text() -> str:
    """The text of the page."""
    lines = [
        "# The vocabulary of each game",
        "",
        "The relations that a knowledge file is given before each move, and the actions of an agent. The command",
        "`ludoteca vocabulary GAME` prints the same, and the lab shows it beside the editor. Seats, colours and so",
        "on are lower-case words; moves are texts such as `'3 red 2'`. `python -m scripts.vocabulary` writes the page.",
        "",
        "## Every game",
        "",
        *_table((*COMMON, PLAY)),
    ]
    for name in game_names():
        game = load_game(name)
        lines += ["", f"## {phrase(f'games.{name}.title')}"]
        for kind, title in _KINDS.items():
            relations = [relation for relation in (*game.vocabulary, *game.actions) if relation.kind == kind]
            if relations:
                lines += ["", f"**{title}**", "", *_table(relations)]
    return "\n".join(lines) + "\n"


def _table(relations: list[Relation] | tuple[Relation, ...]) -> Iterator[str]:
    """The lines of a table of relations."""
    yield "| relation | meaning |"
    yield "|---|---|"
    for relation in relations:
        yield f"| `{relation}` | {meaning(relation)} |"


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8")
