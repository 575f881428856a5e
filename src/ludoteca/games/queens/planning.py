"""The planning view of Queens and blocks: a player's queen with an answer to each reply, or the third seat's pieces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Message
from ludoteca.core.vocabulary import word_of
from ludoteca.games.queens.facts import board_cells, cell_name
from ludoteca.games.queens.hints import move_order
from ludoteca.games.queens.rules import (
    BLACK,
    BLOCK,
    DIRECTIONS,
    EMPTY,
    PUT_QUEEN,
    THIRD,
    WHITE,
    cells_to_edge,
    is_free,
    max_queens,
    move_of,
    offset_of,
    opposite,
    queen_in_sight,
)
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.planning.as_problem import PlannedMove, PlanningView, ProblemTemplate, StateDescription, Transition
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.planning.task import Action

FEW, FEW_ON_LARGE_BOARDS = 28, 24  # free cells with which a player looks at replies; lines are sparser on large boards
MOST = 64  # cells of a problem
_PIECES = 2  # of the third seat that are planned at once
_BOARDS = ("here", "reply-1", "answer-1", "reply-2", "answer-2")
_FREE_CELLS = Atom("free-cells")
_VERBS = {"queen-early": "queen", "block-closed": "block", "hole-closed": "hole"}
_MOVES = frozenset({"queen", "block", "hole", "pass"})


class QueensView(PlanningView):
    """A board as a seat sees it: its objects are the cells without a piece that matter to the seat."""

    file = Path(__file__).parent / "knowledge" / "last_queen.pddl"
    compared_moves = MOST
    planner = "blind"  # the problems are small

    def template(self, game: Game, seat: int) -> ProblemTemplate:
        init = ["(my-turn) (= (cost) 0)", *(f"(= (replies {board}) 0)" for board in _BOARDS)]
        if seat == THIRD:
            holes = "(has-holes)" if game.values["variant"] == "holes" else ""
            return ProblemTemplate("pieces", "", " ".join([*init, holes]), "(= (to-plan) 0)", "minimize (cost)")
        goal = ["(not (my-turn))", "(= (replies here) 0)", "(= (replies answer-1) 0)"]
        goal += ["(not (answering reply-1))", "(not (answering reply-2))"]
        init += ["(= (pieces) 0) (= (to-plan) 0)"]
        return ProblemTemplate("queens", "", " ".join(init), f"(and {' '.join(goal)})", "minimize (cost)")

    def described_symbols(self, game: Game) -> frozenset[str]:
        return frozenset(
            {"free", "choice", "few", "closed", "opens", "takes", "reply-to", "answer-to", "last", "over", "waiting"}
            | {"free-cells", "rank", "taken", "frees", "pieces", "to-plan"}
        )

    def describe(self, position: Position, seat: int) -> StateDescription:
        assert isinstance(position, KernelPosition)
        s = position.state
        return _pieces(s) if seat == THIRD else _queens(s, seat)

    def move_of(self, game: Game, seat: int, action: Action) -> PlannedMove | None:
        name = _VERBS.get(action.schema.name, action.schema.name)
        return PlannedMove(seat, " ".join((name, *action.args))) if name in _MOVES else None

    def step_message(self, game: Game, transition: Transition) -> Message | None:
        name, bound = word_of(transition.action.schema.name), transition.action.bound
        if name == "queen_early":
            name = "queen"
        elif "?n" in bound and Atom("over", (bound["?n"],)) in transition.task.static_facts:
            name += "_over"
        elif name in ("queen", "answer") and not _cells_left(transition):
            name += "_last"
        elif name == "they_reply" and bound["?b"] != _BOARDS[0]:
            name += "_again"
        cells = [cell for variable, cell in bound.items() if variable in ("?c", "?r", "?a")]
        return Message(f"games.queens.step.{name}", {"cell": cells[0]} if cells else {})


def _cells_left(transition: Transition) -> bool:
    """Whether a cell is free after a queen, on the board or on the imagined one."""
    task, bound = transition.task, transition.action.bound
    symbol = ("left", bound["?n"]) if "?n" in bound else ("free",)
    atoms = (atom for atom in task.atoms if (atom.name, *atom.args[:-1]) == symbol)
    return any(task.holds(transition.after, atom) for atom in atoms)


# A player


def _queens(s: Any, seat: int) -> StateDescription:
    """The free cells; with few of them, also which a queen takes away, and the boards to imagine."""
    free, few = _free_cells(s), _has_few(s)
    values = _numbers(s, free)
    facts = {_atom("free" if few else "choice", cell) for cell in free}
    if few:
        facts |= {_atom("takes", cell, other) for cell in free for other in _taken(s, cell)}
        facts |= {Atom("few"), *_boards(int(max_queens(s) - s.queens[seat]), seat)}
    return StateDescription(frozenset(facts), values, _objects(free))


def _free_cells(s: Any) -> list[int]:
    """The free cells; of many, those that fewest lines reach."""
    free = [cell for cell in board_cells(s) if is_free(s, cell)]
    return free if len(free) <= MOST else sorted(free, key=lambda cell: _lines(s, cell))[:MOST]


def _has_few(s: Any) -> bool:
    """Whether so few cells are free that the problem stays small with replies."""
    return bool(s.free <= (FEW if s.n <= 2 else FEW_ON_LARGE_BOARDS))


def _lines(s: Any, cell: int) -> int:
    """The free cells that a queen on a free cell takes away; each of them takes it away too."""
    return int(move_order(s, move_of(PUT_QUEEN, cell)))


def _numbers(s: Any, free: list[int]) -> dict[Atom, Number]:
    """The number of free cells, and the rank and the lines of each."""
    values: dict[Atom, Number] = {_FREE_CELLS: int(s.free)}
    for rank, cell in enumerate(free):
        values[_atom("rank", cell)] = rank
        values[_atom("taken", cell)] = _lines(s, cell)
    return values


def _taken(s: Any, cell: int) -> Iterator[int]:
    """The free cells that a queen on a free cell takes away: its own, and those it sees."""
    yield cell
    for direction in range(DIRECTIONS):
        yield from (other for other in _seen(s, cell, direction) if is_free(s, other))


def _seen(s: Any, cell: int, direction: int) -> Iterator[int]:
    """The cells that a queen on a cell sees in a direction."""
    for _ in range(cells_to_edge(s, cell, direction)):
        cell += int(offset_of(direction))
        if s.cells[cell] == BLOCK:
            return
        yield cell


def _boards(queens: int, seat: int) -> Iterator[Atom]:
    """The boards that are imagined with so many queens left: white cannot answer without one, black's last one wins."""
    for number, board in enumerate(_BOARDS[::2]):
        if seat == BLACK and queens == number + 1:
            yield Atom("over", (board,))
            return
        if 2 * number + 1 == len(_BOARDS) or queens <= number + 1:
            yield Atom("last", (board,))
            return
        reply, answer = _BOARDS[2 * number + 1 : 2 * number + 3]
        yield Atom("reply-to", (board, reply))
        yield Atom("answer-to", (reply, answer))


# The third seat


def _pieces(s: Any) -> StateDescription:
    """The cells without a piece, the pieces left, and whether to wait."""
    free = _free_cells(s)
    closed = [cell for cell in board_cells(s) if s.cells[cell] == EMPTY and s.seen[cell] > 0][: MOST - len(free)]
    values, pieces = _numbers(s, free), int(s.n - s.used)
    waits = not s.holes and _turns_to_come(s) > pieces
    freed = {cell: list(_freed(s, cell)) for cell in closed}
    for cell in closed:
        values[_atom("frees", cell)] = len(freed[cell])
    values[Atom("pieces")] = pieces
    values[Atom("to-plan")] = min(pieces, _PIECES if s.free > 1 and _has_few(s) and not waits else 1)
    facts = {_atom("free", cell) for cell in free} | {_atom("closed", cell) for cell in closed}
    facts |= {_atom("opens", cell, other) for cell in closed for other in freed[cell] if other in freed}
    if waits:
        facts.add(Atom("waiting"))
    objects = _objects(free) | {cell_name(cell): "closed-cell" for cell in closed}
    return StateDescription(frozenset(facts), values, objects)


def _freed(s: Any, cell: int) -> Iterator[int]:
    """The cells that a block frees: those without a piece that one queen sees, and only through the block's cell."""
    for direction in range(DIRECTIONS):
        if queen_in_sight(s, cell, direction):
            behind = _seen(s, cell, opposite(direction))
            yield from (other for other in behind if s.cells[other] == EMPTY and s.seen[other] == 1)


def _turns_to_come(s: Any) -> int:
    """The blocker's turns, this one included, until the players have put all queens that its goal allows."""
    most = (4 * int(s.n) - 1) // 3  # queens of each player, or of both
    return (most if s.total else 2 * most) - int(s.queens[WHITE]) - int(s.queens[BLACK]) + 1


def _objects(free: list[int]) -> dict[str, str]:
    return {cell_name(cell): "cell" for cell in free}


def _atom(name: str, *cells: int) -> Atom:
    return Atom(name, tuple(map(cell_name, cells)))


VIEW = QueensView()
