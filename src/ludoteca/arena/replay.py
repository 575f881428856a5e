"""A record played through on the board: its game, its moves one by one, and whether they are by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ludoteca.arena.game_runner import first_position, result_without
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, PlayedMove, Position, find_move, illegal
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.options import Value
from ludoteca.core.record import Record, Result, Turn, winner_of
from ludoteca.games import load_game

_LONGEST = 86400.0


def game_of(record: Record, opened: Callable[[str, Mapping[str, Value]], Game] = load_game) -> Game:
    """The game a record was played with; raises `BadInput`. `opened` finds it: `open_game` looks into folders too."""
    header = record.header
    game = opened(header.game, header.options)
    if header.seats != game.seats or len(header.minds) != len(game.seats):
        raise BadInput("arena.verify.seats", game=game.name)
    if header.limit is not None and not 0 < header.limit <= _LONGEST:
        raise BadInput("arena.verify.limit", limit=header.limit)
    return game


def referee(record: Record, game: Game, name: str = "record") -> None:
    """Play a record through; raises `BadInput`, with the line, for a move or a result that is not by the rules.

    It asks no mind: whether the reasons are true is for `verify`.
    """
    position = start_of(record, game)
    for line, turn in enumerate(record.turns, 2):
        try:
            position = _after(position, turn)
        except BadInput as error:
            raise _at_line(name, line, error.message) from None
    for flaw in result_flaws(game, position, record.result):
        raise _at_line(name, len(record.turns) + 2, Message(f"arena.verify.{flaw}"))


def _after(position: Position, turn: Turn) -> Position:
    """The position after a recorded move; raises `BadInput` if it is not by the rules."""
    move = find_move(position, turn.text)
    if not is_turn_of(turn.seat, position):
        raise BadInput("arena.verify.seat", seat=turn.seat)
    if move.text != turn.text:
        raise illegal(position, turn.text)
    return position.after(move)


def _at_line(name: str, line: int, why: Message) -> BadInput:
    return BadInput("core.record.refused", path=name, line=line, why=quoted(why))


def replay(record: Record, game: Game) -> Iterator[tuple[PlayedMove, Turn]]:
    """The moves of a record one by one; raises `IllegalMove` at the first that cannot be."""
    position = start_of(record, game)
    for turn in record.turns:
        move = find_move(position, turn.text)
        yield PlayedMove(position, move), turn
        position = position.after(move)


class Replayed:
    """A record with all its positions and moves; raises `IllegalMove`."""

    def __init__(self, record: Record, game: Game) -> None:
        self.header, self.turns = record.header, record.turns
        self.history = [played.move for played, _ in replay(record, game)]
        self.positions = [start_of(record, game)]
        for move in self.history:
            self.positions.append(self.positions[-1].after(move))


def start_of(record: Record, game: Game) -> Position:
    """The position a record begins with."""
    return first_position(game, record.header.seed)


def is_turn_of(seat: str, position: Position) -> bool:
    """Whether it is the turn of the seat with this name."""
    return position.turn is not None and position.game.seats[position.turn] == seat


def result_flaws(game: Game, position: Position, result: Result | None) -> Iterator[str]:
    """What the referee finds wrong with the result of a game that ended in a position, as message names."""
    if result is None:
        return
    if tuple(result.scores) != position.scores():
        yield "scores"
    if result.forfeit is None and position.turn is not None:
        yield "not_over"
        return
    if result.forfeit is not None and position.turn is None:
        yield "forfeit_after_end"
        return
    losers = [forfeit.seat for forfeit in result.forfeits]
    if not set(losers) <= set(game.seats) or len(losers) != len(set(losers)):
        yield "forfeit_seat"
        return
    places = [game.seats.index(seat) for seat in losers]
    wanted = result_without(places, position.scores()) if places else position.result()
    if tuple(result.result) != wanted or result.winner != winner_of(game.seats, wanted):
        yield "result"
