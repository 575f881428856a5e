"""The game runner: plays one game from its first move to its result, and holds the minds to the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ludoteca import __version__
from ludoteca.arena.seat import Fault, LocalSeat, Question, Seat
from ludoteca.core.explanation import Explanation, Reason, shortened
from ludoteca.core.game import Game, Move, PlayedMove, Position, find_move, illegal
from ludoteca.core.i18n import Message
from ludoteca.core.loading import GameFault
from ludoteca.core.mind import Choice, Resigned, TakeBack
from ludoteca.core.record import Forfeit, Header, Line, Record, Result, Turn, header_of, winner_of
from ludoteca.core.seeds import derive
from ludoteca.core.strict_json import LONGEST_NAME

DEFAULT_LIMIT = 10.0  # seconds a move
OPENING = Explanation(Reason(Message("arena.opening")))
"""The explanation of every move of an opening that is drawn by lot."""

TAKEN_OVER = Explanation(Reason(Message("arena.taken_over")))
"""The explanation of every move of an opening that was taken over from another game."""


@dataclass(frozen=True, slots=True)
class PreparedMove:
    """A legal move that is about to be made: how it is recorded, and the position after it."""

    move: Move
    turn: Turn
    position: Position


def with_moves(position: Position) -> Position:
    """A position in which the seat to move has a move, or the end of the game; raises `GameFault`."""
    if position.turn is not None and not position.moves:
        raise GameFault("core.game_fault.no_moves", game=position.game.name, position=repr(position)[:200])
    return position


Watcher = Callable[[PlayedMove, Turn], None]
"""Called after each move, with how it is recorded."""


class GameRunner:
    """One game under way: asks the seats for moves, checks them, and keeps the record."""

    def __init__(self, game: Game, seats: Sequence[Seat], seed: int, limit: float = DEFAULT_LIMIT) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.limit = limit
        self.turns: list[Turn] = []
        self.history: list[Move] = []
        self.positions = [with_moves(first_position(game, seed))]
        self.header: Header = header_of(game, seed, tuple(seat.mind for seat in seats), __version__, limit)

    def resume(self, turns: Sequence[Turn]) -> None:
        """Go on from the moves of a record; raises `IllegalMove`."""
        for prepared in self.recorded(turns):
            self.add(prepared)

    def recorded(self, turns: Sequence[Turn]) -> list[PreparedMove]:
        """The next moves as they were recorded, not made yet; raises `IllegalMove`."""
        position, prepared = self.position, list[PreparedMove]()
        for turn in turns:
            move = find_move(position, turn.text)
            position = position.after(move)
            prepared.append(PreparedMove(move, turn, position))
        return prepared

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def play(
        self,
        opening: int = 0,
        watch: Watcher | None = None,
        record: Callable[[Sequence[Line]], None] | None = None,
        taken_back: Callable[[], None] = lambda: None,
    ) -> Record:
        """Play to the end. `record` is called with all lines of the record each time there is a new one."""
        keep = record or (lambda lines: None)
        forfeits = self._seat_minds()
        if not forfeits:
            self.open(opening, watch)
        keep([self.header, *self.turns])
        while not forfeits and self.position.turn is not None:
            try:
                self._move(watch)
            except TakeBack:
                if self.take_back([self.position.turn]):
                    taken_back()
            except Resigned as end:
                forfeits = [Forfeit(self.game.seats[self.position.turn], end.message)]
            except Fault as fault:
                forfeits = [Forfeit(self.game.seats[self.position.turn], fault.message)]
                forfeits += self._untried_faults(forfeits)
            keep([self.header, *self.turns])
        result = self.result(*forfeits)
        keep([self.header, *self.turns, result])
        return Record(self.header, tuple(self.turns), result)

    def _seat_minds(self) -> list[Forfeit]:
        """Let all minds join; those that cannot forfeit the game."""
        forfeits = []
        for number, seat in enumerate(self.seats):
            try:
                seat.join(self.game, number, derive(self.seed, "player", number))
            except Fault as fault:
                forfeits.append(Forfeit(self.game.seats[number], fault.message))
        return [*forfeits, *self._untried_faults(forfeits)] if forfeits else []

    def _untried_faults(self, forfeits: Sequence[Forfeit]) -> Iterator[Forfeit]:
        """When a mind forfeits, the faults of those that have chosen no move yet: each is asked for one.

        It is asked where its first turn would be after random moves, so that a mind that cannot play does not win.
        """
        tried = {turn.seat for turn in self.turns if not turn.opening} | {forfeit.seat for forfeit in forfeits}
        for number, seat in enumerate(self.seats):
            if self.game.seats[number] in tried or isinstance(seat, LocalSeat):
                continue
            position, history = self._first_turn(number)
            try:
                if position.turn is not None:
                    legal_choice(seat, position, history, self.seed, self.limit)
            except Fault as fault:
                yield Forfeit(self.game.seats[number], fault.message)

    def _first_turn(self, seat: int) -> tuple[Position, list[Move]]:
        """A position in which a seat is to move, or the end of the game, after random moves from here."""
        lot = random.Random(derive(self.seed, "untried", seat))
        position, history = self.position, list(self.history)
        while position.turn not in (seat, None):
            history.append(lot.choice(position.moves))
            position = position.after(history[-1])
        return position, history

    def open(self, moves: int, watch: Watcher | None = None) -> None:
        """Play some random moves, drawn from the seed, so that minds without chance play different games."""
        lot = random.Random(derive(self.seed, "opening"))
        for _ in range(moves):
            move = self._drawn_move(lot)
            if move is None:
                return
            self.make(Choice(move, OPENING), 0.0, watch, opening=True)

    def _drawn_move(self, lot: random.Random) -> Move | None:
        """A random move that does not end the game: what an opening would end is left to the minds."""
        left = list(self.position.moves)
        while left:
            move = lot.choice(left)
            if self.position.after(move).turn is not None:
                return move
            left.remove(move)  # others are tried only now, since each may take long
        return None

    def _move(self, watch: Watcher | None) -> None:
        choice, seconds = self.ask(self.position, self.history)
        self.make(choice, seconds, watch)

    def ask(self, position: Position, history: Sequence[Move]) -> tuple[Choice, float]:
        """The choice of the mind whose turn it is, and how long it took; raises `Fault`, also for an illegal move."""
        assert position.turn is not None
        seat = self.seats[position.turn]
        return legal_choice(seat, position, history, self.seed, self.limit), seat.seconds

    def make(self, choice: Choice, seconds: float, watch: Watcher | None = None, opening: bool = False) -> None:
        """Make a move that is known to be legal."""
        before, prepared = self.position, self.prepare(choice, seconds, opening)
        self.add(prepared)
        if watch is not None:
            watch(PlayedMove(before, prepared.move), prepared.turn)

    def prepare(self, choice: Choice, seconds: float, opening: bool = False) -> PreparedMove:
        """Work out a move that is known to be legal; nothing is changed yet."""
        position = self.position
        assert position.turn is not None
        name, by = self.game.seats[position.turn], None if opening else self.seats[position.turn]
        anew, interrupted = (False, False) if by is None else (by.anew, by.interrupted)
        turn = Turn(name, choice.move.text, choice.why, round(seconds, 4), opening, anew, interrupted)
        return PreparedMove(choice.move, turn, with_moves(position.after(choice.move)))

    def add(self, prepared: PreparedMove) -> None:
        """Make a move that was prepared in the current position."""
        self.turns.append(prepared.turn)
        self.history.append(prepared.move)
        self.positions.append(prepared.position)

    def take_back(self, seats: Sequence[int]) -> bool:
        """Undo to where one of these seats last chose; whether there was anything to undo."""
        number = self.last_choice(seats)
        if number is None:
            return False
        self.cut(number)
        return True

    def last_choice(self, seats: Sequence[int]) -> int | None:
        """The number of moves before one of these seats last chose; None if none of them has."""
        names = [self.game.seats[seat] for seat in seats]
        earlier = [number for number, turn in enumerate(self.turns) if turn.seat in names and not turn.opening]
        return earlier[-1] if earlier else None

    def cut(self, moves: int) -> None:
        """Keep so many moves and undo the rest."""
        del self.turns[moves:], self.history[moves:], self.positions[moves + 1 :]
        # What the minds thought of the moves taken back must not be what a replay could not find again.
        for seat in self.seats:
            seat.forget()

    def result(self, *forfeits: Forfeit, position: Position | None = None) -> Result:
        """The result of the game in its last position or another one, on the board or by forfeits."""
        last = position or self.position
        scores = last.scores()
        losers = [self.game.seats.index(forfeit.seat) for forfeit in forfeits]
        result = result_without(losers, scores) if losers else last.result()
        first, others = (forfeits[0], forfeits[1:]) if forfeits else (None, ())
        return Result(scores, result, winner_of(self.game.seats, result), first, others)


def first_position(game: Game, seed: int) -> Position:
    """The position that the game of a seed begins with."""
    return game.start(derive(seed, "game"))


def legal_choice(seat: Seat, position: Position, history: Sequence[Move], seed: int, limit: float) -> Choice:
    """The choice of the mind whose turn it is; raises `Fault`, also for an illegal move."""
    seen = seen_position(position, seed, len(history))
    return checked(seat.choose(Question(seen, history, limit)), position)


def checked(choice: Choice, position: Position) -> Choice:
    """The choice, if it is a legal move; otherwise raises `Fault`."""
    if choice.move not in position.moves:
        raise Fault(illegal(position, shortened(choice.move.text, LONGEST_NAME)).message)
    return choice


def seen_position(position: Position, seed: int, moves: int) -> Position:
    """A position as its seat to move knows it, in the game of a seed after so many moves."""
    assert position.turn is not None
    return position.seen_by(position.turn, derive(seed, "seen", moves))


def result_without(losers: Sequence[int], scores: Sequence[float]) -> tuple[float, ...]:
    """The result when some seats forfeit: the others are ranked by their points; if there are none, no seat wins.

    >>> result_without([0], (30, 2)), result_without([0, 1], (30, 2))
    ((0.0, 1.0), (0.0, 0.0))
    """
    top = max((points for seat, points in enumerate(scores) if seat not in losers), default=None)
    first = [seat for seat, points in enumerate(scores) if seat not in losers and points == top]
    return tuple(1.0 / len(first) if seat in first else 0.0 for seat in range(len(scores)))
