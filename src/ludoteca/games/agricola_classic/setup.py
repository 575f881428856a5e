"""Similar positions of Agricola classic: other amounts of goods in a store, on a card or on a field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Position
from ludoteca.games.agricola_classic.facts import EVERYBODY
from ludoteca.rules.production.game import ProductionGame, ProductionPosition
from ludoteca.rules.production.working_memory import Element, State
from ludoteca.rules.setup import Board, Change, similar_positions

_MOST = 15  # of a good in a store, unless there is more


def similar(position: Position) -> Iterator[Position]:
    """The positions with another amount of one thing; then those with two other amounts."""
    assert isinstance(position, ProductionPosition)
    state, turn = position.state, position.turn
    if turn is None:
        return
    amounts = {
        (element.name, slot): possible for element in state.elements for slot, possible in _possible(state, element)
    }
    board = {(name, slot): state.named[name].values[slot] for name, slot in amounts}

    def changes(board: Board) -> Iterator[Change]:
        for difference in range(1, max((0, *(max(possible) for possible in amounts.values()))) + 1):
            for place, possible in amounts.items():
                near = (board[place] + difference, board[place] - difference)
                yield from ({place: amount} for amount in near if amount in possible)

    yield from similar_positions(board, changes, lambda change: _set_up(position.game, turn, _with(state, change)))


def _possible(state: State, element: Element) -> Iterator[tuple[str, range]]:
    """The slots of an element that hold an amount that may be another one, and the amounts it may be."""
    v = element.values
    if v.get("kind") in ("material", "crop", "food"):
        yield "amount", range(max(_MOST, int(str(v["amount"]))) + 1)
    elif element.kind == "TAKE-GOODS" and _in_play(state, str(v["card"])) and v["occupied"] == "FALSE":
        more, rounds = int(str(v["each-round"])), int(str(state.named["phase"].values["round"]))
        if int(str(v["total"])) % more == 0:
            yield "total", range(more, max(more * rounds, int(str(v["total"]))) + 1, more)
    elif element.kind == "FIELD" and v["crop"] != "none":
        yields = [int(str(sow.values["yield"])) for sow in state.of("SOW") if sow.values["crop"] == v["crop"]]
        yield "amount", range(1, max(yields) + 1)


def _in_play(state: State, card: str) -> bool:
    """Whether both players may use a card; cards on the board are no part of the state, and always in play."""
    found = state.named.get(f"card-{card}")
    return found is None or found.values["player"] == EVERYBODY


def _with(state: State, amounts: Board) -> State:
    """A state with other amounts."""
    elements = []
    for element in state.elements:
        slots = tuple((slot, amounts.get((element.name, slot), value)) for slot, value in element.slots)
        elements.append(element if slots == element.slots else replace(element, slots=slots))
    return State(tuple(elements), state.chance, state.settings)


def _set_up(game: ProductionGame, turn: int, state: State) -> ProductionPosition:
    """The position with this state; raises `BadInput` unless it is that seat's turn and there is a choice."""
    position = game.at(state)
    if position.turn != turn or len(position.moves) < 2:
        raise BadInput("rules.bad_state", game=game.name)
    return position
