"""Positions from games between minds, some of whose moves are random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ludoteca.arena.puzzles import MoveOutcome, Proof, Puzzle
from ludoteca.core.clock import Clock
from ludoteca.core.game import Move
from ludoteca.core.seeds import derive
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelGame, KernelPosition

_ID_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Met:
    """A position met in play: the seed of the game and the moves that led to it."""

    seed: int
    moves: tuple[str, ...]
    position: KernelPosition

    @property
    def id(self) -> str:
        """A name that depends on the position alone."""
        return sha256(self.position.save().encode()).hexdigest()[:_ID_DIGITS]


def positions_of(game: KernelGame, minds: Sequence[str], seed: int, random_share: float) -> Iterator[Met]:
    """The positions of one game, in order; the minds take turns in being at each seat."""
    rng = random.Random(derive(seed, "puzzles"))
    names = [minds[(seed // len(minds) ** seat) % len(minds)] for seat in range(len(game.seats))]
    players = [load_mind(name, game).join(game, seat, derive(seed, seat)) for seat, name in enumerate(names)]
    position, history = game.start(seed), list[Move]()
    while position.turn is not None:
        yield Met(seed, tuple(move.text for move in history), position)
        if rng.random() < random_share:
            move = rng.choice(position.moves)
        else:
            seen = position.seen_by(position.turn, derive(seed, "seen", len(history)))
            move = players[position.turn].choose(seen, history, Clock(60)).move
        history.append(move)
        position = position.after(move)
    for player in players:
        player.close()


def puzzle(
    met: Met, best: Move, outcomes: dict[Move, MoveOutcome], proof: Proof, grade: int, themes: Sequence[str]
) -> Puzzle:
    """The puzzle of a position."""
    told = {move.text: outcomes[move] for move in met.position.moves}
    return Puzzle(met.id, met.seed, met.moves, best.text, told, proof, grade, tuple(themes))
