"""Puzzles: positions with one best move by a clear margin, with the proven outcome of every move.

A game's puzzles stand in `puzzles.jsonl` in its folder, one a line; ``make puzzles`` builds them again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Game, PlayedMove, Position, find_move
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.record import from_data
from ludoteca.core.strict_json import Refused, read_json
from ludoteca.games import all_games, by_weight, folder_of

FILE = "puzzles.jsonl"

Proof = Literal["margin", "forced"]
Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")
_EASY, _MEDIUM = 2, 4  # the highest grade of each


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """What a move leads to with best play: its value for the seat that makes it, and the play that follows it.

    The value is the final margin. Where a puzzle is about forced wins it is 1 if the seat forces its win, 0 if another
    one does, which is the `winner`, and 0.5 if none does.
    """

    value: float
    line: tuple[str, ...]
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, as a seed and the moves that lead to it, and the outcome of every legal move.

    `proof` says what was searched to the end of the game: the `margin` between two seats, or a `forced` win of one seat
    against all others. `grade` is the smallest depth from which on a search finds the best move and keeps it.
    """

    id: str
    seed: int
    moves: tuple[str, ...]
    best: str
    outcomes: Mapping[str, MoveOutcome]
    proof: Proof
    grade: int
    themes: tuple[str, ...]

    @property
    def second(self) -> str:
        """The best of the other moves."""
        return max((move for move in self.outcomes if move != self.best), key=lambda move: self.outcomes[move].value)

    @property
    def difficulty(self) -> Difficulty:
        return "easy" if self.grade <= _EASY else "medium" if self.grade <= _MEDIUM else "hard"


def puzzles_of(game: Game) -> Mapping[str, Puzzle]:
    """The puzzles of a game by their ids, easiest first; none for a game without. Raises `BadInput`."""
    return read_puzzles(folder_of(game) / FILE)


def games_with_puzzles() -> list[Game]:
    """Every game that has puzzles, the simplest first."""
    return by_weight(game for game in all_games() if (folder_of(game) / FILE).is_file())


def find_puzzle(game: Game, key: str) -> Puzzle:
    """A puzzle by its id; raises `BadInput`."""
    puzzles = puzzles_of(game)
    if key not in puzzles:
        raise BadInput("arena.puzzles.none_with_id", game=game.name, id=key)
    return puzzles[key]


def chosen(
    game: Game, theme: str | None = None, grade: int | None = None, difficulty: Difficulty | None = None
) -> Sequence[Puzzle]:
    """The puzzles of a game that have a theme, a grade and a difficulty, where these are given; raises `BadInput`."""
    puzzles = list(puzzles_of(game).values())
    if theme is not None and theme not in (known := themes_of(puzzles)):
        raise no_such("arena.puzzles.kind", theme, known)
    if grade is not None and grade not in (grades := sorted({puzzle.grade for puzzle in puzzles})):
        raise no_such("arena.puzzles.grade", str(grade), map(str, grades))
    return [
        puzzle
        for puzzle in puzzles
        if (theme is None or theme in puzzle.themes)
        and (grade is None or puzzle.grade == grade)
        and (difficulty is None or puzzle.difficulty == difficulty)
    ]


def themes_of(puzzles: Sequence[Puzzle]) -> list[str]:
    """The themes of some puzzles, in alphabetical order."""
    return sorted({theme for puzzle in puzzles for theme in puzzle.themes})


def theme_name(theme: str) -> Message:
    return Message(f"arena.puzzles.theme.{theme}")


def set_up(game: Game, puzzle: Puzzle) -> tuple[Position, PlayedMove | None]:
    """The position of a puzzle, and the move that led to it; raises `BadInput` if it cannot be reached."""
    line = line_to(game, puzzle)
    last = line[-1] if line else None
    position = game.start(puzzle.seed) if last is None else last.position.after(last.move)
    if {move.text for move in position.moves} != set(puzzle.outcomes):
        raise BadInput("arena.puzzles.other_moves", id=puzzle.id)
    return position, last


def line_to(game: Game, puzzle: Puzzle) -> list[PlayedMove]:
    """The moves that lead to a puzzle; raises `BadInput`."""
    position, line = game.start(puzzle.seed), list[PlayedMove]()
    for text in puzzle.moves:
        line.append(PlayedMove(position, find_move(position, text)))
        position = position.after(line[-1].move)
    return line


@cache
def read_puzzles(path: Path) -> Mapping[str, Puzzle]:
    """The puzzles of a file, easiest first; raises `BadInput` that names file and line."""
    if not path.is_file():
        return {}
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        puzzle = _parse(path, number, line)
        if puzzle.id in found:
            raise _bad(path, number, Message("arena.puzzles.id_twice", {"id": puzzle.id}))
        found[puzzle.id] = puzzle
    return dict(sorted(found.items(), key=lambda item: item[1].grade))


def _parse(path: Path, number: int, line: str) -> Puzzle:
    from pydantic import ValidationError

    try:
        puzzle = from_data(Puzzle, read_json(line))
    except Refused as error:
        raise _bad(path, number, error.message) from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "-"
        raise _bad(path, number, Message("arena.puzzles.field", {"field": place, "what": first["msg"]})) from None
    values = {move: outcome.value for move, outcome in puzzle.outcomes.items()}
    if puzzle.best not in values or len(values) < 2 or puzzle.outcomes[puzzle.second].value >= values[puzzle.best]:
        raise _bad(path, number, Message("arena.puzzles.no_best", {"best": puzzle.best}))
    if any(outcome.line[:1] != (move,) for move, outcome in puzzle.outcomes.items()):
        raise _bad(path, number, Message("arena.puzzles.bad_line"))
    return puzzle


def _bad(path: Path, number: int, what: Message) -> BadInput:
    return BadInput("arena.puzzles.bad", file=str(path), line=number, what=quoted(what))
