"""Greedy one-step search: the move that adds most to the margin of expected points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Game, Move, Position, margin
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player, Role, Suggestion
from ludoteca.minds.shared.reasons import changed_facts, consequences, plain_number


class Greedy(Mind):
    """Searches one move ahead. It prefers a move that wins, then the gain, then an extra turn, then the first move."""

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion:
        return Suggestion(5)

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return GreedyPlayer()


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The immediate value of a move: whether it wins the game, its gain, and whether the seat moves again."""

    move: Move
    wins: bool
    gain: float
    extra_turn: bool

    @property
    def rank(self) -> tuple[bool, float, bool]:
        """The order of preference."""
        return self.wins, self.gain, self.extra_turn


class GreedyPlayer(Player):
    """A player without state."""

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        values = [evaluate(position, move) for move in position.moves]
        best = max(values, key=lambda value: value.rank)
        rejected = tuple(
            Rejected(other.move.text, rejection(position, other, best)) for other in values if other is not best
        )
        return Choice(best.move, Explanation(justification(position, best), rejected))


def evaluate(position: Position, move: Move) -> MoveValue:
    """The immediate value of a move for the seat that makes it."""
    seat = position.turn
    assert seat is not None
    after = position.after(move)
    gain = margin(after.expected_scores(), seat) - margin(position.expected_scores(), seat)
    wins = after.turn is None and after.result()[seat] == 1
    return MoveValue(move, wins, plain_number(gain), after.turn == seat)


def justification(position: Position, best: MoveValue) -> Reason:
    """The reason for the chosen move: its gain, the facts it changes, and its events."""
    if best.wins:
        claim = Message("minds.greedy.wins", {"gain": best.gain})
    elif len(position.moves) == 1:
        claim = Message("minds.greedy.only", {"gain": best.gain})
    else:
        claim = Message("minds.greedy.gains_again" if best.extra_turn else "minds.greedy.gains", {"gain": best.gain})
    return Reason(claim, changed_facts(position, best.move), because=consequences(position, best.move))


def rejection(position: Position, other: MoveValue, best: MoveValue) -> Reason:
    """The reason why another move was not chosen."""
    if best.wins and not other.wins:
        claim = Message("minds.greedy.no_win", {"gain": other.gain})
    elif other.rank == best.rank:
        claim = Message("minds.greedy.same", {"gain": other.gain})
    elif other.gain == best.gain:
        claim = Message("minds.greedy.not_again", {"gain": other.gain})
    else:
        claim = Message("minds.greedy.less", {"gain": other.gain, "less": best.gain - other.gain})
    return Reason(claim, because=consequences(position, other.move))


MIND = Greedy
