"""Agents with beliefs, desires and intentions: a program in AgentSpeak plays, and says what it meant to do.

What holds in the game reaches the agent as percepts under the game's one vocabulary, and goes when it no longer holds;
what the agent makes of it, it keeps. When it is its turn it is asked for the goal ``!move``, if it has a plan for that.
Its plans act by the game's own actions, or by ``play(Move)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ludoteca.child import TooSlow
from ludoteca.core.clock import Clock
from ludoteca.core.game import Fact, Game, Move, Position, keeps_secrets
from ludoteca.core.mind import Choice, Player
from ludoteca.core.options import Option, Value
from ludoteca.core.seeds import derive
from ludoteca.core.vocabulary import actions_in, perceive
from ludoteca.minds.agentspeak.engine import Agent, Lines, News, Outcome
from ludoteca.minds.agentspeak.explain import complaint_of, explain, explain_silence, noted
from ludoteca.minds.agentspeak.trace import Noted
from ludoteca.minds.agentspeak.world import OWN_WAKES, PASS, WAKES, refusal_of
from ludoteca.minds.shared.knowledge import DIGEST, FILE, BadKnowledge, Diagnostic, Knowledge, KnowledgeMind


class AgentSpeak(KnowledgeMind):
    """An agent plays: its own plans for the game, or a file of yours."""

    parameters: ClassVar[tuple[Option, ...]] = (
        FILE,
        DIGEST,
        Option("steps", int, 5_000_000, about="minds.agentspeak.parameter.steps", low=1000, high=10**10),
    )
    suffix = ".asl"
    starter_text = "// Any legal move.\n+!move : legal(Move) <-\n    play(Move).\n"

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.steps = int(values["steps"] or 0)

    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        return AgentPlayer(game, seat, knowledge, derive(seed, "agentspeak", seat), self.steps)


@dataclass(slots=True)
class _Life:
    """An agent since its birth: how much of the game it has seen, and what time it is to it."""

    agent: Agent
    history: list[Move] = field(default_factory=list)
    position: Position | None = None  # the last it saw
    time: float = 0.0


class AgentPlayer(Player):
    """Keeps its agent from move to move; one that has to begin anew lives through the game again."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, seed: int, steps: int) -> None:
        self.game = game
        self.seat = seat
        self.knowledge = knowledge
        self.seed = seed >> 32
        self.steps = steps
        self._sees_all = not keeps_secrets(game)
        self._life = self._born()
        self.warnings: tuple[Diagnostic, ...] = self._life.agent.warnings
        self._left = steps
        self._journal: list[Lines] = []

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        known = self._life.history
        if list(history[: len(known)]) != known or not self._life.agent.alive:
            self.close()
            self._life = self._born()
        self._count_afresh()
        for before in self._since(history):
            self._live_through(before, clock)
        self._life.history, self._life.position = list(history), position
        return self._decide(position, clock)

    def close(self) -> None:
        self._life.agent.close()

    def _count_afresh(self) -> None:
        """A new turn: a new budget, and an empty page."""
        self._left, self._journal = self.steps, []

    def _born(self) -> _Life:
        return _Life(Agent(self.game, self.game.seats[self.seat], self.knowledge, self.seed))

    def _since(self, history: Sequence[Move]) -> list[Position]:
        """The positions since it was last asked, but for the one at hand; nobody sees those of a game with secrets."""
        if not self._sees_all:
            return []
        last = self._life.position
        positions = [self.game.start(0) if last is None else last]
        for move in history[len(self._life.history) :]:
            positions.append(positions[-1].after(move))
        return positions[:-1] if last is None else positions[1:-1]

    def _live_through(self, position: Position, clock: Clock) -> None:
        """A position of the past. On a turn of its own it acts as it would have; the game went as it went."""
        if position.turn == self.seat:
            self._follow(position, clock, actions_in(position), OWN_WAKES)
            self._count_afresh()
        else:
            self._follow(position, clock, {}, WAKES)

    def _decide(self, position: Position, clock: Clock) -> Choice:
        deeds = actions_in(position)
        outcome = self._follow(position, clock, deeds, OWN_WAKES)
        if outcome is None:
            return self._silent(position, deeds)
        assert outcome.action is not None and outcome.why is not None
        return explain(position, deeds[outcome.action], outcome.why, self._notes(), self.knowledge)

    def _follow(self, position: Position, clock: Clock, deeds: Mapping[Fact, Move], wakes: int) -> Outcome | None:
        """Let it reason in a position until it does one of some deeds; None when it has nothing more to do.

        One that wakes again and again has not: the world does not wait for it forever.
        """
        news = News(perceive(position, self.seat), asked=position.turn == self.seat)
        while True:
            outcome = self._run(news, clock)
            action = outcome.action
            if action in deeds:
                return outcome
            if action is None:
                if outcome.wakes is None or wakes == 0:
                    return None
                self._life.time = outcome.wakes
                wakes -= 1
            news = News(refusal=None if action is None else refusal_of(position, self.seat, action))

    def _silent(self, position: Position, deeds: Mapping[Fact, Move]) -> Choice:
        """It did nothing: that is a pass, where there is one."""
        if PASS in deeds:
            return explain_silence(position, deeds[PASS], self._notes())
        raise BadKnowledge(self.knowledge, [complaint_of(self._journal), *self.warnings])

    def _run(self, news: News, clock: Clock) -> Outcome:
        """Let it reason on."""
        news.time, news.steps = self._life.time, self._left
        try:
            outcome = self._life.agent.run(news, clock.left)
        except TooSlow:
            raise TooSlow("child.too_slow", seconds=clock.seconds) from None
        self._left -= outcome.steps
        self._journal += outcome.journal
        return outcome

    def _notes(self) -> list[Noted]:
        return [noted(entry, self.knowledge) for entry in self._journal]


MIND = AgentSpeak
