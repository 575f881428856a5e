"""Boards of the protocol, such as ``<3,10,2,1,2,3,4,2,0>``: pits, both stores, own pits, the other's pits.

The board is always that of the player to move, who is told to play as south.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position
from ludoteca.core.options import Value
from ludoteca.games import load_game

GAME = "kalah"
_FREE = ("pits", "seeds")  # the options that the protocol leaves open
_BOARD = re.compile(r"<(\d{1,6}(?:,\d{1,6}){2,64})>")


def kalah(settings: Mapping[str, object]) -> Game:
    """The game with some options; raises `BadInput` for rules that the protocol does not have."""
    game, usual = load_game(GAME, settings), load_game(GAME)
    for name, value in game.values.items():
        if name not in _FREE and value != usual.values[name]:
            raise BadInput("kgp.rules", option=name, value=_shown(value))
    return game


def _shown(value: Value) -> str:
    return str(value).lower()


def board_of(position: Position) -> str:
    """A position as the player to move sees it."""
    me = position.game.seats[position.turn or 0]
    pits: dict[tuple[bool, int], int] = {}
    stores: dict[bool, int] = {}
    for fact in position.facts():
        if fact.relation == "pit":
            pits[fact.args[0] != me, int(fact.args[1])] = int(fact.args[2])
        elif fact.relation == "store":
            stores[fact.args[0] != me] = int(fact.args[1])
    seeds = [pits[key] for key in sorted(pits)]
    numbers = (len(seeds) // 2, stores[False], stores[True], *seeds)
    return f"<{','.join(map(str, numbers))}>"


def position_of(board: str) -> Position:
    """The position of a board, with south to move; raises `BadInput`."""
    found = _BOARD.fullmatch(board)
    if found is None:
        raise BadInput("kgp.no_board", given=board[:80])
    pits, *numbers = map(int, found[1].split(","))
    if len(numbers) != 2 * pits + 2 or not pits:
        raise BadInput("kgp.no_board", given=board[:80])
    seeds, rest = divmod(sum(numbers), 2 * pits)
    if rest:
        raise BadInput("kgp.uneven", given=board[:80])
    game = kalah({"pits": pits, "seeds": seeds})
    south, north = game.seats
    facts = [Fact("turn", (south,)), *(Fact("store", pair) for pair in zip(game.seats, numbers[:2], strict=True))]
    for seat, row in ((south, numbers[2 : 2 + pits]), (north, numbers[2 + pits :])):
        facts += [Fact("pit", (seat, number, held)) for number, held in enumerate(row, 1)]
    return game.position(facts)
