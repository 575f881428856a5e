"""The service of an agent in a child process (see `child.server`).

``load`` gives it its program; ``run`` gives it percepts and messages and lets it reason until it acts or is idle.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Sequence
from typing import Any

from ludoteca.child.server import serve
from ludoteca.minds.agentspeak.agent.budget import BudgetExceeded
from ludoteca.minds.agentspeak.agent.compiler import Compiler
from ludoteca.minds.agentspeak.agent.diagnostics import Diagnostic, ParseError
from ludoteca.minds.agentspeak.agent.format import fact_argument, format_short
from ludoteca.minds.agentspeak.agent.lint import lint
from ludoteca.minds.agentspeak.agent.mailbox import deliver
from ludoteca.minds.agentspeak.agent.parser import parse_program
from ludoteca.minds.agentspeak.agent.plans import achieve
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.rejections import rejections
from ludoteca.minds.agentspeak.agent.terms import Literal, Term
from ludoteca.minds.agentspeak.agent.trace import entry_as_json, others_as_json, stack_as_json

_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*")
_DEPTH = 3_000  # calls within calls: rules that call themselves may go some hundreds deep

Answer = dict[str, Any]


class AgentProcess:
    """One agent and the goal it is given when it is to move."""

    def __init__(self) -> None:
        self.agent = Reasoner("")
        self.goal = ""

    def describe_error(self, error: Exception) -> Answer | None:
        """An error with the plan at work and its line."""
        if isinstance(error, BudgetExceeded):
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

    def load(
        self,
        name: str,
        text: str,
        agent: str,
        others: list[str],
        seed: int,
        goal: str,
        relations: list[tuple[str, int]],
        actions: list[tuple[str, int]],
    ) -> Answer:
        """Parse, compile and check the program of an agent."""
        self.agent = Reasoner(agent, seed)
        self.agent.others = others
        self.goal = goal
        return {"diagnostics": [_diagnostic(found) for found in self._loaded(text, relations, actions)]}

    def _loaded(
        self, text: str, relations: list[tuple[str, int]], actions: list[tuple[str, int]]
    ) -> tuple[Diagnostic, ...]:
        """The findings of parser, compiler and lint."""
        compiler = Compiler()
        try:
            compiler.program(parse_program(text)).load_into(self.agent)
        except ParseError as error:
            return tuple(error.diagnostics)
        except RecursionError:
            return (Diagnostic(0, "syntax.deep"),)
        known = {(word, arity) for word, arity in relations}, {(word, arity) for word, arity in actions}
        return (*compiler.diagnostics, *lint(compiler.references, *known, self.goal, not self.agent.others))

    def run(
        self,
        time: float,
        gone: list[list[Any]],
        come: list[list[Any]],
        asked: bool,
        refusal: str | None,
        messages: list[dict[str, Any]],
        steps: int,
        seconds: float,
        again: Sequence[list[Any]] = (),
    ) -> Answer:
        """Reason until the agent acts or has nothing to do; percepts may come `again` as events."""
        agent = self.agent
        agent.begin_run(steps, seconds)
        if agent.acting is not None:
            agent.acted(refusal)
        agent.advance(time)
        agent.perceive(map(_literal, gone), map(_literal, come), map(_literal, again))
        for message in messages:
            deliver(agent, message)
        if asked:
            goal = achieve(Literal(self.goal))
            if goal.kind in agent.plans:
                agent.post(goal)
        agent.run()
        return {
            "acted": self._action(),
            "next": agent.next_time,
            "steps": agent.steps,
            "sent": [
                {"to": sent.to, "performative": sent.performative, "content": sent.content, "number": sent.number}
                for sent in agent.outbox
            ],
            "journal": [entry_as_json(entry) for entry in agent.journal],
            "why": self._why(),
        }

    def why_not(self, actions: list[list[list[Any]]]) -> list[Answer]:
        """Why it did not take other actions, each given by its names, instead of the one it is taking."""
        return rejections(self.agent, actions)

    def _action(self) -> list[Any] | None:
        """The action to take, as a fact; with an argument that no fact can have it is one text, which no game knows."""
        if self.agent.acting is None:
            return None
        action = self.agent.acting[1]
        args = [fact_argument(arg) for arg in action.args]
        return [action.functor, *args] if None not in args else [format_short(action)]

    def _why(self) -> Answer | None:
        if self.agent.acting is None:
            return None
        intention, action, formula = self.agent.acting
        return {
            "action": format_short(action),
            "line": formula.line,
            "stack": stack_as_json(intention),
            "others": others_as_json(self.agent, intention),
        }


def _literal(fact: list[Any]) -> Term:
    """A fact of the game as a literal; its first argument stays a text where it is a move."""
    name, about_move, *args = fact
    first = [args.pop(0)] if about_move else []
    return Literal(name, (*first, *map(_term, args)))


def _term(arg: str | int) -> Term:
    return Literal(arg) if isinstance(arg, str) and _ATOM.fullmatch(arg) else arg


def _diagnostic(found: Diagnostic) -> Answer:
    return {"line": found.line, "kind": found.kind, "args": found.args, "warning": found.warning}


def main() -> None:
    """Serve until the other side hangs up."""
    sys.setrecursionlimit(_DEPTH)
    codecs.lookup("unicode_escape")  # strings need it, and later no file can be opened
    serve(AgentProcess())


if __name__ == "__main__":
    main()
