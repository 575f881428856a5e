"""An agent in its own process: percepts and mail go in, actions, mail and a journal come out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.child import Client, ServiceError
from ludoteca.core.errors import nearest
from ludoteca.core.game import Fact, Game
from ludoteca.core.i18n import Message, can_say, quoted
from ludoteca.core.record import to_json
from ludoteca.core.vocabulary import actions_of, vocabulary_of
from ludoteca.minds.agentspeak.agent import actions
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.knowledge_process import KnowledgeProcess

GOAL = "move"
"""What an agent is asked to achieve when it is its turn, if it has a plan for that: ``+!move``."""

_AGENT = "ludoteca.minds.agentspeak.agent"
_ITS_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Mail:
    """A message between agents."""

    sender: str
    to: str
    force: str
    content: str
    number: int


@dataclass(frozen=True, slots=True)
class Lines:
    """Something an agent noted, as its process tells it."""

    kind: str
    line: int
    text: str
    time: float
    more: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of letting an agent reason: an action it wants to take, or when it would go on by itself."""

    action: Fact | None
    wakes: float | None
    steps: int
    mail: tuple[Mail, ...]
    journal: tuple[Lines, ...]
    why: dict[str, Any] | None


@dataclass(slots=True)
class News:
    """What an agent is told before it goes on."""

    facts: Iterable[Fact] | None = None  # all it perceives; None: nothing has changed
    asked: bool = False  # whether it is asked to move
    refusal: Message | None = None  # why its last action was not done
    mail: Sequence[Mail] = ()
    time: float = 0.0
    steps: int = 1_000_000


class Agent(KnowledgeProcess):
    """One agent's process. `run` raises `BadKnowledge` or a `ChildError`, and then it is dead."""

    def __init__(self, game: Game, name: str, knowledge: Knowledge, seed: int, others: Sequence[str] = ()) -> None:
        self.name = name
        self._told: dict[Fact, None] = {}
        relations = vocabulary_of(game)
        self._about_moves = {relation.name for relation in relations if relation.kind != "position"}
        super().__init__(
            knowledge,
            Client.of_module(_AGENT),
            agent=name,
            others=list(others),
            seed=seed,
            goal=GOAL,
            relations=[(relation.name, len(relation.args)) for relation in relations],
            actions=[(relation.name, len(relation.args)) for relation in actions_of(game)],
        )

    def run(self, news: News, seconds: float) -> Outcome:
        """Let it reason until it wants to act, or has nothing to do for now."""
        gone, come = self._changes(news.facts)
        answer = self.ask(
            "run",
            seconds,
            time=news.time,
            gone=gone,
            come=come,
            asked=news.asked,
            refusal=None if news.refusal is None else json.dumps(to_json(news.refusal)),
            mail=[
                {"from": mail.sender, "force": mail.force, "content": mail.content, "number": mail.number}
                for mail in news.mail
            ],
            steps=news.steps,
            seconds=_ITS_SHARE * seconds,  # it can say where it was when the time is up; killed, it cannot
        )
        action = answer["acted"]
        return Outcome(
            None if action is None else Fact(action[0], tuple(action[1:])),
            answer["next"],
            answer["steps"],
            tuple(Mail(self.name, **sent) for sent in answer["sent"]),
            tuple(_lines(entry) for entry in answer["journal"]),
            answer["why"],
        )

    def _changes(self, facts: Iterable[Fact] | None) -> tuple[list[list[Any]], list[list[Any]]]:
        """What is no longer so, and what is new."""
        if facts is None:
            return [], []
        now = dict.fromkeys(facts)
        gone = [self._line(fact) for fact in self._told if fact not in now]
        come = [self._line(fact) for fact in now if fact not in self._told]
        self._told = now
        return gone, come

    def _line(self, fact: Fact) -> list[Any]:
        return [fact.relation, fact.relation in self._about_moves, *fact.args]

    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        return _diagnostic(**found)

    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        return [_fault(error.kind, **error.data)]


def _lines(entry: dict[str, Any]) -> Lines:
    return Lines(entry.pop("kind"), entry.pop("line"), entry.pop("text"), entry.pop("time"), entry)


def _diagnostic(line: int, kind: str, args: dict[str, str | int], warning: bool) -> Diagnostic:
    if kind == "no_internal":
        near = nearest(str(args["text"]).partition("/")[0], actions.names())
        if near is not None:
            return Diagnostic(line, Message("minds.agentspeak.complaint.no_internal_near", {**args, "near": near}))
    return Diagnostic(line, Message(f"minds.agentspeak.complaint.{kind}", args), warning)


def _fault(fault: str, line: int, plan: str, most: float = 0, text: str = "") -> Diagnostic:
    return Diagnostic(line, Message(f"minds.agentspeak.fault.{fault}", {"plan": plan, "most": most, "text": text}))


def refusal_from(told: str) -> Message:
    """Why an action was refused, as it went to the agent and came back."""
    data = json.loads(told)
    args = {name: tuple(value) if isinstance(value, list) else value for name, value in data["args"].items()}
    return Message(data["key"], args)


def reason_of(kind: str, args: Mapping[str, Any]) -> Message:
    """Why a step could not be taken."""
    told = {name: quoted(refusal_from(value)) if name == "why" else value for name, value in args.items()}
    message = Message(f"minds.agentspeak.reason.{kind}", told)
    return message if can_say(message) else Message("minds.agentspeak.reason.other", {"text": kind})
