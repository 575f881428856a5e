"""The planning view of Azul: the rest of a round as a problem that maximizes what the seat's lines are worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.core.vocabulary import word_of
from ludoteca.games.azul.facts import COLOUR_NAMES
from ludoteca.games.azul.rules import (
    CENTRE,
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    ROW_BONUS,
    SIZE,
    column_of,
    tile_score,
)
from ludoteca.games.azul.words import source_words, tiles_words
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.planning.as_problem import PlannedMove, PlanningView, ProblemTemplate, StateDescription, Transition
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.planning.task import Action

_FACTORY, _LINE = "factory-{}", "line-{}"
_MOVES = frozenset({"lay", "fill", "let-fall"})
_PICKS = ((8, 2), (24, 1))  # with so many groups of tiles at most, so many further picks are planned
# What a tile brings besides its points, by the number of tiles that it makes in its column and of its colour: a share
# of the bonus that grows with them, and all of it in the end. The last tile of a row ends the game.
_COLUMN = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(5, 2), Fraction(COLUMN_BONUS))
_COLOUR = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3), Fraction(COLOUR_BONUS))
_LOWER = Fraction(3, 5)  # for each line above: lower lines take more tiles, and are full more rarely


class AzulRound(PlanningView):
    """The rest of a round for one seat; other seats' turns are not planned."""

    file = Path(__file__).parent / "knowledge" / "round.pddl"
    planner = "blind"  # the worth can fall and rise, and the problems are small

    def template(self, game: Game, seat: int) -> ProblemTemplate:
        factories = [_source(number) for number in range(1, 2 * len(game.seats) + 2)]
        lines = [_line(row) for row in range(SIZE)]
        objects = f"{' '.join(factories)} - source {' '.join(COLOUR_NAMES)} - colour {' '.join(lines)} - line"
        init = ["(my-turn) (= (worth) 0) (= (central centre) 1)"]
        init += [f"(= (central {factory}) 0)" for factory in factories]
        init += [f"(= (size {line}) {size})" for size, line in enumerate(lines, 1)]
        return ProblemTemplate("round", objects, " ".join(init), "(and (chosen))", "maximize (worth)")

    def described_symbols(self, game: Game) -> frozenset[str]:
        return frozenset({"tiles", "room", "fits", "fallen", "markers", "gain", "next-picks"})

    def describe(self, position: Position, seat: int) -> StateDescription:
        assert isinstance(position, KernelPosition)
        s = position.state
        values: dict[Atom, Number] = {Atom("fallen"): int(s.fallen[seat]), Atom("markers"): int(s.marked)}
        values[Atom("next-picks")] = _next_picks(s)
        for source in range(2 * int(s.players) + 2):
            for colour, name in enumerate(COLOUR_NAMES):
                values[Atom("tiles", (_source(source), name))] = int(s.tiles[source, colour])
        for row in range(SIZE):
            values[Atom("room", (_line(row),))] = row + 1 - int(s.counts[seat, row])
        wall = _wall_to_be(s, seat)
        for row, colour in _places():
            values[_place("gain", row, colour)] = _gain(wall, row, colour)
        return StateDescription(frozenset(_fitting(s, seat)), values)

    def move_of(self, game: Game, seat: int, action: Action) -> PlannedMove | None:
        bound = action.bound
        if action.schema.name not in _MOVES:  # what comes next is a hope: other seats move before
            return None
        source = bound["?s"].rpartition("-")[2]
        target = bound["?l"].rpartition("-")[2] if "?l" in bound else "floor"
        return PlannedMove(seat, f"{source} {bound['?c']} {target}")

    def step_message(self, game: Game, transition: Transition) -> Message | None:
        bound, task = transition.action.bound, transition.task
        source = 0 if bound["?s"] == _source(CENTRE) else int(bound["?s"].rpartition("-")[2])
        tiles = task.value(transition.before, Atom("tiles", (bound["?s"], bound["?c"]))) or 0
        colour = COLOUR_NAMES.index(bound["?c"])
        name = word_of(transition.action.schema.name)
        args: dict[str, Argument] = {
            "tiles": tiles_words(int(tiles), colour),
            "source": quoted(source_words(source)),
        }
        if "?l" in bound:
            args["line"] = int(bound["?l"].rpartition("-")[2])
            falling = int(tiles) - int(task.value(transition.before, Atom("room", (bound["?l"],))) or 0)
            if falling > 0:
                name, args["falling"] = f"{name}_over", falling
        return Message(f"games.azul.step.{name}", args)


def _places() -> Iterator[tuple[int, int]]:
    """The places of a wall: row and colour."""
    return ((row, colour) for row in range(SIZE) for colour in range(COLOURS))


def _fitting(s: Any, seat: int) -> Iterator[Atom]:
    """The colours that each line can take, as long as it has room."""
    for row, colour in _places():
        begun = int(s.counts[seat, row]) > 0
        if not s.wall[seat, row, column_of(row, colour)] and (not begun or s.colours[seat, row] == colour):
            yield _place("fits", row, colour)


def _next_picks(s: Any) -> int:
    """How many picks of the seat are planned after this one: at most as many as it may still have."""
    groups = int((s.tiles > 0).sum())
    planned = next((picks for most, picks in _PICKS if groups <= most), 0)
    return min((groups - 1) // int(s.players), planned)


def _wall_to_be(s: Any, seat: int) -> Any:
    """The wall at the end of the round, with a tile of each line that is full."""
    wall = s.wall[seat].copy()
    for row in range(SIZE):
        if s.counts[seat, row] > row:
            wall[row, column_of(row, int(s.colours[seat, row]))] = 1
    return wall


def _gain(wall: Any, row: int, colour: int) -> Number:
    """What a tile brings on the wall: its points, and an estimate of what it adds to the bonuses of the end."""
    column = column_of(row, colour)
    if wall[row, column]:
        return 0
    alike = 1 + sum(int(wall[other, column_of(other, colour)]) for other in range(SIZE))
    gain = int(tile_score(wall, row, column)) + _LOWER * row
    gain += _COLUMN[1 + int(wall[:, column].sum())] + _COLOUR[alike]
    return gain + (ROW_BONUS if wall[row].sum() == SIZE - 1 else 0)


def _source(source: int) -> str:
    return "centre" if source == CENTRE else _FACTORY.format(source)


def _line(row: int) -> str:
    return _LINE.format(row + 1)


def _place(name: str, row: int, colour: int) -> Atom:
    return Atom(name, (_line(row), COLOUR_NAMES[colour]))


VIEW = AzulRound()
