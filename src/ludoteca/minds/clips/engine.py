"""CLIPS in a child process: loads knowledge, checks it, and lets its rules fire until one has chosen a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.child import ChildError, Client, Crashed, ServiceError
from ludoteca.core.game import Fact, Game, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.vocabulary import perceive, vocabulary_of
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.knowledge_process import KnowledgeProcess

_SERVICE = "ludoteca.minds.clips.process"
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


class Engine(KnowledgeProcess):
    """One CLIPS process with one file of knowledge in it."""

    def __init__(self, game: Game, knowledge: Knowledge) -> None:
        words = [(relation.name, relation.args, relation.kind != "position") for relation in vocabulary_of(game)]
        super().__init__(knowledge, Client.of_module(_SERVICE), relations=words)

    def choose(self, position: Position, random: int, firings: int, seconds: float) -> Answer:
        """The move the knowledge chooses in a position."""
        facts = perceive(position)
        self._limits = {"firings": firings, "seconds": round(seconds, 1)}
        answer = self.ask(
            "choose",
            seconds,
            facts=[[fact.relation, *fact.args] for fact in facts],
            random=random,
            firings=firings,
            seconds=_ITS_SHARE * seconds,  # in time it can say where it was; killed, it cannot
        )
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

    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        return Diagnostic(
            found["line"], Message(f"minds.clips.diagnostic.{found['kind']}", found["args"]), found["warning"]
        )

    def failure(self, error: ChildError, seconds: float) -> Diagnostic | None:
        if not isinstance(error, Crashed):
            return None
        return Diagnostic(0, Message("minds.clips.fault.died", {"how": quoted(error.message)}))

    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        data = error.data
        args = {"rule": data["rule"], "text": data.get("text", ""), "most": data.get("most", 0), **self._limits}
        kind = error.kind if data["rule"] else f"{error.kind}_somewhere"
        return [Diagnostic(data["line"], Message(f"minds.clips.fault.{kind}", args))]

    _limits: Mapping[str, float] = {"firings": 0, "seconds": 0.0}  # of the question under way


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
