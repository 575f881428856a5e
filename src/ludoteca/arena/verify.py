"""Verification of a record: legality, scores, evidence, and each choice made again by the same mind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from ludoteca import __version__
from ludoteca.arena.game_runner import GameRunner, result_without
from ludoteca.arena.seat import Fault, Seat, seat_for
from ludoteca.core.errors import BadInput, IllegalMove, LudotecaError
from ludoteca.core.explanation import Reason
from ludoteca.core.game import Event, Game, Move, PlayedMove, Position, find_move, illegal
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Mind
from ludoteca.core.options import Value
from ludoteca.core.record import Record, Result, Turn, to_json, winner_of
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.minds import load_mind

_LONGEST = 86400.0
_LIMIT = 60.0  # seconds for a mind that counts neither time nor effort


@dataclass(slots=True)
class Report:
    """What a verification found: problems, and what could not be checked."""

    moves: int = 0
    evidence: int = 0  # facts and events looked up in the position
    derived: int = 0  # choices the mind made again, reasons and all
    unchecked: list[tuple[int, Message]] = field(default_factory=list)
    problems: list[tuple[int, Message]] = field(default_factory=list)

    def wrong(self, number: int, key: str, **args: str | int | tuple[str, ...]) -> None:
        self.problems.append((number, Message(f"arena.verify.{key}", args)))


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
    for flaw in _result_flaws(game, position, record.result):
        raise _at_line(name, len(record.turns) + 2, Message(f"arena.verify.{flaw}"))


def _after(position: Position, turn: Turn) -> Position:
    """The position after a recorded move; raises `BadInput` if it is not by the rules."""
    move = find_move(position, turn.text)
    if not _is_turn_of(turn.seat, position):
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


def start_of(record: Record, game: Game) -> Position:
    """The position a record begins with."""
    return game.start(derive(record.header.seed, "game"))


def verify(record: Record, game: Game | None = None) -> Report:
    """Verify a record: legality, scores, evidence, and each choice by asking the mind again."""
    report = Report()
    game = game or game_of(record)
    history: list[Move] = []
    position = start_of(record, game)
    with _Seats(record, game) as seats:
        opening = _opening(record, game)
        try:
            for number, (played, turn) in enumerate(replay(record, game), 1):
                _check_turn(report, number, played, turn)
                if turn.opening:
                    if opening[number - 1 : number] != [turn.text]:
                        report.wrong(number, "opening")
                else:
                    _derive(report, number, played, turn, history, seats, record)
                history.append(played.move)
                position = played.position.after(played.move)
                report.moves += 1
        except IllegalMove as error:
            report.problems.append((len(history) + 1, error.message))
            return report
    _check_result(report, game, position, record.result)
    return report


class _Seats:
    """The minds of a record, at their seats again; None where a mind cannot be run again."""

    def __init__(self, record: Record, game: Game) -> None:
        self.seats: list[Seat | None] = []
        self.reasons: list[Message] = []
        for number, mind in enumerate(record.header.minds):
            seat, reason = _seated(mind, game, number, record)
            self.seats.append(seat)
            self.reasons.append(reason)

    def __enter__(self) -> _Seats:
        return self

    def __exit__(self, *_: object) -> None:
        for seat in self.seats:
            if seat is not None:
                seat.close()


def _seated(mind: str, game: Game, number: int, record: Record) -> tuple[Seat | None, Message]:
    version = record.header.version
    if version != __version__:
        return None, Message("arena.verify.version", {"version": version})
    try:
        if load_mind(mind, game).at_terminal:
            return None, Message("arena.verify.person")
        seat = seat_for(mind, game)
        seat.join(game, number, derive(record.header.seed, "player", number))
    except LudotecaError as error:
        return None, error.message
    return seat, Message("arena.verify.person")


def _opening(record: Record, game: Game) -> list[str]:
    """The opening that follows from the record's seed."""
    table = GameRunner(game, (), record.header.seed)
    table.open(sum(turn.opening for turn in record.turns))
    return [move.text for move in table.history]


def _check_turn(report: Report, number: int, played: PlayedMove, turn: Turn) -> None:
    position = played.position
    if not _is_turn_of(turn.seat, position):
        report.wrong(number, "seat", seat=turn.seat)
    _check_reason(report, number, played, turn.why.reason)
    for rejected in turn.why.rejected:
        try:
            other = PlayedMove(position, find_move(position, rejected.move))
        except IllegalMove as error:
            report.problems.append((number, error.message))
        else:
            _check_reason(report, number, other, rejected.reason)


def _check_reason(report: Report, number: int, played: PlayedMove, reason: Reason) -> None:
    """Evidence must hold in the position; an event must be one the referee sees follow from the move."""
    facts = set(played.position.facts())
    for fact in reason.evidence:
        report.evidence += 1
        if fact not in facts:
            report.wrong(number, "evidence", fact=str(fact))
    if reason.claim.key.startswith("games."):
        report.evidence += 1
        event = Event(reason.claim.key, dict(reason.claim.args))
        if event not in played.position.events(played.move):
            report.wrong(number, "event", event=str(reason.claim))
    for because in reason.because:
        _check_reason(report, number, played, because)


def _derive(
    report: Report, number: int, played: PlayedMove, turn: Turn, history: list[Move], seats: _Seats, record: Record
) -> None:
    position = played.position
    assert position.turn is not None
    seat = seats.seats[position.turn]
    if seat is None:
        report.unchecked.append((number, seats.reasons[position.turn]))
        return
    seen = position.seen_by(position.turn, derive(record.header.seed, "seen", len(history)))
    if turn.anew:
        seat.forget()
    limit = record.header.limit or _LIMIT
    try:
        choice = seat.choose(seen, history, 20 * limit, _effort(turn, load_mind(seat.mind, position.game), limit))
    except Fault as fault:  # a slow machine makes no record false
        report.unchecked.append((number, fault.message))
        return
    if choice.move != played.move:
        report.wrong(number, "other_move", given=turn.text, found=choice.move.text)
    elif to_json(choice.why) != to_json(turn.why):
        report.wrong(number, "other_reason", given=turn.text)
    else:
        report.derived += 1


def _effort(turn: Turn, mind: Mind, limit: float) -> int | None:
    """The effort to ask for; None for a mind with a budget in counts that the clock did not cut short."""
    return turn.why.effort if mind.timed or turn.seconds > limit / 2 else None


def _is_turn_of(seat: str, position: Position) -> bool:
    return position.turn is not None and position.game.seats[position.turn] == seat


def _check_result(report: Report, game: Game, position: Position, result: Result | None) -> None:
    end = report.moves + 1
    if result is None:
        report.unchecked.append((end, Message("arena.verify.no_result")))
    elif result.forfeit is not None:  # whether there was a fault cannot be checked
        report.unchecked.append((end, Message("arena.verify.forfeit")))
    for flaw in _result_flaws(game, position, result):
        report.wrong(end, flaw)


def _result_flaws(game: Game, position: Position, result: Result | None) -> Iterator[str]:
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
    if result.forfeit is not None and result.forfeit.seat not in game.seats:
        yield "forfeit_seat"
        return
    if result.forfeit is None:
        wanted = position.result()
    else:
        wanted = result_without(game.seats.index(result.forfeit.seat), position.scores())
    if tuple(result.result) != wanted or result.winner != winner_of(game.seats, wanted):
        yield "result"
