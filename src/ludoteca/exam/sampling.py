"""Positions for the exam: those of random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludoteca.arena.game_runner import with_moves
from ludoteca.core.game import Game, Position
from ludoteca.core.loading import GameFault
from ludoteca.rules.kernel.game import KernelGame

_EVERY = 12  # of the positions of a game whose rules are not compiled, for checks that try every move
_SHARED = 3  # random games of a game whose rules are not compiled
_LONGEST = 5_000  # moves of a random game: more is taken for endless
_last_played: dict[int, tuple[Game, tuple[Position, ...]]] = {}
"""The random games of the game that was examined last, by seed."""


def random_positions(game: Game, seed: int) -> Iterator[Position]:
    """All positions of a random game; where each move takes a while, the checks share a few games."""
    return _played(game, seed) if isinstance(game, KernelGame) else iter(_shared(game, seed % _SHARED))


def _shared(game: Game, seed: int) -> tuple[Position, ...]:
    known, positions = _last_played.get(seed, (None, ()))
    if known is not game:  # an equal one may have other rules by now: its author edits them
        positions = tuple(_played(game, seed))
        _last_played[seed] = game, positions
    return positions


def _played(game: Game, seed: int) -> Iterator[Position]:
    chance, position = random.Random(seed), game.start(seed)
    yield position
    for _ in range(_LONGEST):
        if position.turn is None:
            return
        position = position.after(chance.choice(list(with_moves(position).moves)))
        yield position
    raise GameFault("exam.game.endless", moves=_LONGEST)


def some_positions(game: Game, seed: int) -> Iterator[Position]:
    """Positions of a random game in which every move is tried: all, or some where each move takes a while."""
    step = 1 if isinstance(game, KernelGame) else _EVERY
    for number, position in enumerate(random_positions(game, seed)):
        if number % step == 0 or position.turn is None:
            yield position
