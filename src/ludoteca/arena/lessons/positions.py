"""Positions of tasks: set up by facts, reached by moves, or drawn from random games with a condition."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.seeds import derive

_GAMES = 4  # that the positions of a task come from, if each has enough of them
_MOST_GAMES = 400  # that are played to find positions
_MOST_MOVES = 400  # of one of them


@dataclass(frozen=True, slots=True)
class Reached:
    """A position and the moves that led to it; none for one that was set up."""

    position: Position
    history: tuple[Move, ...] = ()


def reached_by(game: Game, seed: int, moves: Sequence[str]) -> Reached:
    """The position after some moves; raises `IllegalMove`."""
    position, history = game.start(seed), list[Move]()
    for text in moves:
        history.append(find_move(position, text))
        position = position.after(history[-1])
    if position.turn is None:
        raise BadInput("arena.lessons.over")
    return Reached(position, tuple(history))


def drawn(game: Game, seed: int, count: int, suits: Callable[[Position], bool]) -> list[Reached]:
    """Positions of random games that suit, some of each game and for one seat; raises `BadInput` if there are too few.

    Those of one game follow one another, so that a mind that keeps its state need not start anew for each.
    """
    found, of_each = list[Reached](), -(-count // _GAMES)
    for number in range(_MOST_GAMES):
        positions = _random_game(game, derive(seed, "lesson", number), number % len(game.seats))
        known = {each.position for each in found}
        suitable = [each for each in positions if each.position not in known and suits(each.position)]
        picked = random.Random(derive(seed, "pick", number)).sample(range(len(suitable)), min(of_each, len(suitable)))
        found += [suitable[place] for place in sorted(picked)]
        if len(found) >= count:
            return found[:count]
    raise BadInput("arena.lessons.too_few", wanted=count, found=len(found), games=_MOST_GAMES)


def _random_game(game: Game, seed: int, seat: int) -> list[Reached]:
    """The positions of a game of random moves in which a seat has a choice."""
    lot, position, history = random.Random(seed), game.start(derive(seed, "game")), list[Move]()
    found = list[Reached]()
    while position.turn is not None and len(history) < _MOST_MOVES:
        if position.turn == seat and len(position.moves) > 1:
            found.append(Reached(position, tuple(history)))
        history.append(lot.choice(list(position.moves)))
        position = position.after(history[-1])
    return found
