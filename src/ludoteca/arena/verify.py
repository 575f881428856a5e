"""Verification of a record: legality, scores, every reason, and each choice made again by the same mind."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace

from ludoteca import __version__
from ludoteca.arena.game_runner import OPENING, TAKEN_OVER, GameRunner, legal_choice, seen_position
from ludoteca.arena.judgement import Judged, judge, reasons_of, school_of_people
from ludoteca.arena.replay import game_of, is_turn_of, replay, result_flaws, start_of
from ludoteca.arena.seat import OVERHEAD, Fault, ProcessSeat, Question, Seat, seat_for
from ludoteca.core.errors import IllegalMove, LudotecaError
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, Move, PlayedMove, Position
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.core.mind import Choice, MindName
from ludoteca.core.record import Forfeit, Record, Turn, to_json, to_line
from ludoteca.core.seeds import derive
from ludoteca.core.verdicts import Verdict
from ludoteca.minds.schools import load_mind

_LIMIT = 60.0  # seconds for a mind that counts neither time nor effort
_PATIENCE = 20  # times the limit, for a slower machine than the one that recorded the game


@dataclass(slots=True)
class Report:
    """What a verification found. A number is that of a move; 0 is the record as a whole."""

    moves: int = 0
    derived: int = 0  # choices the mind made again, reasons and all
    verdicts: Counter[Verdict] = field(default_factory=Counter)  # on reasons, traces and a forfeit
    unchecked: list[tuple[int, Message]] = field(default_factory=list)
    problems: list[tuple[int, Message]] = field(default_factory=list)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the whole record: the worst of its verdicts. Where nothing was checked, nothing is true."""
        if self.problems or self.verdicts[Verdict.FALSE]:
            return Verdict.FALSE
        if self.unchecked or self.verdicts[Verdict.UNCHECKABLE] or not self.verdicts.total():
            return Verdict.UNCHECKABLE
        return Verdict.REPRODUCED if self.verdicts[Verdict.REPRODUCED] else Verdict.TRUE

    def wrong(self, number: int, key: str, **args: Argument) -> None:
        self.problems.append((number, Message(f"arena.verify.{key}", args)))

    def cannot_tell(self, number: int, key: str, **args: Argument) -> None:
        self.unchecked.append((number, Message(f"arena.verify.{key}", args)))


def verify(record: Record, game: Game | None = None) -> Report:
    """Verify a record: legality, scores, every reason, and each choice by asking the mind again."""
    with closing(_Verification(record, game or game_of(record))) as verification:
        verification.run()
        return verification.report


class _Verification:
    """A verification under way: the minds of a record at their seats again, and what was found."""

    def __init__(self, record: Record, game: Game) -> None:
        self.report = Report()
        self._record = record
        self._game = game
        self._limit = record.header.limit or _LIMIT
        self._seats: list[Seat | None] = []  # None where a mind cannot be asked again
        self._obstacles: list[Message] = []  # why not

    def run(self) -> None:
        for number, mind in enumerate(self._record.header.minds):
            self._seat_mind(number, mind)
        opening, history = _opening(self._record, self._game), list[Move]()
        position = start_of(self._record, self._game)
        try:
            for number, (played, turn) in enumerate(replay(self._record, self._game), 1):
                self._check_turn(number, played, turn)
                if turn.opening:
                    self._check_opening(number, turn, opening[number - 1 : number])
                else:
                    self._check_choice(number, played, turn, history)
                history.append(played.move)
                position = played.position.after(played.move)
                self.report.moves += 1
        except IllegalMove as error:
            self.report.problems.append((len(history) + 1, error.message))
            return
        self._check_result(position, history)

    def close(self) -> None:
        for seat in self._seats:
            if seat is not None:
                seat.close()

    def _seat_mind(self, number: int, mind: str) -> None:
        """Let a mind join again, and note what of its name cannot be checked."""
        header, seat, obstacle = self._record.header, None, Message("arena.verify.person")
        try:
            if header.version != __version__:
                obstacle = Message("arena.verify.version", {"version": header.version})
            elif school_of_people(mind) is None:
                self._check_name(number, mind)
                seat = seat_for(mind, self._game)
                seat.join(self._game, number, derive(header.seed, "player", number))
        except LudotecaError as error:
            if seat is not None:
                seat.close()
            seat, obstacle = None, error.message
        self._seats.append(seat)
        self._obstacles.append(obstacle)

    def _check_name(self, number: int, mind: str) -> None:
        """Note parameters that choices made again do not confirm: time, limits, and a file that may be another one."""
        loaded, given = load_mind(mind, self._game), MindName.read(mind).settings
        if loaded.timed:
            self.report.cannot_tell(0, "timed", mind=mind)
        if not set(loaded.pins(self._game)) <= set(given):
            self.report.cannot_tell(0, "not_pinned", mind=mind)
        unreached = set(loaded.limits) - set(loaded.reached_limits(self._efforts(number)))
        limits = tuple(f"{name}={value}" for name, value in given.items() if name in unreached)
        if limits:
            self.report.cannot_tell(0, "limits", mind=mind, limits=limits)

    def _efforts(self, number: int) -> list[int]:
        """The efforts that a seat recorded for choices that no clock can have cut short."""
        seat, half = self._game.seats[number], self._limit / 2
        own = [turn for turn in self._record.turns if turn.seat == seat and not turn.opening]
        whole = [turn.why.effort for turn in own if not turn.interrupted and turn.seconds <= half]
        return [effort for effort in whole if effort is not None]

    def _check_turn(self, number: int, played: PlayedMove, turn: Turn) -> None:
        position = played.position
        assert position.turn is not None
        if not is_turn_of(turn.seat, position):
            self.report.wrong(number, "seat", seat=turn.seat)
        if turn.why.value is not None and not 0 <= turn.why.value <= 1:
            self.report.wrong(number, "value", value=turn.why.value)
        if not 0 <= turn.seconds <= self._most_seconds(position.turn):
            self.report.wrong(number, "seconds", seconds=turn.seconds, limit=self._limit)

    def _most_seconds(self, seat: int) -> float:
        """The most that a move of a seat can have taken; people have all the time they want."""
        header = self._record.header
        unlimited = header.limit is None or school_of_people(header.minds[seat]) is not None
        return math.inf if unlimited else round(self._limit + OVERHEAD, 4)

    def _check_opening(self, number: int, turn: Turn, drawn: list[str]) -> None:
        if turn.why == TAKEN_OVER:  # the other game is not part of this record
            self.report.verdicts[Verdict.UNCHECKABLE] += 1
            return
        true = [turn.text] == drawn and turn.why == OPENING
        self.report.verdicts[Verdict.TRUE if true else Verdict.FALSE] += 1
        if not true:
            self.report.wrong(number, "opening")

    def _check_choice(self, number: int, played: PlayedMove, turn: Turn, history: list[Move]) -> None:
        position = played.position
        assert position.turn is not None
        seen = seen_position(position, self._record.header.seed, len(history))
        said = self._said_again(number, seen, turn, history)
        for judged in judge(seen, played.move, turn.why, self._record.header.minds[position.turn]):
            if judged.problem is not None:
                self.report.problems.append((number, judged.problem))
            self.report.verdicts[_confirmed(judged, turn.why, said)] += 1

    def _said_again(self, number: int, seen: Position, turn: Turn, history: list[Move]) -> set[str] | None:
        """What the mind says when it is asked again, as lines; None when it cannot be asked."""
        assert seen.turn is not None
        seat = self._seats[seen.turn]
        if seat is None:
            self.report.unchecked.append((number, self._obstacles[seen.turn]))
            return None
        if turn.anew:
            seat.forget()
        try:
            effort = self._effort(number, seat, turn)
            choice = seat.choose(Question(seen, history, _PATIENCE * self._limit, effort))
        except Fault as fault:
            if _is_machines(seat, self._limit):  # a slow machine makes no record false
                self._give_up(seen.turn, seat, fault.message)
                self.report.unchecked.append((number, fault.message))
                return None
            self.report.wrong(number, "fails", given=turn.text, fault=quoted(fault.message))
            return set()
        moves_again = choice.move.text == turn.text
        if moves_again and to_json(choice.why) == to_json(turn.why):
            self.report.derived += 1
        elif turn.interrupted and turn.why.effort is None:
            self._give_up(seen.turn, seat, Message("arena.verify.interrupted_uncounted"))
            self.report.unchecked.append((number, self._obstacles[seen.turn]))
            return None
        elif moves_again:
            self.report.wrong(number, "other_reason", given=turn.text)
        else:
            self.report.wrong(number, "other_move", given=turn.text, found=choice.move.text)
        return {_line(move, reason, choice.why) for move, reason in _items(choice)}

    def _give_up(self, number: int, seat: Seat, obstacle: Message) -> None:
        """Do not ask a mind again: what it kept from move to move is lost with its process."""
        seat.close()
        self._seats[number], self._obstacles[number] = None, obstacle

    def _effort(self, number: int, seat: Seat, turn: Turn) -> int | None:
        """The effort to ask for; None for a mind with a budget in counts that nothing cut short."""
        if load_mind(seat.mind, self._game).timed:
            return turn.why.effort
        if turn.why.effort is None or not (turn.interrupted or turn.seconds > self._limit / 2):
            return None
        self.report.cannot_tell(number, "interrupted" if turn.interrupted else "cut_short", effort=turn.why.effort)
        return turn.why.effort

    def _check_result(self, position: Position, history: list[Move]) -> None:
        end, result = self.report.moves + 1, self._record.result
        if result is None:
            self.report.cannot_tell(end, "no_result")
            return
        for flaw in result_flaws(self._game, position, result):
            self.report.wrong(end, flaw)
        if result.forfeit is not None and result.forfeit.seat in self._game.seats and position.turn is not None:
            self.report.verdicts[self._check_forfeit(end, position, history, result.forfeit)] += 1
        moved = {turn.seat for turn in self._record.turns if not turn.opening}
        for forfeit in result.more_forfeits:
            if forfeit.seat in moved:
                self.report.wrong(end, "forfeit_moved", seat=forfeit.seat)
            else:
                self.report.cannot_tell(end, "forfeit")
            self.report.verdicts[Verdict.FALSE if forfeit.seat in moved else Verdict.UNCHECKABLE] += 1

    def _check_forfeit(self, end: int, position: Position, history: list[Move], forfeit: Forfeit) -> Verdict:
        """A mind that forfeited must fail again where it did."""
        number = self._game.seats.index(forfeit.seat)
        seat, people = self._seats[number], school_of_people(self._record.header.minds[number])
        if people is not None and not forfeit.reason.key.startswith(f"minds.{people}."):
            self.report.wrong(end, "forfeit_person")
            return Verdict.FALSE
        if seat is None:  # a fault may be that it cannot join
            if self._obstacles[number] == forfeit.reason:
                return Verdict.REPRODUCED
            self.report.unchecked.append((end, self._obstacles[number]))
            return Verdict.UNCHECKABLE
        if position.turn != number:
            self.report.wrong(end, "forfeit_turn", seat=forfeit.seat)
            return Verdict.FALSE
        return self._asked_at_the_end(end, position, history, seat, forfeit)

    def _asked_at_the_end(
        self, end: int, position: Position, history: list[Move], seat: Seat, forfeit: Forfeit
    ) -> Verdict:
        """Ask the mind for the move that it is said not to have made."""
        try:
            choice = legal_choice(seat, position, history, self._record.header.seed, self._limit)
        except Fault as fault:
            if fault.message == forfeit.reason:
                return Verdict.REPRODUCED
        else:
            if seat.seconds <= self._limit / 2:
                self.report.wrong(end, "no_fault", move=choice.move.text, seconds=seat.seconds)
                return Verdict.FALSE
        self.report.cannot_tell(end, "forfeit")
        return Verdict.UNCHECKABLE


def _opening(record: Record, game: Game) -> list[str]:
    """The opening that follows from the record's seed."""
    table = GameRunner(game, (), record.header.seed)
    table.open(sum(turn.opening for turn in record.turns))
    return [move.text for move in table.history]


def _is_machines(seat: Seat, limit: float) -> bool:
    """Whether a fault may be the machine's: the process died, or needed more time than it had when it was recorded."""
    return isinstance(seat, ProcessSeat) and (not seat.process.alive or seat.process.seconds > limit)


def _items(choice: Choice) -> Iterator[tuple[str, Reason | None]]:
    """Every reason of a choice with the move it is about; None is the trace."""
    yield from reasons_of(choice.move.text, choice.why)
    yield choice.move.text, None


def _line(move: str, reason: Reason | None, why: Explanation) -> str:
    """What is said of a move: one reason without those behind it, or the trace."""
    return f"{move} {to_line(why.trace if reason is None else replace(reason, because=()))}"


def _confirmed(judged: Judged, why: Explanation, said: set[str] | None) -> Verdict:
    """A verdict in the light of what the mind says when it is asked again."""
    if said is None or judged.verdict is Verdict.FALSE:
        return judged.verdict
    if _line(judged.move, judged.reason, why) not in said:
        return Verdict.FALSE
    return Verdict.REPRODUCED if judged.verdict is Verdict.UNCHECKABLE else judged.verdict
