"""The client of SWI-Prolog in a child process: loads and checks knowledge, and gets a move with its proof."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ServiceError
from ludoteca.core.clock import Clock
from ludoteca.core.errors import nearest
from ludoteca.core.execution import MOST_STEPS
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, can_say
from ludoteca.core.vocabulary import perceive, vocabulary_of
from ludoteca.minds.prolog.trace import ShownBy
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.knowledge_process import KnowledgeProcess

PROGRAM = "swipl"
_ENGINE = Path(__file__).parent / "engine" / "engine.pl"
_STACK_LIMIT = 256  # MiB: SWI-Prolog raises an error before the operating system stops the process
_TABLE = re.compile(r":-\s*table\b")
_WARNINGS = ("warning", "singleton")


@dataclass(frozen=True, slots=True)
class ProofNode:
    """A node of a proof, as the engine returns it."""

    goal: str
    kind: ShownBy
    line: int
    fact: tuple[str | int, ...] | None
    because: tuple[ProofNode, ...]


@dataclass(frozen=True, slots=True)
class Subgoal:
    """A goal below the deciding one, and its line."""

    goal: str
    line: int


@dataclass(frozen=True, slots=True)
class RejectedMove:
    """A move that was not chosen: why, and the deciding goal with its line and predicate.

    `since` are the goals that it rests on; for a goal that fails, the goal in its clause that does.
    """

    move: str
    why: str
    goal: str
    line: int
    within: str
    since: tuple[Subgoal, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A move chosen by ``choose`` or by ``better``, its proof, and the rejected moves."""

    move: str
    by: str
    proof: ProofNode
    others: tuple[RejectedMove, ...]


class Engine(KnowledgeProcess):
    """One SWI-Prolog process with one knowledge file."""

    def __init__(self, game: Game, knowledge: Knowledge | None) -> None:
        self._relations = [(relation.name, len(relation.args)) for relation in vocabulary_of(game)]
        options = ["-q", "--no-tty", f"--stack-limit={_STACK_LIMIT}m", "-f", "none"]
        found = shutil.which(PROGRAM)
        program = PROGRAM if found is None else os.path.realpath(found)  # a link may lie where the sandbox has nothing
        super().__init__(knowledge, Client([program, *options, str(_ENGINE)]), relations=self._relations)

    def choose(
        self, position: Position, random: int, inferences: int, clock: Clock, about: Move | None = None
    ) -> Answer:
        """The move the knowledge chooses in a position; asked about a move, it is examined in any case."""
        examined = "" if about is None else about.text
        answer = self._ask_at(position, "choose", random, inferences, clock, about=examined)
        others = tuple(_rejected(other) for other in answer["others"])
        return Answer(answer["move"], answer["by"], _node(answer["proof"]), others)

    def step(self, position: Position, random: int, inferences: int, clock: Clock, first: int) -> dict[str, Any]:
        """The steps of the same choice, from number `first` on: see `answer("step", …)` in the engine."""
        return self._ask_at(position, "step", random, inferences, clock, first=first, most=MOST_STEPS)

    def _ask_at(
        self, position: Position, request: str, random: int, inferences: int, clock: Clock, **more: str | int
    ) -> dict[str, Any]:
        """The answer to a request about a position."""
        self._inferences = inferences
        facts = [[fact.relation, *fact.args] for fact in perceive(position)]
        moves = [move.text for move in position.moves]
        seconds, limits = (clock.left, clock.seconds), {"random": random, "inferences": inferences}
        answer: dict[str, Any] = self.ask(request, *seconds, facts=facts, moves=moves, **limits, **more)
        return answer

    def check(self, knowledge: Knowledge, seconds: float) -> tuple[Diagnostic, ...]:
        """The diagnostics of a text. One with tables is the last: loaded often, they make SWI-Prolog crash."""
        found = super().check(knowledge, seconds)
        if _TABLE.search(knowledge.text):
            self.close()
        return found

    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        return Diagnostic(
            found["line"], self._message(found["kind"], found["text"], found["more"]), found["kind"] in _WARNINGS
        )

    def _message(self, kind: str, text: str, more: str) -> Message:
        """The message of a diagnostic of the engine."""
        if kind == "syntax":
            known = Message(f"minds.prolog.syntax.{text}")
            return known if can_say(known) else Message("minds.prolog.syntax.other", {"text": text})
        if kind == "unknown":
            near = nearest(text.rpartition("/")[0], [name for name, _ in self._relations])
            if near is not None:
                meant = next(f"{name}/{arity}" for name, arity in self._relations if name == near)
                return Message("minds.prolog.diagnostic.unknown_near", {"text": text, "near": meant})
        args = {"text": text, "more": more} if more else {"text": text}
        return Message(f"minds.prolog.diagnostic.{kind}", args)

    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        data = error.data
        args = {"goal": data.get("goal", ""), "text": data.get("text", ""), "inferences": self._inferences}
        return [Diagnostic(data.get("line", 0), Message(f"minds.prolog.fault.{error.kind}", args))]

    _inferences = 0  # the limit of the current request


def _rejected(data: dict[str, Any]) -> RejectedMove:
    return RejectedMove(**{**data, "since": tuple(Subgoal(**below) for below in data["since"])})


def _node(data: dict[str, Any]) -> ProofNode:
    """A node of a proof from its JSON."""
    fact = None if data["fact"] is None else tuple(data["fact"])
    return ProofNode(data["goal"], data["kind"], data["line"], fact, tuple(_node(below) for below in data["because"]))
