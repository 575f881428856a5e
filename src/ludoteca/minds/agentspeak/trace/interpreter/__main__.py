"""The service that checks intentions, in a child process (see `child.server`): programs are not ours."""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.game import Fact
from ludoteca.core.record import from_data, to_json
from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.diagnostics import ParseError
from ludoteca.minds.agentspeak.agent.parser import parse_program
from ludoteca.minds.agentspeak.trace import Deed, Intended, Intentions
from ludoteca.minds.agentspeak.trace.interpreter.agent import Agent, Guide
from ludoteca.minds.agentspeak.trace.interpreter.comparison import Comparison, Defect, flat
from ludoteca.minds.agentspeak.trace.interpreter.intentions import Frame, shown
from ludoteca.minds.agentspeak.trace.interpreter.terms import Structure, Term, Unsupported, is_number
from ludoteca.minds.shared.knowledge import Knowledge

_GOAL = "move"
_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*")
_DEPTH = 3_000  # calls within calls

_WAYS = 12  # in which a context holds, that are tried

Against = tuple[str, str, int, list[list[str | int]]]  # a move, why it was not taken, the line of a plan, its names
Said = tuple[str, bool, list[str | int]]  # a relation, whether it is about a move, and its arguments


class IntentionCheck:
    """A program, by which intentions are checked."""

    def load(self, name: str, text: str) -> bool:
        """Read a program; whether that was possible."""
        self._knowledge = Knowledge(name, text)
        from_data(Intentions, to_json(Intentions((), (), ())))  # loads what reads traces: later no file can be opened
        try:
            self._program: tree.Program | None = parse_program(text)
        except (ParseError, RecursionError):
            self._program = None
        return self._program is not None

    def check(
        self,
        trace: dict[str, Any],
        seat: str,
        percepts: list[list[Said]],
        actions: list[list[str | int]],
        move: list[list[str | int]],
        rejected: list[Against],
    ) -> tuple[list[Defect] | None, list[int] | None]:
        """What is wrong with a trace by which an agent came to an action, and the lines on which plans begin.

        The former is None when it cannot be found out. `percepts` are those of the position, after those of some other
        positions. `move` are the names of the move among the legal actions.
        """
        if self._program is None:
            return None, None
        lines = [plan.event.line for plan in self._program.plans]
        said = from_data(Intentions, trace)
        turn = _Turn(self._program, seat, percepts, {_action(action) for action in actions})
        cut = any(text.startswith("…") for text, _, _ in _shown_beliefs(said.stack))
        comparison = Comparison(self._knowledge, self._program.plans, cut)
        try:
            agent = turn.agent(_guide(said.stack))
            found = list(_defects(said, agent, comparison, {_action(action) for action in move}))
            if not found and agent.acted is not None:
                found = list(_rejection_defects(turn, agent.acted[0].frames[-1], rejected))
            return (found if not found or turn.is_certain() else None), lines
        except (Unsupported, RecursionError):
            return None, lines


def _defects(said: Intentions, agent: Agent, comparison: Comparison, move: set[Fact]) -> Iterator[Defect]:
    """What is wrong with a trace, next to an agent that has taken the turn again; `move` are the names of the move."""
    if agent.acted is None:
        if said.stack or Fact("pass", ()) not in move:
            yield "idle", said.stack[-1].event if said.stack else "", 0
        return
    intention, action, _ = agent.acted
    if fact_of(action) not in move:
        yield "other_move", str(fact_of(action)), 0
    yield from comparison.stack(said.stack, intention.frames)
    yield from comparison.notes(said.notes, agent.journal, _GOAL)
    yield from comparison.others(said.others)


def _rejection_defects(turn: _Turn, frame: Frame, rejected: Sequence[Against]) -> Iterator[Defect]:
    """Reasons against other moves that are not so: a plan alone does the move, or a later one does not."""
    known: dict[int, set[Fact] | None] = {}
    for move, kind, line, names in rejected:
        if line not in known:
            known[line] = turn.actions_by(frame, line)
        done = known[line]
        does = done is not None and any(_action(name) in done for name in names)
        wrong = {
            "earlier": done is not None and not does,
            "elsewhere": does,
            "fails": does,
            "also": line != frame.plan.event.line,
        }
        if wrong.get(kind, False) or not turn.mentions(line, names):
            yield "rejected", move, line


class _Turn:
    """A turn of an agent, which can be taken again."""

    def __init__(self, program: tree.Program, seat: str, percepts: Sequence[list[Said]], actions: set[Fact]) -> None:
        self._program = program
        self._seat = seat
        *self._earlier, self._percepts = [[_percept(*percept) for percept in each] for each in percepts]
        self._actions = actions

    def agent(self, guide: Guide, reverse: bool = False, earlier: bool = False) -> Agent:
        """An agent that has taken its turn.

        With `reverse` the percepts of each relation are in the reverse order, with `earlier` it has seen other
        positions before.
        """
        agent = Agent(self._program, self._seat, lambda action: False, guide)
        for percepts in self._earlier if earlier else ():
            agent.perceive(percepts)
            agent.reason()
        agent.allows = lambda action: fact_of(action) in self._actions
        agent.perceive(_reversed(self._percepts) if reverse else self._percepts)
        agent.take_turn(_GOAL)
        return agent

    def mentions(self, line: int, names: Sequence[Sequence[str | int]]) -> bool:
        """Whether the plan on a line has an action in its body that may be one with some names."""
        kinds = {(str(name[0]), len(name) - 1) for name in names}
        plans = [plan for plan in self._program.plans if plan.event.line == line]
        steps = [step for plan in plans for step, _ in flat(plan.body, 0)]
        terms = [step.term for step in steps if isinstance(step, tree.SimpleStep) and step.sign is None]
        return any(
            isinstance(term, tree.Variable)
            or (isinstance(term, tree.Literal) and (term.functor, len(term.args)) in kinds)
            for term in terms
        )

    def actions_by(self, frame: Frame, line: int) -> set[Fact] | None:
        """The actions that the plan on a line comes to for an event, if it is the only one for it.

        Its context may hold in several ways; None when conditions in its body could, too.
        """
        there = [plan for plan in self._program.plans if plan.event.line == line and _is_alike(plan, frame.plan)]
        if len(there) != 1 or not all(map(_is_plain, there[0].body)):
            return None
        (plan,) = there
        plans = [each for each in self._program.plans if each is plan or not _is_alike(each, plan)]
        program = replace(self._program, plans=plans)
        done, ways = set[Fact](), 1 if plan.context is None else _WAYS
        for way in range(ways):
            agent = Agent(program, self._seat, lambda action: fact_of(action) in self._actions, _unguided)
            agent.skipped = {line: way}
            agent.perceive(self._percepts)
            agent.take_turn(_GOAL)
            if agent.acted is None:
                break
            done.add(fact_of(agent.acted[1]))
        return done

    def is_certain(self) -> bool:
        """Whether an agent does the same in a second turn, after other positions, and with percepts in another order.

        If not, what it did depends on more than the position: on what it remembers, or on which belief is older.
        """
        agent = self.agent(_unguided)
        first, beliefs = _summary(agent), agent.beliefs.own()
        agent.take_turn(_GOAL)
        again, experienced = self.agent(_unguided, reverse=True), self.agent(_unguided, earlier=True)
        return (
            _summary(agent) == _summary(again) == _summary(experienced) == first
            and agent.beliefs.own() == experienced.beliefs.own() == beliefs
        )


def _reversed(percepts: Sequence[Structure]) -> list[Structure]:
    groups: dict[str, list[Structure]] = {}
    for percept in percepts:
        groups.setdefault(percept.functor, []).insert(0, percept)
    return [percept for group in groups.values() for percept in group]


def _is_alike(plan: tree.PlanNode, other: tree.PlanNode) -> bool:
    """Whether two plans are for the same kind of event."""
    kinds = [(node.event.trigger, node.event.goal_type, node.event.head.functor) for node in (plan, other)]
    return kinds[0] == kinds[1] and len(plan.event.head.args) == len(other.event.head.args)


def _is_plain(step: tree.StepNode) -> bool:
    """Whether a step has one outcome: a goal, a belief or an action, but no condition."""
    if not isinstance(step, tree.SimpleStep) or step.sign is tree.Sign.TEST:
        return False
    return isinstance(step.term, tree.Literal) and not step.term.is_internal_action


def _summary(agent: Agent) -> object:
    """What an agent did, in short."""
    if agent.acted is None:
        return None
    intention, action, _ = agent.acted
    return action, [(str(frame.event), frame.plan.event.line, shown(frame.used)) for frame in intention.frames]


def _unguided(_text: str, _line: int) -> Sequence[Sequence[str]]:
    return ()


def _guide(stack: Sequence[Intended]) -> Guide:
    """The beliefs that a trace shows for its plans and steps."""
    known: dict[tuple[str, int], list[Sequence[str]]] = {}
    for text, line, beliefs in _shown_beliefs(stack):
        known.setdefault((text, line), []).append(beliefs)
    return lambda text, line: known.get((text, line), ())


def _shown_beliefs(stack: Sequence[Intended]) -> Iterator[tuple[str, int, Sequence[str]]]:
    pending: list[Intended | Deed] = list(stack)
    while pending:
        item = pending.pop()
        line = 0 if item.source is None else item.source.line
        if isinstance(item, Intended):
            yield item.event, line, item.beliefs
            pending += item.steps
        else:
            yield item.text, line, item.beliefs
            pending += [item.below] if item.below is not None else []


def _percept(name: str, about_move: bool, args: Sequence[str | int]) -> Structure:
    """A fact of the game as a belief; its first argument stays a text where it is a move."""
    terms = [arg if about_move and place == 0 else _term(arg) for place, arg in enumerate(args)]
    return Structure(name, tuple(terms))


def _term(arg: str | int) -> Term:
    return Structure(arg) if isinstance(arg, str) and _ATOM.fullmatch(arg) else arg


def _action(action: Sequence[str | int]) -> Fact:
    return Fact(str(action[0]), tuple(action[1:]))


def fact_of(action: Structure) -> Fact:
    """An action as a fact of the game: its arguments are whole numbers and texts."""
    return Fact(action.functor, tuple(_argument(arg) for arg in action.args))


def _argument(term: Term) -> str | int:
    if is_number(term):
        return int(term) if float(term).is_integer() else str(term)
    return term if isinstance(term, str) else term.functor if isinstance(term, Structure) and not term.args else "…"


def main() -> None:
    """Serve until the other side hangs up."""
    sys.setrecursionlimit(_DEPTH)
    codecs.lookup("unicode_escape")  # strings need it, and later no file can be opened
    serve(IntentionCheck())


if __name__ == "__main__":
    main()
