"""The client of the CLIPS process: loads knowledge, checks it, and runs its rules until one has chosen a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, Crashed, ServiceError
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.record import from_data
from ludoteca.core.vocabulary import perceive, vocabulary_of
from ludoteca.minds.clips.answer import Answer, Steps
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.knowledge_process import KnowledgeProcess

_SERVICE = "ludoteca.minds.clips.process"
MOST_STEPS = 400  # of one answer: each has its agenda
_SHARE = 0.95  # of the time limit, for the process: it then answers with the rule that was slow; killed, it cannot


class Engine(KnowledgeProcess):
    """A CLIPS process with a knowledge file loaded."""

    def __init__(self, game: Game, knowledge: Knowledge | None) -> None:
        relations = [(relation.name, relation.args, relation.kind != "position") for relation in vocabulary_of(game)]
        super().__init__(knowledge, Client.of_module(_SERVICE), relations=relations)

    def choose(self, position: Position, random: int, firings: int, clock: Clock, about: Move | None = None) -> Answer:
        """The move that the knowledge chooses in a position; asked about a move, also what kept its rules from it."""
        text = None if about is None else about.text
        return from_data(Answer, self._run("choose", position, random, firings, clock, about=text))

    def step(self, position: Position, random: int, firings: int, clock: Clock, first: int) -> Steps:
        """The steps of the same choice, from number `first` on."""
        answer = self._run("step", position, random, firings, clock, first=first, most=MOST_STEPS)
        return from_data(Steps, answer)

    def _run(self, request: str, position: Position, random: int, firings: int, clock: Clock, **more: Any) -> Any:
        """The answer to a request that runs the rules at a position."""
        left, limit = clock.left, clock.seconds
        self._limits = {"firings": firings, "used": limit - left + _SHARE * left, "limit": limit}
        facts = [[fact.relation, *fact.args] for fact in perceive(position)]
        seconds = _SHARE * left
        return self.ask(request, left, limit, facts=facts, random=random, firings=firings, seconds=seconds, **more)

    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        return Diagnostic(
            found["line"], Message(f"minds.clips.diagnostic.{found['kind']}", found["args"]), found["warning"]
        )

    def failure(self, error: ChildError, limit: float) -> Diagnostic | None:
        if not isinstance(error, Crashed):
            return None
        return Diagnostic(0, Message("minds.clips.fault.died", {"how": quoted(error.message)}))

    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        data = error.data
        args = {"rule": data["rule"], "text": data.get("text", ""), "most": data.get("most", 0), **self._limits}
        kind = error.kind if data["rule"] else f"{error.kind}_somewhere"
        return [Diagnostic(data["line"], Message(f"minds.clips.fault.{kind}", args))]

    _limits: Mapping[str, float] = {"firings": 0, "used": 0.0, "limit": 0.0}  # of the latest request
