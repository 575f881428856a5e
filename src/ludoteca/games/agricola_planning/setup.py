"""Similar positions of the working day: other amounts of wares in stock, or a deed that is done for nothing.

A deed's effect is that of its action, without the person, the card and the cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Position
from ludoteca.games.agricola_planning.generate import GOODS
from ludoteca.rules.planning.game import PlanningGame, PlanningPosition, owner_of
from ludoteca.rules.planning.syntax import Atom
from ludoteca.rules.planning.task import Action, State, Task
from ludoteca.rules.setup import Board, Change, similar_positions

_WARES = tuple(good for kind, goods in GOODS.items() if kind != "animal" for good in goods)
_MOST = 25  # of a ware, unless there is more: what the largest house takes to be renovated
_OF_THE_TURN = ("current", "acted", "used", "done", "penalty", "total-cost")
"""What a deed does besides its effect on the farms."""


def similar(position: Position) -> Iterator[Position]:
    """The positions with another stock, or one deed on; then those with two such changes."""
    assert isinstance(position, PlanningPosition)
    task, turn = position.game.table.task, position.turn
    if turn is None:
        return

    def changes(board: Board) -> Iterator[Change]:
        yield from _changes_of_stock(board)
        yield from _deeds(task, board)

    board = _board(task, position.state)
    yield from similar_positions(
        board, changes, lambda change: _set_up(position.game, turn, _state(task, {**board, **change}))
    )


def _board(task: Task, state: State) -> dict[Atom, object]:
    """Every fact as true or false, and every number."""
    facts = {atom: bool(state.facts & bit) for atom, bit in task.bit.items()}
    return {**facts, **dict(zip(task.fluents, state.values, strict=True))}


def _state(task: Task, board: Board) -> State:
    facts = sum(bit for atom, bit in task.bit.items() if board[atom])
    return State(facts, tuple(board[fluent] for fluent in task.fluents))


def _changes_of_stock(board: Board) -> Iterator[Change]:
    """Every other amount of a ware, those near to the present one first."""
    stocks = [atom for atom in board if atom.name == "stock" and atom.args[1] in _WARES]
    for difference in range(1, max((_MOST, *(board[stock] for stock in stocks))) + 1):
        for stock in stocks:
            for amount in (board[stock] + difference, board[stock] - difference):
                if 0 <= amount <= max(_MOST, board[stock]):
                    yield {stock: amount}


def _deeds(task: Task, board: Board) -> Iterator[Change]:
    """The effect of each deed that could be done if its player had the turn, a person and the card."""
    for player, deeds in _deeds_of(task).items():
        ready = {**board, **{atom: False for atom in board if atom.name in ("acted", "used")}}
        ready |= {Atom("current", (player,)): True, Atom("done", (player,)): 0}
        state = _state(task, ready)
        for deed in deeds:
            if task.is_applicable(state, deed):
                after = _board(task, task.after(state, deed))
                yield {a: after[a] for a in after if a.name not in _OF_THE_TURN and after[a] != board[a]}


@cache
def _deeds_of(task: Task) -> dict[str, list[Action]]:
    """The deeds of each player: of those that differ only in the person and the card, one."""
    found: dict[tuple[str, ...], Action] = {}
    for action in task.actions:
        if owner_of(action) is not None:
            others = [value for name, value in action.bound.items() if name not in ("?p", "?c")]
            found.setdefault((action.schema.name, *others), action)
    players = dict.fromkeys(str(owner_of(action)) for action in found.values())
    return {player: [action for action in found.values() if owner_of(action) == player] for player in players}


def _set_up(game: PlanningGame, turn: int, state: State) -> PlanningPosition:
    """The position with this state; raises `BadInput` unless it is that seat's turn and no action is forced."""
    position = PlanningPosition(game, state)
    if game.table.apply_forced(state)[0] != state or position.turn != turn:
        raise BadInput("rules.bad_state", game=game.name)
    return position
