"""Golden games: whole games written out for people to read, and played again by the tests.

``python -m tests.golden.golden`` writes those that are missing; look at them before they are committed.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

from ludoteca.core.game import Position, find_move
from ludoteca.core.i18n import phrase
from ludoteca.games import load_game

FOLDER = Path(__file__).parent


def written(game_name: str, options: dict[str, object], seed: int, moves: list[str]) -> Iterator[str]:
    """A game as text: what it is, then for each move who made it, what happened, and which facts changed."""
    game = load_game(game_name, options)
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


def random_moves(game_name: str, options: dict[str, object], seed: int) -> list[str]:
    lot, position, texts = random.Random(seed), load_game(game_name, options).start(seed), []
    while position.turn is not None:
        move = lot.choice(list(position.moves))
        texts.append(move.text)
        position = position.after(move)
    return texts


def golden_files() -> list[Path]:
    return sorted(FOLDER.glob("*/*.txt"))


def read(path: Path) -> tuple[str, dict[str, object], int, list[str]]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return path.parent.name, data["options"], data["seed"], data["moves"]


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


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, int) else f'"{value}"'


_SCARCE = (  # all cards but four: somebody will find nothing to do
    *("take-one-grain", "take-one-vegetable", "day-labourer", "fishing", "three-wood", "one-clay", "one-reed"),
    *("one-stone-1", "one-stone-2", "one-boar", "one-cattle", "plow-and-or-sow", "sow-and-or-bake"),
    *("build-rooms-and-or-stables", "renovate-then-improvement", "renovate-then-fences", "one-improvement"),
    *("grow-family", "starting-player"),
)
WANTED: dict[str, dict[str, dict[str, object]]] = {
    "kalah": {
        "standard": {},
        "small": {"pits": 3, "seeds": 2},
        "capture-empty": {"capture": "empty"},
        "no-sweep": {"pits": 4, "seeds": 3, "sweep": False},
        "one-lap": {"pits": 2, "seeds": 9, "lap": "store"},
        "pie": {"pits": 4, "seeds": 4, "pie": True},
        "largest": {"pits": 12, "seeds": 12},
    },
    "azul": {"two": {}, "three": {"players": 3}, "four": {"players": 4}},
    "queens": {
        "small": {"n": 1},
        "standard": {},
        "holes": {"variant": "holes"},
        "goal-total": {"n": 3, "blocker_goal": "total"},
    },
    "agricola_classic": {"whole": {}, "renovating": {"scenario": "4"}},
    "agricola_planning": {
        "two-turns": {},
        "plenty": {"problem": "6"},
        "returning": {"problem": "5", "cards": "per-turn"},
        "stuck": {"people": 1, "turns": 4, "goods": "wood:9", "without": " ".join(_SCARCE)},
    },
}

if __name__ == "__main__":
    for wanted_game, variants in WANTED.items():
        for seed, (label, wanted_options) in enumerate(variants.items(), 1):
            path = FOLDER / wanted_game / f"{label}.txt"
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                line = random_moves(wanted_game, wanted_options, seed)
                path.write_text("\n".join(written(wanted_game, wanted_options, seed, line)) + "\n", encoding="utf-8")
