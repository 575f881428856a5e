"""Minds that are asked for one move in each of several positions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ludoteca.arena.game_runner import legal_choice
from ludoteca.arena.lessons.positions import Reached
from ludoteca.arena.seat import ProcessSeat, Question, seat_for
from ludoteca.core.game import Game, Move
from ludoteca.core.mind import Choice

SECONDS = 5.0
"""For one move of a mind that is checked."""


@contextmanager
def asked(mind: str, game: Game) -> Iterator[ProcessSeat]:
    """A seat for a mind, closed at the end; raises `BadInput`."""
    seat = seat_for(mind, game)
    assert isinstance(seat, ProcessSeat), "a person is not asked"
    try:
        yield seat
    finally:
        seat.close()


def choice_of(seat: ProcessSeat, reached: Reached, seed: int, last: Reached | None = None) -> Choice:
    """What the mind chooses in a position; raises `Fault`, also for an illegal move.

    A player goes on from the `last` position if this one is a later one of the same game; otherwise it is a new one.
    """
    _sit_down(seat, reached, seed, last)
    return legal_choice(seat, reached.position, reached.history, seed, SECONDS)


def reason_against(seat: ProcessSeat, reached: Reached, move: Move, seed: int) -> Choice:
    """What a new player of the mind chooses, with the reason against a move; raises `Fault`."""
    _sit_down(seat, reached, seed, None)
    return seat.choose(Question(reached.position, reached.history, SECONDS, about=move))


def _sit_down(seat: ProcessSeat, reached: Reached, seed: int, last: Reached | None) -> None:
    position = reached.position
    assert position.turn is not None
    if last is not None and last.position.turn == position.turn and last.history:
        earlier = len(last.history) < len(reached.history)
        if earlier and reached.history[: len(last.history)] == last.history:
            return
    seat.expect(position.game, position.turn, seed)
    seat.forget()
