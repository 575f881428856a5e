"""The client of an agent's process: percepts and messages go in; actions, messages and a journal come out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ServiceError
from ludoteca.core.errors import nearest
from ludoteca.core.game import Fact, Game
from ludoteca.core.i18n import Argument, Message, can_say, quoted
from ludoteca.core.record import to_json
from ludoteca.core.vocabulary import actions_of, vocabulary_of
from ludoteca.minds.agentspeak.agent import all_actions as actions
from ludoteca.minds.agentspeak.agent.grammar_tables import write_tables
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.knowledge_process import KnowledgeProcess

GOAL = "move"
"""The goal an agent is given when it is to move, if it has a plan for it: ``+!move``."""

TURN = "turn"
"""The relation that says who is to move."""

_AGENT = "ludoteca.minds.agentspeak.agent"
_ITS_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A message from one agent to another."""

    sender: str
    to: str
    performative: str
    content: str
    number: int


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An entry of an agent's journal, as its process sends it."""

    kind: str
    line: int
    text: str
    time: float
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RunResult:
    """The result of one run of an agent: an action it wants to take, or when it would go on by itself."""

    action: Fact | None
    wakes: float | None
    steps: int
    messages: tuple[AgentMessage, ...]
    journal: tuple[JournalEntry, ...]
    why: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Spent:
    """The limits for a turn, and what earlier runs have spent of its time."""

    step_limit: int
    second_limit: float
    seconds: float


@dataclass(slots=True)
class RunInput:
    """What one run of an agent begins with: percepts, messages, and limits."""

    facts: Iterable[Fact] | None = None  # all it perceives; None: nothing has changed
    asked: bool = False  # whether it is given the goal to move
    refusal: Message | None = None  # why its last action was not done
    messages: Sequence[AgentMessage] = ()
    time: float = 0.0
    steps: int = 1_000_000
    spent: Spent | None = None  # of the limits for a turn before this run; None: nothing


class Agent(KnowledgeProcess):
    """One agent and its process. `run` raises `BadKnowledge` or a `ChildError`, and then the process is dead."""

    def __init__(
        self, game: Game, name: str, knowledge: Knowledge | None, seed: int, others: Sequence[str] = ()
    ) -> None:
        self.name = name
        self._perceived: dict[Fact, None] = {}
        relations = vocabulary_of(game)
        self._about_moves = {relation.name for relation in relations if relation.kind != "position"}
        write_tables()
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

    def run(self, given: RunInput, seconds: float) -> RunResult:
        """Let it reason until it wants to act, or has nothing to do for now."""
        facts = None if given.facts is None else dict.fromkeys(given.facts)
        again = self._turn_again(facts or {}) if given.asked else []
        gone, come = self._changes(facts)
        self._spent = given.spent or Spent(given.steps, seconds, 0.0)
        answer = self.ask(
            "run",
            seconds,
            self._spent.second_limit,
            time=given.time,
            gone=gone,
            come=come,
            again=again,
            asked=given.asked,
            refusal=None if given.refusal is None else json.dumps(to_json(given.refusal)),
            messages=[
                {
                    "from": message.sender,
                    "performative": message.performative,
                    "content": message.content,
                    "number": message.number,
                }
                for message in given.messages
            ],
            steps=given.steps,
            seconds=_ITS_SHARE * seconds,  # with time left it can say where it was; killed, it cannot
        )
        action = answer["acted"]
        return RunResult(
            None if action is None else Fact(action[0], tuple(action[1:])),
            answer["next"],
            answer["steps"],
            tuple(AgentMessage(self.name, **sent) for sent in answer["sent"]),
            tuple(_entry(entry) for entry in answer["journal"]),
            answer["why"],
        )

    def why_not(self, actions: Sequence[Sequence[Fact]], seconds: float) -> list[dict[str, Any]]:
        """Why it did not take other actions, each given by its names, instead of the one it is taking."""
        named = [[[fact.relation, *fact.args] for fact in names] for names in actions]
        answer: list[dict[str, Any]] = self.ask("why_not", seconds, actions=named)
        return answer

    def _changes(self, now: dict[Fact, None] | None) -> tuple[list[list[Any]], list[list[Any]]]:
        """The facts that hold no longer, and the new ones."""
        if now is None:
            return [], []
        gone = [self._fact(fact) for fact in self._perceived if fact not in now]
        come = [self._fact(fact) for fact in now if fact not in self._perceived]
        self._perceived = now
        return gone, come

    def _turn_again(self, facts: Iterable[Fact]) -> list[list[Any]]:
        """The fact that it is to move, if that was so before: at every choice it is an event."""
        return [self._fact(fact) for fact in facts if fact.relation == TURN and fact in self._perceived]

    def _fact(self, fact: Fact) -> list[Any]:
        return [fact.relation, fact.relation in self._about_moves, *fact.args]

    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        return _diagnostic(**found)

    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        """The diagnostic of a fault; a limit is that of the turn, which an earlier run may have spent in part."""
        data, spent = dict(error.data), self._spent
        if error.kind == "endless":
            data["most"] = spent.step_limit
        elif error.kind == "slow":
            data["most"], data["limit"] = spent.seconds + data["most"], spent.second_limit
        return [_fault(error.kind, **data)]

    _spent = Spent(0, 0.0, 0.0)  # before the current run


def _entry(entry: dict[str, Any]) -> JournalEntry:
    return JournalEntry(entry.pop("kind"), entry.pop("line"), entry.pop("text"), entry.pop("time"), entry)


def _diagnostic(line: int, kind: str, args: dict[str, str | int], warning: bool) -> Diagnostic:
    if kind == "no_internal":
        near = nearest(str(args["text"]).partition("/")[0], actions.names())
        if near is not None:
            return Diagnostic(line, Message("minds.agentspeak.diagnostic.no_internal_near", {**args, "near": near}))
    return Diagnostic(line, Message(f"minds.agentspeak.diagnostic.{kind}", args), warning)


def _fault(fault: str, line: int, plan: str, most: float = 0, limit: float = 0, text: str = "") -> Diagnostic:
    args: dict[str, Argument] = {"plan": plan, "most": most, "limit": limit, "text": text}
    return Diagnostic(line, Message(f"minds.agentspeak.fault.{fault}", args))


def refusal_from(text: str) -> Message:
    """The reason an action was refused, from the text that went to the agent and came back."""
    data = json.loads(text)
    args = {name: tuple(value) if isinstance(value, list) else value for name, value in data["args"].items()}
    return Message(data["key"], args)


def reason_of(kind: str, args: Mapping[str, Any]) -> Message:
    """The reason a step failed, as a message."""
    shown = {name: quoted(refusal_from(value)) if name == "why" else value for name, value in args.items()}
    message = Message(f"minds.agentspeak.reason.{kind}", shown)
    return message if can_say(message) else Message("minds.agentspeak.reason.other", {"text": kind})
