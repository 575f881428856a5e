"""A society: a multi-agent system in which one agent at every seat plays the same game, and agents send messages.

The game is the environment. The agents share one clock, which advances only when no agent has anything to do. Every
agent perceives every move. The game waits only for the seat to move; where it has a pass, an idle agent passes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludoteca.child.errors import ChildError, TooSlow
from ludoteca.core.clock import running_time
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Game, Move
from ludoteca.core.i18n import Message
from ludoteca.core.seeds import derive
from ludoteca.core.society import Note, Society, SocietyEvent, SocietyLog
from ludoteca.core.vocabulary import actions_in, perceive
from ludoteca.minds.agentspeak.engine import Agent, AgentMessage, JournalEntry, RunInput, RunResult, Spent
from ludoteca.minds.agentspeak.explain import diagnostic_of, noted
from ludoteca.minds.agentspeak.mind import AgentSpeak
from ludoteca.minds.agentspeak.world import OWN_WAKES, PASS, refusal_of
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge, read_knowledge, shipped_path

_MOST_MESSAGES = 5_000  # between two moves
_MOST_EVENTS = 5_000


@dataclass(slots=True)
class _Member:
    """An agent of the society, and what its next run will begin with."""

    agent: Agent
    seat: int
    left: int  # steps of reasoning before the next move …
    seconds: float  # … and time
    outdated: bool = True  # the position is not the one it last saw
    asked: bool = False  # it has been given the goal to move
    inbox: list[AgentMessage] = field(default_factory=list)
    answered: bool = False  # its action was done, or refused: it can go on
    refusal: Message | None = None
    wakes: float | None = None
    journal: list[JournalEntry] = field(default_factory=list)

    def is_due(self, time: float) -> bool:
        """Whether it has anything to do now."""
        return self.outdated or self.answered or bool(self.inbox) or (self.wakes is not None and self.wakes <= time)


class AgentSociety(Society):
    """An agent at every seat of a game. `live` plays it; `close` ends their processes."""

    def __init__(self, game: Game, knowledge: Sequence[Knowledge], seed: int, steps: int, seconds: float) -> None:
        """Start the agents, each with so many seconds between two moves; raises `BadKnowledge` or `ChildError`."""
        self.game = game
        self.programs = tuple(known.name for known in knowledge)
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
        start = game.start(derive(seed, "game"))
        self._log = SocietyLog([], start, start, [])
        self._time = 0.0
        self._sent = 0
        self._wakes = 0
        for member in self._members:
            for warning in member.agent.warnings:
                source = member.agent.knowledge.source(warning.line)
                self._write(member.seat, Note(warning.message, source, "warning"))

    def live(self, seconds: float = math.inf) -> SocietyLog:
        """Play to the end of the game, or for so many seconds."""
        deadline = running_time() + seconds
        while self._log.position.turn is not None and self._log.fault is None:
            if running_time() > deadline:
                self._fail(self._log.position.turn, Message("minds.agentspeak.society.long", {"seconds": seconds}))
            elif not self._run_due() and not self._advance_clock():
                self._pass_or_fail()
        return self._log

    def close(self) -> None:
        for member in self._members:
            member.agent.close()

    def _run_due(self) -> bool:
        """Run every agent that has something to do; whether there was one."""
        busy = False
        for member in self._members:
            if self._log.position.turn is None or self._log.fault is not None:
                break
            if member.is_due(self._time):
                busy = True
                self._run(member)
        return busy

    def _run(self, member: _Member) -> None:
        """Run one agent until it acts or has nothing to do."""
        started = running_time()
        try:
            result = member.agent.run(self._input(member), member.seconds)
        except TooSlow:
            self._fail(member.seat, Message("minds.agentspeak.society.slow", {"seconds": self._seconds}))
            return
        except (BadKnowledge, ChildError) as error:
            self._fail(member.seat, error.message)
            return
        member.left -= result.steps
        member.seconds = max(0.0, member.seconds - (running_time() - started))
        member.wakes = result.wakes
        self._record(member, result)
        if result.action is not None:
            self._act(member, result.action)

    def _input(self, member: _Member) -> RunInput:
        position = self._log.position
        asks = position.turn == member.seat and not member.asked
        facts = self._facts(member.seat) if member.outdated else None
        spent = Spent(self._steps, self._seconds, self._seconds - member.seconds)
        given = RunInput(facts, asks, member.refusal, tuple(member.inbox), self._time, member.left, spent)
        member.asked = member.asked or asks
        member.outdated, member.answered, member.refusal, member.inbox = False, False, None, []
        return given

    def _facts(self, seat: int) -> tuple[Fact, ...]:
        """What a seat perceives of the current position."""
        seed = derive(self._seed, "seen", len(self._log.history))
        return perceive(self._log.position.seen_by(seat, seed), seat)

    def _record(self, member: _Member, result: RunResult) -> None:
        """Record the journal of a run and deliver its messages."""
        member.journal += result.journal
        for entry in result.journal:
            self._write(member.seat, noted(entry, member.agent.knowledge))
        self._sent += len(result.messages)
        if self._sent > _MOST_MESSAGES:
            self._fail(member.seat, Message("minds.agentspeak.society.flood", {"most": _MOST_MESSAGES}))
        for message in result.messages:
            self._members[self.game.seats.index(message.to)].inbox.append(message)

    def _act(self, member: _Member, action: Fact) -> None:
        position = self._log.position
        actions = actions_in(position) if position.turn == member.seat else {}
        member.answered = True
        if action in actions:
            self._move(actions[action])
        else:
            member.refusal = refusal_of(position, member.seat, action)

    def _move(self, move: Move) -> None:
        """Make a move, which every agent will perceive."""
        before = self._log.position
        for event in before.events(move):
            self._write(None, _happened(event))
        self._log.history.append(move)
        self._log.position = before.after(move)
        self._sent, self._wakes = 0, 0
        for member in self._members:
            member.outdated, member.asked, member.journal = True, False, []
            member.left, member.seconds = self._steps, self._seconds

    def _advance_clock(self) -> bool:
        """Advance the clock to the end of the next wait; False if there is none, or after too many without a move."""
        times = [member.wakes for member in self._members if member.wakes is not None]
        self._wakes += 1
        if not times or self._wakes > OWN_WAKES:
            return False
        self._time = min(times)
        return True

    def _pass_or_fail(self) -> None:
        """Pass for the seat to move, since no agent has anything to do; without a pass, break the game off."""
        position = self._log.position
        actions, seat = actions_in(position), position.turn
        assert seat is not None
        if PASS in actions:
            self._write(None, Note(Message("minds.agentspeak.silent"), None, "silent"))
            self._move(actions[PASS])
            return
        member = self._members[seat]
        self._fail(seat, BadKnowledge(member.agent.knowledge, [diagnostic_of(member.journal)]).message)

    def _fail(self, seat: int, message: Message) -> None:
        self._log.fault = self._log.fault or (seat, message)
        self._write(seat, Note(message, None, "fault"))

    def _write(self, agent: int | None, note: Note) -> None:
        """Add a note to the log, unless it is full; moves and faults are always added."""
        if agent is None or len(self._log.events) < _MOST_EVENTS or note.kind == "fault":
            self._log.events.append(SocietyEvent(self._time, agent, note, len(self._log.history)))


def start_society(game: Game, files: Sequence[str | None], seed: int, seconds: float) -> AgentSociety:
    """A society of agents with these programs, or the game's own; raises `BadInput`."""
    try:
        steps = AgentSpeak.with_defaults().steps
        return AgentSociety(game, knowledge_for(game, files), seed, steps, seconds)
    except (BadKnowledge, ChildError) as error:
        raise BadInput(error.message.key, **error.message.args) from None


def knowledge_for(game: Game, files: Sequence[str | None]) -> list[Knowledge]:
    """The program of each seat: a file, or without one the game's own; raises `BadInput`."""
    if len(files) > len(game.seats):
        raise BadInput("arena.seats.too_many", game=game.name, seats=len(game.seats), minds=len(files))
    every = [*files, *[None] * (len(game.seats) - len(files))]
    return [_program(game, seat, file) for seat, file in enumerate(every)]


def _program(game: Game, seat: int, file: str | None) -> Knowledge:
    """A file, or of the game's own the one for the seat, the one for societies, or the one for every player."""
    of_seat, of_society = (shipped_path(game, f"{name}{AgentSpeak.suffix}") for name in (game.seats[seat], "society"))
    if file is None and of_society.is_file() and not of_seat.is_file():
        return AgentSpeak.linked(read_knowledge(of_society), of_society.parent)
    return AgentSpeak({**AgentSpeak.with_defaults().values, "file": file}).knowledge(game, seat)


def _happened(event: Event) -> Note:
    return Note(Message(event.key, event.args), None, "world")
