"""Writes docs/vocabulary.md: every game's relations, from their sources. A test sees that it is up to date."""

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
    "event": "What a move would bring about",
    "action": "Actions, for agents",
}


def written() -> str:
    """The page."""
    lines = [
        "# The vocabulary of each game",
        "",
        "What a written mind is told before every move, as relations, and how an agent acts. The same is printed by",
        "`ludoteca vocabulary GAME` and shown beside the lab's editor. Seats, colours and the like are lower-case",
        "words, moves are texts such as `'3 red 2'`. This page is written by `python -m scripts.vocabulary`.",
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
    yield "| relation | meaning |"
    yield "|---|---|"
    for relation in relations:
        yield f"| `{relation}` | {meaning(relation)} |"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
