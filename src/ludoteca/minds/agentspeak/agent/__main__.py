"""The process an agent lives in: reads one JSON object a line, answers with one.

``load`` gives it its program; ``run`` tells it what has changed and lets it reason until it acts or has nothing to do.
"""

from __future__ import annotations

import codecs
import re
import sys
from typing import Any

from ludoteca.child.server import serve
from ludoteca.minds.agentspeak.agent.building import Builder
from ludoteca.minds.agentspeak.agent.checking import slips
from ludoteca.minds.agentspeak.agent.ledger import Exhausted
from ludoteca.minds.agentspeak.agent.mail import delivered
from ludoteca.minds.agentspeak.agent.plans import achieve
from ludoteca.minds.agentspeak.agent.reading import Found, Reader
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.telling import told_entry, told_others, told_stack
from ludoteca.minds.agentspeak.agent.terms import Term, literal
from ludoteca.minds.agentspeak.agent.writing import plain, shown

_WORD = re.compile(r"[a-z][A-Za-z0-9_]*")
_DEPTH = 3_000  # calls within calls: rules that call themselves may go some hundreds deep

Answer = dict[str, Any]


class Life:
    """One agent, from its program to its end."""

    def __init__(self) -> None:
        self.agent = Reasoner("")
        self.goal = ""

    def describe_error(self, error: Exception) -> Answer | None:
        """An error with the plan at work and its line."""
        if isinstance(error, Exhausted):
            return self._fault(error.kind, most=error.most)
        if isinstance(error, RecursionError):
            return self._fault("deep")
        if isinstance(error, MemoryError):
            self.agent.intentions.clear()
            return self._fault("memory")
        return self._fault("internal", text=f"{type(error).__name__}: {error}"[:200])

    def _fault(self, kind: str, **args: Any) -> Answer:
        line, plan = self.agent.at
        return {"kind": kind, "line": line, "plan": plan, **args}

    def load(self, **question: Any) -> Answer:
        """Read and compile a program."""
        self.agent = Reasoner(question["agent"], question["seed"])
        self.agent.others = question["others"]
        self.goal = question["goal"]
        reader = Reader(question["name"], question["text"])
        tree = reader.parsed()
        if tree is not None:
            builder = Builder(reader)
            builder.program(tree).given_to(self.agent)
            relations = {(name, length) for name, length in question["relations"]}
            deeds = {(name, length) for name, length in question["actions"]}
            reader.log.found += slips(builder.mentions, relations, deeds, self.goal, not self.agent.others)
        return {"diagnostics": [_diagnostic(found) for found in reader.log.found]}

    def run(self, **question: Any) -> Answer:
        """Reason until the agent acts or has nothing to do."""
        agent = self.agent
        agent.begin_run(question["steps"], question["seconds"])
        if agent.acting is not None:
            agent.acted(question["refusal"])
        agent.advance(question["time"])
        agent.perceive(map(_literal, question["gone"]), map(_literal, question["come"]))
        for message in question["mail"]:
            delivered(agent, message)
        if question["asked"]:
            goal = achieve(literal(self.goal))
            if goal.kind in agent.plans:
                agent.post(goal)
        agent.run()
        return {
            "acted": self._action(),
            "next": agent.next_time,
            "steps": agent.steps,
            "sent": [
                {"to": sent.to, "force": sent.force, "content": sent.content, "number": sent.number}
                for sent in agent.outbox
            ],
            "journal": [told_entry(entry) for entry in agent.journal],
            "why": self._why(),
        }

    def _action(self) -> list[Any] | None:
        """What it wants to do, as a fact; an argument no fact can have makes it a text nobody knows."""
        if self.agent.acting is None:
            return None
        action = self.agent.acting[1]
        args = [plain(arg) for arg in action.args]
        return [action.functor, *args] if None not in args else [shown(action)]

    def _why(self) -> Answer | None:
        if self.agent.acting is None:
            return None
        intention, action, formula = self.agent.acting
        return {
            "action": shown(action),
            "line": formula.line,
            "stack": told_stack(intention),
            "others": told_others(self.agent, intention),
        }


def _literal(fact: list[Any]) -> Term:
    """A fact of the game as a literal; its first argument stays a text where it is a move."""
    name, about_move, *args = fact
    first = [args.pop(0)] if about_move else []
    return literal(name, (*first, *map(_term, args)))


def _term(arg: str | int) -> Term:
    return literal(arg) if isinstance(arg, str) and _WORD.fullmatch(arg) else arg


def _diagnostic(found: Found) -> Answer:
    return {"line": found.line, "kind": found.kind, "args": found.args, "warning": found.warning}


def main() -> None:
    """Serve until the other side hangs up."""
    sys.setrecursionlimit(_DEPTH)
    codecs.lookup("unicode_escape")  # the lexer wants it, and later no file can be opened
    serve(Life())


if __name__ == "__main__":
    main()
