"""Golden games: whole games written out for people to read, in `exam/golden` of a game's folder, and played again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ludoteca.core.game import Game, Position, find_move
from ludoteca.core.i18n import phrase
from ludoteca.core.resources import Resource, files_of
from ludoteca.core.toml_files import read_toml
from ludoteca.games import folder_of, open_game


def golden_files(folder: Path) -> list[Resource]:
    """The golden games of the game in a folder."""
    return [file for name, file in files_of(folder / "exam" / "golden").items() if name.endswith(".txt")]


def replayed(game: Game, path: Resource) -> list[str]:
    """A golden game as it would be written now."""
    data = read_toml(path, ("options", "seed", "moves"))
    return list(written(open_game(game.name, data["options"]), data["options"], data["seed"], data["moves"]))


def written(game: Game, options: Mapping[str, object], seed: int, moves: list[str]) -> Iterator[str]:
    """A game as text: for each move who made it, what happened, and which facts changed."""
    position: Position = game.start(seed)
    yield f"options = {_toml(options)}"
    yield f"seed = {seed}"
    yield f"moves = {_toml(moves)}"
    yield ""
    yield f"# start: {_facts(position)}"
    for number, text in enumerate(moves, 1):
        move = find_move(position, text)
        assert position.turn is not None
        yield f"# {number}. {game.seats[position.turn]} {text} of {' '.join(other.text for other in position.moves)}"
        yield from (f"#    {phrase(event.key, 'en', **event.args)}" for event in position.events(move))
        before, position = position, position.after(move)
        yield from _changes(before, position)
    yield f"# scores {position.scores()}, result {position.result() if position.turn is None else 'open'}"


def write_golden(game: Game, label: str, options: Mapping[str, object], seed: int) -> Path:
    """Write a random game as a golden one; read it before you keep it."""
    chance, position, moves = random.Random(seed), game.start(seed), []
    while position.turn is not None:
        move = chance.choice(list(position.moves))
        moves.append(move.text)
        position = position.after(move)
    path = folder_of(game) / "exam" / "golden" / f"{label}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(written(game, options, seed, moves)) + "\n", encoding="utf-8")
    return path


def _facts(position: Position) -> str:
    return " ".join(str(fact).replace(" ", "") for fact in position.facts())


def _changes(before: Position, after: Position) -> Iterator[str]:
    """The facts that hold no longer, and those that hold now."""
    old, new = before.facts(), after.facts()
    for sign, facts in (
        ("-", [fact for fact in old if fact not in new]),
        ("+", [fact for fact in new if fact not in old]),
    ):
        if facts:
            yield f"#    {sign} {' '.join(str(fact).replace(' ', '') for fact in facts)}"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{name} = {_toml(item)}" for name, item in value.items())
        return f"{{ {pairs} }}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, int) else f'"{value}"'
