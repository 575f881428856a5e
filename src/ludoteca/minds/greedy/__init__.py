"""Greedy search: the move that gains the most points at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Game, Move, Position, margin
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player, Role, Suggestion
from ludoteca.minds.shared.reasons import consequences, touched


class Greedy(Mind):
    """Looks one move ahead. A won game is best; of equal gains it prefers an extra turn, then the first move."""

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion:
        return Suggestion(5)

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return GreedyPlayer()


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a move gives at once."""

    move: Move
    wins: bool
    gain: int
    again: bool

    @property
    def worth(self) -> tuple[bool, int, bool]:
        return self.wins, self.gain, self.again


class GreedyPlayer(Player):
    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        prospects = [prospect(position, move) for move in position.moves]
        best = max(prospects, key=lambda prospect: prospect.worth)
        rejected = tuple(
            Rejected(other.move.text, turned_down(position, other, best)) for other in prospects if other is not best
        )
        return Choice(best.move, Explanation(gain_of(position, best), rejected))


def prospect(position: Position, move: Move) -> Prospect:
    """Make the move and count."""
    seat = position.turn
    assert seat is not None
    after = position.after(move)
    gain = margin(after.expected_scores(), seat) - margin(position.expected_scores(), seat)
    wins = after.turn is None and after.result()[seat] == 1
    return Prospect(move, wins, int(gain), after.turn == seat)


def gain_of(position: Position, best: Prospect) -> Reason:
    """What is gained, on which facts, by which events."""
    if best.wins:
        claim = Message("minds.greedy.wins", {"gain": best.gain})
    elif len(position.moves) == 1:
        claim = Message("minds.greedy.only", {"gain": best.gain})
    else:
        claim = Message("minds.greedy.gains_again" if best.again else "minds.greedy.gains", {"gain": best.gain})
    return Reason(claim, touched(position, best.move), because=consequences(position, best.move))


def turned_down(position: Position, other: Prospect, best: Prospect) -> Reason:
    """Why not that one."""
    if best.wins and not other.wins:
        claim = Message("minds.greedy.no_win", {"gain": other.gain})
    elif other.worth == best.worth:
        claim = Message("minds.greedy.same", {"gain": other.gain})
    elif other.gain == best.gain:
        claim = Message("minds.greedy.not_again", {"gain": other.gain})
    else:
        claim = Message("minds.greedy.less", {"gain": other.gain, "less": best.gain - other.gain})
    return Reason(claim, because=consequences(position, other.move))


MIND = Greedy
