"""BDI agents: a program in AgentSpeak plays, and its intentions explain its moves.

The facts of the game reach the agent as percepts, in the vocabulary of the game, and its own beliefs stay from move to
move. When it is to move it is given the goal ``!move``, if it has a plan for it. Its plans act by the game's own
actions, or by ``play(Move)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ludoteca.core.clock import Clock
from ludoteca.core.game import Fact, Game, Move, Position, keeps_secrets
from ludoteca.core.mind import Choice, Player
from ludoteca.core.options import Option, Value
from ludoteca.core.seeds import derive
from ludoteca.core.society import Note, Society
from ludoteca.core.vocabulary import actions_in, perceive
from ludoteca.minds.agentspeak.engine import Agent, JournalEntry, RunInput, RunResult, Spent
from ludoteca.minds.agentspeak.explain import diagnostic_of, explain, explain_silence, noted, rejection, without_action
from ludoteca.minds.agentspeak.world import OWN_WAKES, PASS, WAKES, refusal_of
from ludoteca.minds.shared.knowledge import DIGEST, FILE, BadKnowledge, Diagnostic, Knowledge, KnowledgeMind
from ludoteca.minds.shared.linking import IncludeSyntax

_INCLUDES = IncludeSyntax(
    skipped=r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"',
    unclosed=r'/\*|"',
    # A name with a $ is a library of Jason's, which is left out.
    include=r'^[ \t]*\{\s*include\s*\(\s*(?P<names>"[^"\n$]*")\s*\)\s*\}[ \t]*(?://[^\n]*)?$',
    name=r'"([^"]*)"',
)


class AgentSpeak(KnowledgeMind):
    """The school of agents: the game's own program plays, or a file of yours."""

    parameters: ClassVar[tuple[Option, ...]] = (
        FILE,
        DIGEST,
        Option("steps", int, 5_000_000, about="minds.agentspeak.parameter.steps", low=1000, high=10**10),
    )
    limits = ("steps",)
    suffix = ".asl"
    tutorial = "agentspeak.md"
    include_syntax = _INCLUDES
    starter_text = "// Any legal move.\n+!move : legal(Move) <-\n    play(Move).\n"

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.steps = int(values["steps"] or 0)

    @classmethod
    def society(cls, game: Game, files: Sequence[str | None], seed: int, seconds: float) -> Society:
        from ludoteca.minds.agentspeak.society import start_society

        return start_society(game, files, seed, seconds)

    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        return AgentPlayer(game, seat, knowledge, derive(seed, "agentspeak", seat), self.steps)

    def make_checker(self, game: Game) -> Agent:
        return Agent(game, game.seats[0], None, 0)


@dataclass(slots=True)
class _Session:
    """An agent's process, how much of the game it has seen, and the time on its clock."""

    agent: Agent
    history: list[Move] = field(default_factory=list)
    position: Position | None = None  # the last one it saw
    time: float = 0.0


class AgentPlayer(Player):
    """A player that keeps its agent from move to move; a new agent replays the game first."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, seed: int, steps: int) -> None:
        self.game = game
        self.seat = seat
        self.knowledge = knowledge
        self.seed = seed >> 32
        self.steps = steps
        self._sees_all = not keeps_secrets(game)
        self._session = self._started()
        self.warnings: tuple[Diagnostic, ...] = self._session.agent.warnings
        self._left = steps
        self._journal: list[JournalEntry] = []

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        return self._choice(position, history, clock, None)

    def why_not(self, position: Position, history: Sequence[Move], move: Move, clock: Clock) -> Choice:
        """What its plans say about the move; where no plan acts, none does it."""
        choice = self._choice(position, history, clock, move)
        return choice if choice.why.rejected or move == choice.move else without_action(choice, move)

    def _choice(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        known = self._session.history
        if list(history[: len(known)]) != known or not self._session.agent.alive:
            self.close()
            self._session = self._started()
        self._begin_turn()
        for before in self._since(history):
            self._replay(before, clock)
        self._session.history, self._session.position = list(history), position
        return self._decide(position, clock, about)

    def printed(self) -> str:
        return self._session.agent.printed()

    def close(self) -> None:
        self._session.agent.close()

    def _begin_turn(self) -> None:
        """Begin a turn with a new budget and an empty journal."""
        self._left, self._journal = self.steps, []

    def _started(self) -> _Session:
        return _Session(Agent(self.game, self.game.seats[self.seat], self.knowledge, self.seed))

    def _since(self, history: Sequence[Move]) -> list[Position]:
        """The positions since its last turn, without the current one; none in a game with hidden information."""
        if not self._sees_all:
            return []
        last = self._session.position
        positions = [self.game.start(0) if last is None else last]
        for move in history[len(self._session.history) :]:
            positions.append(positions[-1].after(move))
        return positions[:-1] if last is None else positions[1:-1]

    def _replay(self, position: Position, clock: Clock) -> None:
        """Let the agent reason in a past position; on a turn of its own it acts, and the action changes nothing."""
        if position.turn == self.seat:
            self._follow(position, clock, actions_in(position), OWN_WAKES)
            self._begin_turn()
        else:
            self._follow(position, clock, {}, WAKES)

    def _decide(self, position: Position, clock: Clock, about: Move | None) -> Choice:
        actions = actions_in(position)
        result = self._follow(position, clock, actions, OWN_WAKES)
        if result is None:
            return self._idle(position, actions)
        assert result.action is not None and result.why is not None
        move = actions[result.action]
        others = [other for other in position.moves if other != move]
        names = [[action for action, made in actions.items() if made == other] for other in others]
        why_not = self._session.agent.why_not(names, clock.left)
        rejected = tuple(
            rejection(other, against, self.knowledge, other == about)
            for other, against in zip(others, why_not, strict=True)
        )
        return explain(position, move, result.why, rejected, self._notes(), self.knowledge)

    def _follow(self, position: Position, clock: Clock, actions: Mapping[Fact, Move], wakes: int) -> RunResult | None:
        """Let it reason in a position until it takes one of some actions; None when it has nothing more to do.

        The clock is advanced to the end of its waits, but only so often.
        """
        given = RunInput(perceive(position, self.seat), asked=position.turn == self.seat)
        while True:
            result = self._run(given, clock)
            action = result.action
            if action in actions:
                return result
            if action is None:
                if result.wakes is None or wakes == 0:
                    return None
                self._session.time = result.wakes
                wakes -= 1
            given = RunInput(refusal=None if action is None else refusal_of(position, self.seat, action))

    def _idle(self, position: Position, actions: Mapping[Fact, Move]) -> Choice:
        """The choice of an agent that did nothing: a pass, if there is one; raises `BadKnowledge`."""
        if PASS in actions:
            return explain_silence(position, actions[PASS], self._notes())
        raise BadKnowledge(self.knowledge, [diagnostic_of(self._journal), *self.warnings])

    def _run(self, given: RunInput, clock: Clock) -> RunResult:
        """Run the agent within its budget."""
        left = clock.left
        given.time, given.steps = self._session.time, self._left
        given.spent = Spent(self.steps, clock.seconds, clock.seconds - left)
        result = self._session.agent.run(given, left)
        self._left -= result.steps
        self._journal += result.journal
        return result

    def _notes(self) -> list[Note]:
        return [noted(entry, self.knowledge) for entry in self._journal]
