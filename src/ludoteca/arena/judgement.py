"""Judgement of one explanation: the referee and the checkers of claims give each reason a verdict; no mind is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ludoteca.arena.game_runner import seen_position
from ludoteca.child.errors import ChildError
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, IllegalMove, Unavailable
from ludoteca.core.explanation import Explanation, Reason, Source
from ludoteca.core.game import Event, Move, PlayedMove, Position, find_move
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.core.loading import BrokenPlugin, GameFault
from ludoteca.core.mind import MindName
from ludoteca.core.record import Header
from ludoteca.core.verdicts import Claim, Verdict, checker_of, trace_defects
from ludoteca.minds.schools import load_mind, school

_LONGEST = 200  # characters of an error's text


@dataclass(frozen=True, slots=True)
class Judged:
    """A reason with its verdict and, if that is false, why; the reason is None for the trace."""

    move: str  # that the reason is about: the chosen one, or one that was rejected
    reason: Reason | None
    verdict: Verdict
    problem: Message | None = None


def reasons_of(move: str, why: Explanation) -> Iterator[tuple[str, Reason]]:
    """Every reason with the move it is about, in reading order: each before those behind it, the chosen move first."""
    pending = [(move, why.reason), *((other.move, other.reason) for other in why.rejected)][::-1]
    while pending:
        text, reason = pending.pop()
        yield text, reason
        pending.extend((text, because) for because in reversed(reason.because))


def judge(position: Position, move: Move, why: Explanation, mind: str, clock: Clock | None = None) -> list[Judged]:
    """The verdicts on every reason, in the order of `reasons_of`, then on the trace if there is one.

    ``position`` is the one that the mind saw. What is left when the clock stops is not checked. No verdict is
    `REPRODUCED`: that takes the mind.
    """
    return list(_Judge(position, move, why, mind).verdicts(clock))


def judge_played(header: Header, moves: int, played: PlayedMove, why: Explanation, seconds: float) -> list[Judged]:
    """The verdicts on the move of a game after so many others, as far as they are found within some seconds."""
    assert played.position.turn is not None
    seen, mind = seen_position(played.position, header.seed, moves), header.minds[played.position.turn]
    return judge(seen, played.move, why, mind, Clock(seconds))


class _False(Exception):
    """A reason is false."""

    def __init__(self, key: str, **args: Argument) -> None:
        super().__init__(key)
        self.problem = Message(f"arena.judgement.{key}", args)


class _Judge:
    """Judges the reasons of one explanation, one by one."""

    def __init__(self, position: Position, move: Move, why: Explanation, mind: str) -> None:
        self._position = position
        self._chosen = move
        self._why = why
        self._mind = mind
        self._person = school_of_people(mind)
        self._facts = set(position.facts())
        self._events: dict[Move, tuple[Event, ...]] = {}
        self._told: list[tuple[Move, Event]] = []  # the events of which reasons speak, so far
        self._named = Counter(" ".join(other.move.lower().split()) for other in why.rejected) + Counter([move.text])

    def verdicts(self, clock: Clock | None) -> Iterator[Judged]:
        items: list[tuple[str, Reason | None]] = [*reasons_of(self._chosen.text, self._why)]
        if self._why.trace is not None:
            items.append((self._chosen.text, None))
        for text, reason in items:
            stopped = clock is not None and clock.stopped
            yield Judged(text, reason, *((Verdict.UNCHECKABLE, None) if stopped else self._verdict(text, reason)))

    def _verdict(self, text: str, reason: Reason | None) -> tuple[Verdict, Message | None]:
        """What a checker cannot even read is false: honest claims fit their checkers."""
        try:
            true = self._check_trace() if reason is None else self._check_reason(text, reason)
        except _False as found:
            return Verdict.FALSE, found.problem
        except (ChildError, Unavailable, BrokenPlugin):  # the machine or an installation is at fault
            return Verdict.UNCHECKABLE, None
        except GameFault:
            raise
        except Exception as error:
            args = {"type": type(error).__name__, "text": str(error)[:_LONGEST]}
            return Verdict.FALSE, Message("arena.judgement.unreadable", args)
        return (Verdict.TRUE if true else Verdict.UNCHECKABLE), None

    def _check_reason(self, text: str, reason: Reason) -> bool | None:
        """Whether a reason is true; None when that cannot be found out. Raises `_False`."""
        key = reason.claim.key
        if self._person is not None:
            self._check_person(text, reason)
        move = self._legal(text)
        for fact in reason.evidence:
            if fact not in self._facts:
                raise _False("evidence", fact=str(fact))
        sourced = reason.source is None or self._check_source(reason.source)
        if key.startswith("games."):
            event = Event(key, dict(reason.claim.args))
            self._told.append((move, event))
            if self._told.count((move, event)) > self._events_of(move).count(event):
                raise _False("event", event=quoted(reason.claim))
            return sourced or None
        checker = checker_of(key)
        true = None if checker is None else checker(self._claim(reason.claim, move))
        if true is False:
            raise _False("claim", claim=quoted(reason.claim))
        return true if sourced else None

    def _check_trace(self) -> bool | None:
        """Whether the trace has no defects; None when its kind cannot be checked. Raises `_False`."""
        if self._person is not None:
            raise _False("person")
        defects = trace_defects(self._claim(self._why.reason.claim, self._chosen))
        if defects:
            raise _False("trace", defect=quoted(defects[0]), defects=len(defects))
        return None if defects is None else True

    def _claim(self, message: Message, move: Move) -> Claim:
        return Claim(message, self._position, move, self._chosen, self._why, self._mind)

    def _check_person(self, text: str, reason: Reason) -> None:
        """A person's move has no reasons but that it was chosen, and what it did."""
        of_people = reason.claim.key.startswith((f"minds.{self._person}.", "games."))
        counted = self._why.effort is not None or self._why.value is not None
        if not of_people or text != self._chosen.text or counted:
            raise _False("person")

    def _legal(self, text: str) -> Move:
        """The move that a reason is about, which is named once."""
        try:
            move = find_move(self._position, text)
        except IllegalMove as error:
            raise _False("illegal", why=quoted(error.message)) from None
        if self._named[move.text] > 1:
            raise _False("named_twice", move=move.text)
        return move

    def _check_source(self, source: Source) -> bool:
        """Whether it is known that the mind's files have that line; raises `_False` if they have not."""
        if self._sources is None:
            return False
        lines = self._sources.get(source.file, "").split("\n")
        if not 1 <= source.line <= len(lines) or not lines[source.line - 1].strip():
            raise _False("source", file=source.file, line=source.line)
        return True

    @cached_property
    def _sources(self) -> Mapping[str, str] | None:
        """The files of the mind; None when it is not installed, or its file is not the recorded one."""
        assert self._position.turn is not None
        try:
            game = self._position.game
            return load_mind(self._mind, game).sources(game, self._position.turn)
        except BadInput:
            return None

    def _events_of(self, move: Move) -> tuple[Event, ...]:
        if move not in self._events:
            self._events[move] = self._position.events(move)
        return self._events[move]


def school_of_people(mind: str) -> str | None:
    """The school of a mind if its moves are a person's."""
    try:
        name = MindName.read(mind).school
        return name if school(name).at_terminal else None
    except BadInput:
        return None
