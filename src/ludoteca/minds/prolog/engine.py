"""SWI-Prolog as a child process: knowledge goes in, complaints or choices come out."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.child import FOREIGN, Child, Garbled
from ludoteca.core.errors import nearest
from ludoteca.core.explanation import How
from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Message, can_say
from ludoteca.core.vocabulary import perceive, vocabulary_of
from ludoteca.minds.shared.knowledge import BadKnowledge, Complaint, Knowledge, checked

PROGRAM = "swipl"
_ENGINE = Path(__file__).parent / "engine" / "engine.pl"
_STACKS = 256  # MiB for Prolog's own stacks, so that it notices before the operating system does
_LOADING = 20.0  # seconds
_WARNINGS = ("warning", "singleton")


@dataclass(frozen=True, slots=True)
class Node:
    """A step of a proof as the engine tells it."""

    goal: str
    kind: How
    line: int
    fact: tuple[str | int, ...] | None
    because: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """A move that was not chosen: why, by which goal, on which line and in which predicate."""

    move: str
    why: str
    goal: str
    line: int
    within: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice by ``choose`` or by ``better``, its proof, and the other moves."""

    move: str
    by: str
    proof: Node
    others: tuple[Other, ...]


class Engine:
    """One process with one piece of knowledge in it; raises `BadKnowledge` and `ChildError`."""

    def __init__(self, game: Game, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._words = [(relation.name, len(relation.args)) for relation in vocabulary_of(game)]
        options = ["-q", "--no-tty", f"--stack-limit={_STACKS}m", "-f", "none"]
        self._child = Child([PROGRAM, *options, str(_ENGINE)], FOREIGN)
        complaints = self._load()
        self._child.seal()  # whatever it can reach has been looked at, and is loaded by now
        try:
            self.warnings = checked(knowledge, complaints)
        except BadKnowledge:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._child.alive

    def choose(self, position: Position, random: int, inferences: int, seconds: float) -> Answer:
        """What the knowledge chooses in a position."""
        question = {
            "do": "choose",
            "facts": [[fact.relation, *fact.args] for fact in perceive(position)],
            "moves": [move.text for move in position.moves],
            "random": random,
            "inferences": inferences,
        }
        answer = self._ask(question, seconds)
        if "fault" in answer:
            raise BadKnowledge(self.knowledge, [_fault(answer, inferences), *self.warnings])
        others = tuple(Other(**other) for other in answer["others"])
        return Answer(answer["move"], answer["by"], _node(answer["proof"]), others)

    def close(self) -> None:
        self._child.kill()

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """An answer that repeats the question's mark: whatever else comes is not the engine's."""
        mark = secrets.token_hex(8)
        answer = self._child.ask({**question, "mark": mark}, seconds)
        if answer.get("mark") != mark:
            self._child.kill()
            raise Garbled("child.garbled", given=str(answer)[:80])
        return answer

    def _load(self) -> list[Complaint]:
        question = {
            "do": "load",
            "name": self.knowledge.name,
            "text": self.knowledge.text,
            "relations": self._words,
        }
        answer = self._ask(question, _LOADING)
        if "fault" in answer:
            return [Complaint(0, Message("minds.prolog.engine", {"text": answer.get("text", "")}))]
        return [self._complaint(**complaint) for complaint in answer["complaints"]]

    def _complaint(self, line: int, kind: str, text: str) -> Complaint:
        return Complaint(line, self._message(kind, text), kind in _WARNINGS)

    def _message(self, kind: str, text: str) -> Message:
        if kind == "syntax":
            known = Message(f"minds.prolog.syntax.{text}")
            return known if can_say(known) else Message("minds.prolog.syntax.other", {"text": text})
        if kind == "unknown":
            near = nearest(text.rpartition("/")[0], [word for word, _ in self._words])
            if near is not None:
                meant = next(f"{word}/{count}" for word, count in self._words if word == near)
                return Message("minds.prolog.complaint.unknown_near", {"text": text, "near": meant})
        return Message(f"minds.prolog.complaint.{kind}", {"text": text})


def _fault(answer: dict[str, Any], inferences: int) -> Complaint:
    args = {"goal": answer.get("goal", ""), "text": answer.get("text", ""), "inferences": inferences}
    return Complaint(answer.get("line", 0), Message(f"minds.prolog.fault.{answer['fault']}", args))


def _node(data: dict[str, Any]) -> Node:
    fact = None if data["fact"] is None else tuple(data["fact"])
    return Node(data["goal"], data["kind"], data["line"], fact, tuple(_node(below) for below in data["because"]))
