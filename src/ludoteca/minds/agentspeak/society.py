"""A society: several agents in one game, each with beliefs of its own, and mail between them.

The world is the referee. Agents reason side by side on one clock, which goes on only when nobody has anything to do
before; what is done is perceived by all. Nobody is waited for but the seat to move, and it may let its turn go by where
the game has a pass.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludoteca.child import ChildError, TooSlow
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.seeds import derive
from ludoteca.core.vocabulary import actions_in, perceive
from ludoteca.minds.agentspeak import AgentSpeak
from ludoteca.minds.agentspeak.engine import Agent, Lines, Mail, News, Outcome
from ludoteca.minds.agentspeak.explain import complaint_of, noted
from ludoteca.minds.agentspeak.trace import Noted
from ludoteca.minds.agentspeak.world import OWN_WAKES, PASS, refusal_of
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge

_MOST_MAIL = 5_000  # messages between two moves
_MOST_MOMENTS = 5_000


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened: when, to which agent (None: in the world), after how many moves."""

    time: float
    agent: int | None
    note: Noted
    moves: int


@dataclass(slots=True)
class Entry:
    """A note, and how often the like of it came in a row: the same line of the program at the same time."""

    note: Noted
    count: int = 1


@dataclass(slots=True)
class Row:
    """What happened at one time between two moves: to each agent, and then in the world."""

    time: float
    moves: int
    agents: list[list[Entry]]
    world: list[Entry] = field(default_factory=list)


@dataclass(slots=True)
class Chronicle:
    """All that happened, and how it ended: `fault` is the seat that broke the game off, and why."""

    moments: list[Moment]
    position: Position
    history: list[Move]
    fault: tuple[int, Message] | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won, if one did."""
        if self.position.turn is not None:
            return None
        return next((seat for seat, share in enumerate(self.position.result()) if share == 1), None)

    def rows(self) -> Iterator[Row]:
        """All that happened, side by side."""
        row: Row | None = None
        for moment in self.moments:
            at = moment.time, moment.moves
            if row is None or (row.time, row.moves) != at or (row.world and moment.agent is not None):
                if row is not None:
                    yield row
                row = Row(*at, [[] for _ in self.position.game.seats])
            column = row.world if moment.agent is None else row.agents[moment.agent]
            last = column[-1] if column else None
            alike = last is not None and moment.note.source is not None
            if (
                alike
                and last is not None
                and (last.note.kind, last.note.source) == (moment.note.kind, moment.note.source)
            ):
                last.count += 1
            else:
                column.append(Entry(moment.note))
        if row is not None:
            yield row


@dataclass(slots=True)
class _Member:
    """An agent of the society, and what waits for it."""

    agent: Agent
    seat: int
    left: int  # steps of reasoning before the next move …
    seconds: float  # … and time
    stale: bool = True  # the world is not as it last saw it
    asked: bool = False  # it has been asked to move
    mail: list[Mail] = field(default_factory=list)
    answered: bool = False  # its action was done, or refused: it can go on
    refusal: Message | None = None
    wakes: float | None = None
    journal: list[Lines] = field(default_factory=list)

    def is_due(self, time: float) -> bool:
        """Whether there is anything for it to do now."""
        return self.stale or self.answered or bool(self.mail) or (self.wakes is not None and self.wakes <= time)


class Society:
    """Agents at every seat of a game. `live` plays it; `close` ends their processes."""

    def __init__(self, game: Game, knowledge: Sequence[Knowledge], seed: int, steps: int, seconds: float) -> None:
        """`seconds` is how long each of them may take between two moves; raises `BadKnowledge` or `ChildError`."""
        self.game = game
        self._seed = seed
        self._steps = steps
        self._seconds = seconds
        self._members: list[_Member] = []
        try:
            for seat, known in enumerate(knowledge):
                own = derive(seed, "player", seat)
                others = [name for name in game.seats if name != game.seats[seat]]
                agent = Agent(game, game.seats[seat], known, derive(own, "agentspeak", seat) >> 32, others)
                self._members.append(_Member(agent, seat, steps, seconds))
        except BaseException:
            self.close()
            raise
        self._chronicle = Chronicle([], game.start(derive(seed, "game")), [])
        self._time = 0.0
        self._posted = 0
        self._wakes = 0
        for member in self._members:
            for warning in member.agent.warnings:
                source = member.agent.knowledge.source(warning.line)
                self._write(member.seat, Noted(warning.message, source, "warning"))

    def live(self, seconds: float = math.inf) -> Chronicle:
        """Play to the end, or until the whole has taken so long."""
        deadline = time.monotonic() + seconds
        while self._chronicle.position.turn is not None and self._chronicle.fault is None:
            if time.monotonic() > deadline:
                self._fail(
                    self._chronicle.position.turn, Message("minds.agentspeak.society.long", {"seconds": seconds})
                )
            elif not self._everybody() and not self._time_passes():
                self._silence()
        return self._chronicle

    def close(self) -> None:
        for member in self._members:
            member.agent.close()

    def _everybody(self) -> bool:
        """Let everybody who has something to do do it; whether anybody had."""
        busy = False
        for member in self._members:
            if self._chronicle.position.turn is None or self._chronicle.fault is not None:
                break
            if member.is_due(self._time):
                busy = True
                self._turn(member)
        return busy

    def _turn(self, member: _Member) -> None:
        """One agent goes on until it acts or has nothing to do."""
        started = time.monotonic()
        try:
            outcome = member.agent.run(self._news(member), member.seconds)
        except TooSlow:
            self._fail(member.seat, Message("minds.agentspeak.society.slow", {"seconds": self._seconds}))
            return
        except (BadKnowledge, ChildError) as error:
            self._fail(member.seat, error.message)
            return
        member.left -= outcome.steps
        member.seconds = max(0.0, member.seconds - (time.monotonic() - started))
        member.wakes = outcome.wakes
        self._keep(member, outcome)
        if outcome.action is not None:
            self._act(member, outcome.action)

    def _news(self, member: _Member) -> News:
        position = self._chronicle.position
        asks = position.turn == member.seat and not member.asked
        facts = self._facts(member.seat) if member.stale else None
        news = News(facts, asks, member.refusal, tuple(member.mail), self._time, member.left)
        member.asked = member.asked or asks
        member.stale, member.answered, member.refusal, member.mail = False, False, None, []
        return news

    def _facts(self, seat: int) -> tuple[Fact, ...]:
        """What a seat perceives of the world as it is."""
        seed = derive(self._seed, "seen", len(self._chronicle.history))
        return perceive(self._chronicle.position.seen_by(seat, seed), seat)

    def _keep(self, member: _Member, outcome: Outcome) -> None:
        """Write down what it noted, and deliver its mail."""
        member.journal += outcome.journal
        for entry in outcome.journal:
            self._write(member.seat, noted(entry, member.agent.knowledge))
        self._posted += len(outcome.mail)
        if self._posted > _MOST_MAIL:
            self._fail(member.seat, Message("minds.agentspeak.society.flood", {"most": _MOST_MAIL}))
        for mail in outcome.mail:
            self._members[self.game.seats.index(mail.to)].mail.append(mail)

    def _act(self, member: _Member, action: Fact) -> None:
        position = self._chronicle.position
        deeds = actions_in(position) if position.turn == member.seat else {}
        member.answered = True
        if action in deeds:
            self._move(deeds[action])
        else:
            member.refusal = refusal_of(position, member.seat, action)

    def _move(self, move: Move) -> None:
        """The world changes, for everybody to see."""
        before = self._chronicle.position
        for event in before.events(move):
            self._write(None, _happened(event))
        self._chronicle.history.append(move)
        self._chronicle.position = before.after(move)
        self._posted, self._wakes = 0, 0
        for member in self._members:
            member.stale, member.asked, member.journal = True, False, []
            member.left, member.seconds = self._steps, self._seconds

    def _time_passes(self) -> bool:
        """Go on to when somebody wakes, if anybody will; but not forever while nobody moves."""
        times = [member.wakes for member in self._members if member.wakes is not None]
        self._wakes += 1
        if not times or self._wakes > OWN_WAKES:
            return False
        self._time = min(times)
        return True

    def _silence(self) -> None:
        """Nobody has anything to do: the seat to move lets its turn go by, or the game is broken off."""
        position = self._chronicle.position
        deeds, seat = actions_in(position), position.turn
        assert seat is not None
        if PASS in deeds:
            self._write(None, Noted(Message("minds.agentspeak.silent"), None, "silent"))
            self._move(deeds[PASS])
            return
        member = self._members[seat]
        self._fail(seat, BadKnowledge(member.agent.knowledge, [complaint_of(member.journal)]).message)

    def _fail(self, seat: int, message: Message) -> None:
        self._chronicle.fault = self._chronicle.fault or (seat, message)
        self._write(seat, Noted(message, None, "fault"))

    def _write(self, agent: int | None, note: Noted) -> None:
        """Keep a note, unless there are more than anybody will read; what the world does is always kept."""
        if agent is None or len(self._chronicle.moments) < _MOST_MOMENTS or note.kind == "fault":
            self._chronicle.moments.append(Moment(self._time, agent, note, len(self._chronicle.history)))


def _alike(one: Noted, other: Noted) -> bool:
    """Whether two notes are worth one line: the same words, or events that one plan answers."""
    return one == other or (one.kind == other.kind == "intends" and one.source == other.source)


def knowledge_for(game: Game, files: Sequence[str | None]) -> list[Knowledge]:
    """What each seat is to know: a file, or without one the game's own; raises `BadInput`."""
    if len(files) > len(game.seats):
        raise BadInput("arena.seats.too_many", game=game.name, seats=len(game.seats), minds=len(files))
    defaults = AgentSpeak.with_defaults().values
    every = [*files, *[None] * (len(game.seats) - len(files))]
    return [AgentSpeak({**defaults, "file": file}).knowledge(game, seat) for seat, file in enumerate(every)]


def _happened(event: Event) -> Noted:
    return Noted(Message(event.key, event.args), None, "world")
