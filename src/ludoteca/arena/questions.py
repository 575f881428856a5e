"""Questions to a mind about a position of a game: why not that move, and what would change its mind.

They are asked of players of their own, so that those of the game, their search trees and the record stay as they were.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from ludoteca.arena.game_runner import checked, seen_position
from ludoteca.arena.judgement import school_of_people
from ludoteca.arena.replay import started
from ludoteca.arena.seat import Fault, ProcessSeat, Question
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Reason
from ludoteca.core.game import Fact, Game, Move, Position, find_move
from ludoteca.core.mind import Choice
from ludoteca.core.record import Header, Turn
from ludoteca.core.seeds import derive
from ludoteca.minds.schools import load_mind, suggested_mind

THINKING = 10.0
"""Seconds that a mind may think about one question."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A position of a game as the seat to move saw it, the mind that is asked, and what it chose there, if known."""

    game: Game
    position: Position
    history: Sequence[Move]
    mind: str
    seed: int  # of its player
    chosen: Choice | None = None

    @property
    def seat(self) -> int:
        assert self.position.turn is not None
        return self.position.turn


@dataclass(frozen=True, slots=True)
class Change:
    """A position that makes a mind choose another move, and the facts by which it differs, without derived ones."""

    position: Position
    gone: tuple[Fact, ...]
    new: tuple[Fact, ...]
    choice: Choice


@dataclass(frozen=True, slots=True)
class ChangeSearch:
    """What a search for the smallest change found. `complete`: there is none among all positions that are similar."""

    change: Change | None
    tried: int
    complete: bool


class PlayedGame(Protocol):
    """A game with its moves so far."""

    @property
    def header(self) -> Header: ...
    @property
    def positions(self) -> Sequence[Position]:
        """From the start on."""

    @property
    def history(self) -> Sequence[Move]: ...
    @property
    def turns(self) -> Sequence[Turn]: ...


def situation(played: PlayedGame, moves: int, mind: str | None = None) -> Situation:
    """The position of a game after so many moves; raises `BadInput`. A person's seat is answered for by an adviser."""
    header, positions, turns = played.header, played.positions, played.turns
    position, seat = positions[moves], positions[moves].turn
    if seat is None:
        raise BadInput("arena.questions.over")
    game, mover = started(position.game, header.start), header.minds[seat]
    asked = mind or (mover if school_of_people(mover) is None else suggested_mind(game, "adviser"))
    if school_of_people(asked) is not None:
        raise BadInput("arena.questions.person", mind=asked)
    load_mind(asked, game)
    own = asked == mover and moves < len(turns) and not turns[moves].opening
    chosen = Choice(played.history[moves], turns[moves].why) if own else None
    seen = seen_position(position, header.seed, moves)
    return Situation(game, seen, tuple(played.history[:moves]), asked, derive(header.seed, "player", seat), chosen)


def advice(asked: Situation, player: ProcessSeat | None = None) -> Choice:
    """What a new player of the mind chooses; raises `Fault`."""
    with _asking(asked, player) as seat:
        return _choice(asked, seat, asked.position)


def why_not(asked: Situation, text: str, player: ProcessSeat | None = None) -> Choice:
    """The choice of the mind, with the reason against a move among those of the rejected moves.

    A new player of the mind is asked, which may look deeper. If it fails or chooses otherwise than the one in the game,
    what the record says against the move is the answer. Raises `IllegalMove` and `Fault`.
    """
    move, known = find_move(asked.position, text), asked.chosen
    if known is not None and known.move == move:
        return known
    recorded = known if known is not None and reason_against(known, move) is not None else None
    with _asking(asked, player) as seat:
        try:
            choice = _choice(asked, seat, asked.position, about=move)
        except Fault:
            if recorded is None:
                raise
            return recorded
    return choice if recorded is None or choice.move == recorded.move else recorded


def reason_for(asked: Situation, choice: Choice) -> Reason:
    """Why the mind chooses what it does: in the words of the record, if it chose the same there."""
    known = asked.chosen
    return known.why.reason if known is not None and known.move == choice.move else choice.why.reason


def reason_against(choice: Choice, move: Move) -> Reason | None:
    """What an explanation says against a move."""
    return next((other.reason for other in choice.why.rejected if other.move == move.text), None)


def what_would_change(asked: Situation, text: str, seconds: float, player: ProcessSeat | None = None) -> ChangeSearch:
    """The smallest change of the position that makes the mind choose a move.

    Every position is given to a new player; where it chooses the move, another new player must choose it too. Where a
    player takes long to make, one player is first asked about all positions, to find those that are worth a new one.
    Raises `IllegalMove`, and `BadInput` for a game whose positions cannot be set up.
    """
    move = find_move(asked.position, text)
    if asked.chosen is not None and asked.chosen.move == move:
        raise BadInput("arena.questions.chosen", move=move.text)
    with _asking(asked, player) as seat:
        return _ChangeSearch(asked, move, seat, time.monotonic() + seconds).run()


class _ChangeSearch:
    """A search for a position in which a mind chooses a move, up to a point in time."""

    def __init__(self, asked: Situation, move: Move, seat: ProcessSeat, until: float) -> None:
        self._asked, self._move, self._seat, self._until = asked, move, seat, until
        self._tried = 0

    def run(self) -> ChangeSearch:
        if load_mind(self._asked.mind, self._asked.position.game).slow_to_join:
            found = self._search(new_players=False)
            if found.change is not None or not found.complete:
                return ChangeSearch(found.change, found.tried, complete=False)
        return self._search(new_players=True)

    def _search(self, new_players: bool) -> ChangeSearch:
        before, self._tried = self._asked.position, 0
        for position in self._candidates():
            if time.monotonic() > self._until:
                return ChangeSearch(None, self._tried, complete=False)
            self._tried += 1
            if self._choice(position, new_players) is None:
                continue
            choice = self._choice(position)  # of another player
            if choice is not None:
                return ChangeSearch(_change(before, position, choice), self._tried, complete=False)
        return ChangeSearch(None, self._tried, complete=True)

    def _candidates(self) -> Iterator[Position]:
        """Similar positions in which a move with the same text is legal."""
        similar = self._asked.position.game.similar(self._asked.position)
        return (position for position in similar if any(move.text == self._move.text for move in position.moves))

    def _choice(self, position: Position, new_player: bool = True) -> Choice | None:
        """The choice of a player, if it is the move; None if it is another one, or if the player fails."""
        try:
            choice = _choice(self._asked, self._seat, position, new_player=new_player)
        except Fault:
            return None
        return choice if choice.move.text == self._move.text else None


def _change(before: Position, after: Position, choice: Choice) -> Change:
    """The change from one position to another, without the facts that follow from others."""
    derived = {relation.name for relation in before.game.vocabulary if relation.derived}
    old, new = ([fact for fact in one.facts() if fact.relation not in derived] for one in (before, after))
    gone = tuple(fact for fact in old if fact not in new)
    return Change(after, gone, tuple(fact for fact in new if fact not in old), choice)


@contextmanager
def _asking(asked: Situation, given: ProcessSeat | None) -> Iterator[ProcessSeat]:
    """A seat for new players of a mind: the given one, or one in a process that ends with the question."""
    seat = given or ProcessSeat(asked.mind)
    seat.expect(asked.game, asked.seat, asked.seed)
    try:
        yield seat
    finally:
        if given is None:
            seat.close()


def _choice(
    asked: Situation, seat: ProcessSeat, position: Position, about: Move | None = None, new_player: bool = True
) -> Choice:
    """What a player of the mind chooses; raises `Fault`."""
    if new_player:
        seat.forget()
    timed = load_mind(asked.mind, position.game).timed
    effort = asked.chosen.why.effort if asked.chosen is not None and timed else None
    return checked(seat.choose(Question(position, asked.history, THINKING, effort, about)), position)
