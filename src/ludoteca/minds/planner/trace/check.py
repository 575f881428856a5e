"""Checks a plan: it is carried out by the validators of plans, and what is proven of it is found by listing states.

The domain is read by the parser of PDDL and the position described by the game's planning view: there is only one of
each. A domain that is not the game's own is checked in a process of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError
from ludoteca.child.kept_processes import KeptProcesses
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Position
from ludoteca.core.i18n import Argument, Message, can_say
from ludoteca.core.one_story import with_story
from ludoteca.core.record import from_data, to_json
from ludoteca.core.verdicts import Claim
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.shared.knowledge import Knowledge, read_knowledge
from ludoteca.minds.shared.trace_check import OtherSchool, Uncheckable, knowledge_of
from ludoteca.planners.discovery import planner_names
from ludoteca.planners.validation.exhaustive import TooManyStates, best_total
from ludoteca.planners.validation.interpreter import Interpreter
from ludoteca.rules.planning.as_problem import TaskFactory, Transition, view_of
from ludoteca.rules.planning.game import role_of, text_of
from ludoteca.rules.planning.parser import read_domain
from ludoteca.rules.planning.plan_steps import PlanStep, plain
from ludoteca.rules.planning.syntax import Atom
from ludoteca.rules.planning.task import Action, State, Task

_SERVICE = "ludoteca.minds.planner.trace.check_server"
_SECONDS = 10.0
_STATES = 3_000  # that are listed to confirm what is proven
_VARIABLE = re.compile(r"\?[^\s,.;:()]+")
_TURN = Atom("turn")
_process: KeptProcesses[Client] = KeptProcesses()


def defects(trace: PlanMade, claim: Claim) -> list[Message] | None:
    """What is wrong with a plan; None when the domain is not there, or what is proven cannot be confirmed."""
    try:
        knowledge = knowledge_of(claim, ".pddl")
    except OtherSchool:
        return [_defect("school", mind=claim.mind)]
    except Uncheckable:
        return None
    game = claim.position.game
    view = view_of(game)
    if view is None:
        return [_defect("school", mind=claim.mind)]
    if knowledge.text == read_knowledge(view.file).text:
        found = plan_defects(trace, claim.position, claim.chosen.text, knowledge)
    else:
        found = _foreign_defects(trace, claim, knowledge)
    return with_story(found, claim.why, "minds.planner.trace.defect")


def _foreign_defects(trace: PlanMade, claim: Claim, knowledge: Knowledge) -> list[Message] | None:
    """The defects that a process of its own finds."""
    game = claim.position.game
    about = (game.name, tuple(game.values.items()), knowledge)

    def start() -> Client:
        client = Client.of_module(_SERVICE)
        loading = {"game": game.name, "options": dict(game.values), "name": knowledge.name, "text": knowledge.text}
        client.load(_SECONDS, False, **loading)
        return client

    request = {"trace": to_json(trace), "position": claim.position.save(), "move": claim.chosen.text}
    try:
        answer = _process.ask(about, start, "check", _SECONDS, **request)
    except ChildError:
        return None
    return None if answer is None else list(from_data(tuple[Message, ...], answer))


def plan_defects(trace: PlanMade, position: Position, move: str, knowledge: Knowledge) -> list[Message] | None:
    """What is wrong with a plan by a domain; None when what is proven of it cannot be confirmed."""
    assert position.turn is not None
    try:
        game: Any = position.game
        tasks = _factory(game, position.turn, knowledge)
        task = tasks.task_at(position)
    except BadInput:
        return None
    check = _Check(trace, tasks, task)
    found = [*check.step_defects(), *check.end_defects(move)]
    if found or getattr(trace, "steps_omitted", None):
        return found or None
    return check.bound_defects()


@lru_cache(maxsize=4)
def _factory(game: Any, seat: int, knowledge: Knowledge) -> TaskFactory:
    view = view_of(game)
    assert view is not None, "checked before"
    return TaskFactory(view, game, seat, read_domain(knowledge.text, knowledge.name))


class _Check:
    """A plan, carried out step by step by the referee of the task and by the interpreter of its text."""

    def __init__(self, trace: PlanMade, tasks: TaskFactory, task: Task) -> None:
        self._trace = trace
        self._tasks = tasks
        self._task = task
        self._interpreter = Interpreter(task.domain.text, task.problem.text)
        self._begun = self._interpreter.cost
        self._state = task.initial

    def step_defects(self) -> Iterator[Message]:
        """The first step that is not applicable, or is not what the trace says of it."""
        for number, step in enumerate(self._trace.steps, 1):
            kind = self._difference(step)
            if kind is not None:
                yield _defect(kind, step=number, action=step.action)
                return

    def _difference(self, step: PlanStep) -> str | None:
        """In what a step differs from what happens; it is taken."""
        action = self._task.by_name.get(tuple(step.action.strip("()").split()))
        if action is None or str(action) != step.action:
            return "no_action"
        before, cost = self._state, self._interpreter.cost
        applicable = self._task.is_applicable(before, action)
        if not (self._interpreter.step(action.schema.name, action.args) and applicable):
            return "inapplicable"
        self._state = self._task.after(before, action)
        if (step.cost, step.total) != (
            plain(self._interpreter.cost - cost),
            plain(self._interpreter.cost - self._begun),
        ):
            return "cost"
        return None if self._is_told(step, action, before) else "words"

    def _is_told(self, step: PlanStep, action: Action, before: State) -> bool:
        """Whether the words for a step, its seat, its turn and its place in the domain are right."""
        planned = self._tasks.view.move_of(self._tasks.game, self._tasks.seat, action)
        seat = None if planned is None else self._tasks.game.seats[planned.seat]
        turn = self._task.value(before, _TURN)
        said = self._tasks.step_message(Transition(self._task, action, before, self._state))
        source = step.source
        return (
            (step.text, step.seat) == (_in_words(action), seat)
            and step.turn == (int(turn) if turn is not None and turn == int(turn) else None)
            and source is not None
            and (source.file, source.line) == (self._task.domain.file, action.schema.line)
            and to_json(step.said) == to_json(said)
        )

    def end_defects(self, move: str) -> Iterator[Message]:
        """A plan that does not begin with the move, does not reach the goal, or has another cost or maker."""
        if self._trace.planner not in planner_names() or not _is_again(self._trace.again):
            yield _defect("maker", planner=self._trace.planner)
        if not self._begins_with(move):
            yield _defect("other_move", move=move)
        if getattr(self._trace, "steps_omitted", None):
            return
        if not (self._interpreter.finished and self._task.finished(self._state)):
            yield _defect("goal")
        elif plain(self._interpreter.cost - self._begun) != self._trace.cost:
            yield _defect("total", said=self._trace.cost, found=plain(self._interpreter.cost - self._begun))

    def _begins_with(self, move: str) -> bool:
        view, game, seat = self._tasks.view, self._tasks.game, self._tasks.seat
        for step in self._trace.steps:
            action = self._task.by_name.get(tuple(step.action.strip("()").split()))
            planned = None if action is None else view.move_of(game, seat, action)
            if planned is not None:
                return (planned.seat, planned.text) == (seat, move)
        return False

    def bound_defects(self) -> list[Message] | None:
        """What is wrong with what is proven; None when there are too many states to confirm it."""
        trace, maximizes = self._trace, self._task.maximizes
        if (trace.bound is None) != (trace.status == "plan") or trace.status not in ("optimal", "gap", "plan"):
            return [_defect("status", status=trace.status)]
        if trace.bound is None:
            return []
        better = trace.bound < trace.cost if maximizes else trace.bound > trace.cost
        if better or (trace.status == "optimal" and trace.bound != trace.cost):
            return [_defect("bound", bound=trace.bound, cost=trace.cost)]
        try:
            best = best_total(self._task, _STATES)
        except TooManyStates:
            return None
        found = None if best is None else plain(best - self._task.total(self._task.initial, 0))
        if found is None or (found > trace.bound if maximizes else found < trace.bound):
            return [_defect("better", bound=trace.bound, found=0 if found is None else found)]
        return []


def _is_again(message: Message | None) -> bool:
    """Whether a message tells why the last plan was given up."""
    return message is None or (message.key.startswith("minds.planner.again.") and can_say(message))


def _in_words(action: Action) -> str:
    """A step by the comment of its action: as a move, or with the arguments in place of the variables."""
    comment, bound = action.schema.comment, action.bound
    if not comment or role_of(action.schema) is not None:
        return text_of(action)
    return _VARIABLE.sub(lambda found: bound.get(found[0], found[0]), comment)


def _defect(kind: str, **args: Argument) -> Message:
    return Message(f"minds.planner.trace.defect.{kind}", args)
