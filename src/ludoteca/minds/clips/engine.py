"""CLIPS in its own process: knowledge goes in, complaints or choices come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.child import Crashed, python_child
from ludoteca.core.game import Fact, Game, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.vocabulary import perceive, vocabulary_of
from ludoteca.minds.shared.knowledge import BadKnowledge, Complaint, Knowledge, checked

_SYSTEM = "ludoteca.minds.clips.process"
_LOADING = 20.0  # seconds
_ITS_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Match:
    """What a rule matched: its text, the fact of the game it is, the number of the firing it comes from."""

    text: str
    fact: Fact | None
    by: int | None


@dataclass(frozen=True, slots=True)
class Activation:
    """A rule with what it matched; once fired it has a number, and has changed working memory."""

    number: int
    rule: str
    line: int
    salience: int
    matched: tuple[Match, ...]
    asserted: tuple[str, ...]
    retracted: tuple[str, ...]
    about: str | None  # the move that it would choose, as far as can be told


@dataclass(frozen=True, slots=True)
class Judgment:
    """A fact that a rule asserted about a move."""

    move: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice, the firing that made it, and everything that happened on the way."""

    move: str
    because: str
    by: int
    fired: tuple[Activation, ...]
    more: int
    left: tuple[Activation, ...]
    left_more: int
    judged: tuple[Judgment, ...]


class Engine:
    """One process with one piece of knowledge in it; raises `BadKnowledge` and `ChildError`."""

    def __init__(self, game: Game, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.warnings: tuple[Complaint, ...] = ()
        self._child = python_child(_SYSTEM)
        question = {
            "do": "load",
            "name": knowledge.name,
            "text": knowledge.text,
            "relations": [
                (relation.name, relation.args, relation.kind != "position") for relation in vocabulary_of(game)
            ],
        }
        complaints = [_complaint(**found) for found in self._ask(question, _LOADING)["complaints"]]
        self._child.seal()
        try:
            self.warnings = checked(knowledge, complaints)
        except BadKnowledge:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._child.alive

    def choose(self, position: Position, random: int, firings: int, seconds: float) -> Answer:
        """What the knowledge chooses in a position."""
        facts = perceive(position)
        question = {
            "do": "choose",
            "facts": [[fact.relation, *fact.args] for fact in facts],
            "random": random,
            "firings": firings,
            "seconds": _ITS_SHARE * seconds,  # it can say where it was when the time is up; killed, it cannot
        }
        answer = self._ask(question, seconds)
        return Answer(
            answer["move"],
            answer["because"],
            answer["by"],
            tuple(_activation(facts, **fired) for fired in answer["fired"]),
            answer["more"],
            tuple(_activation(facts, **waiting) for waiting in answer["left"]),
            answer["left_more"],
            tuple(Judgment(**judged) for judged in answer["judged"]),
        )

    def close(self) -> None:
        self._child.kill()

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            answer = self._child.ask(question, seconds)
        except Crashed as error:
            died = Message("minds.clips.fault.died", {"how": quoted(error.message)})
            raise BadKnowledge(self.knowledge, [Complaint(0, died), *self.warnings]) from None
        if "fault" in answer:
            self.close()
            fault = _fault(answer, question.get("firings", 0), seconds)
            raise BadKnowledge(self.knowledge, [fault, *self.warnings])
        return answer


def _activation(
    facts: tuple[Fact, ...],
    number: int,
    rule: str,
    line: int,
    salience: int,
    matched: list[tuple[str, int | None, int | None]],
    asserted: list[str],
    retracted: list[str],
    about: str | None = None,
) -> Activation:
    matches = tuple(Match(text, None if told is None else facts[told], by) for text, told, by in matched)
    return Activation(number, rule, line, salience, matches, tuple(asserted), tuple(retracted), about)


def _complaint(line: int, kind: str, args: dict[str, str], warning: bool) -> Complaint:
    return Complaint(line, Message(f"minds.clips.complaint.{kind}", args), warning)


def _fault(answer: dict[str, Any], firings: int, seconds: float) -> Complaint:
    limits = {"firings": firings, "seconds": round(seconds, 1), "most": answer.get("most", 0)}
    args = {"rule": answer["rule"], "text": answer.get("text", ""), **limits}
    kind = answer["fault"] if answer["rule"] else f"{answer['fault']}_somewhere"
    message = Message(f"minds.clips.fault.{kind}", args)
    return Complaint(answer["line"], message)
