"""The planning view of a game: a position becomes a PDDL problem for one seat, and a step of a plan becomes a move.

A game with a planning view has it in the module `planning` of its folder, under the name `VIEW`.
"""

from __future__ import annotations

import dataclasses
import importlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path

from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Message
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.plan_steps import plain
from ludoteca.rules.planning.syntax import Atom, Domain, Number
from ludoteca.rules.planning.task import Action, State, Task


@dataclass(frozen=True, slots=True)
class ProblemTemplate:
    """The part of a problem that is the same in all positions, as PDDL: name, objects, static facts, goal, metric."""

    name: str
    objects: str
    init: str
    goal: str
    metric: str


@dataclass(frozen=True, slots=True)
class StateDescription:
    """The part of a problem that depends on the position: its facts, the values of its numeric fluents, its objects.

    Objects that only some positions have are given by their types; those of every position stand in the template.
    """

    facts: frozenset[Atom]
    values: Mapping[Atom, Number]
    objects: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """The move that a step of a plan is: its seat and its text."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Transition:
    """A step in a task: its action, and the states before and after it."""

    task: Task
    action: Action
    before: State
    after: State


class PlanningView(ABC):
    """A game as a planning task."""

    file: Path  # the domain
    compared_moves: int = 0  # alternative moves for which a plan is made too, to say how much worse they are
    planner: str | None = None  # the planner that suits its problems; None: the default one

    @abstractmethod
    def template(self, game: Game, seat: int) -> ProblemTemplate:
        """The part that all problems of a seat share."""

    @abstractmethod
    def described_symbols(self, game: Game) -> frozenset[str]:
        """The predicates and functions that state descriptions use."""

    @abstractmethod
    def describe(self, position: Position, seat: int) -> StateDescription:
        """A position as a seat sees it."""

    @abstractmethod
    def move_of(self, game: Game, seat: int, action: Action) -> PlannedMove | None:
        """The move that a step in a seat's plan is; None when it is not a move."""

    def step_message(self, game: Game, transition: Transition) -> Message | None:
        """A step in words, for actions of the view's own domain; None when there are none."""
        return None

    def urgency(self, game: Game, task: Task, action: Action) -> Number:
        """How soon a move should be made: a plan that is as good with its most urgent move first begins with that one.

        It matters where other seats move in between and are not part of the plan.
        """
        return 0

    def preference(self, game: Game, task: Task, state: State, action: Action) -> Number:
        """Which of the moves that cost the same is preferred in a state: the highest, where the plan stays as good."""
        return 0


def view_of(game: Game) -> PlanningView | None:
    """A game's planning view; None when it has none."""
    module = sys.modules[type(game).__module__]
    name = f"{module.__package__}.planning"
    if not (Path(module.__file__ or "").parent / "planning.py").is_file():
        return None
    view: PlanningView = importlib.import_module(name).VIEW
    return view


@dataclass(frozen=True, slots=True)
class _Texts:
    """What a task is made of: the domain's file and text, and the problem's text."""

    file: str
    domain_text: str
    problem_text: str
    domain: Domain = field(compare=False)


@lru_cache(maxsize=16)
def _grounded(texts: _Texts) -> Task:
    """The task of two texts, grounded once: claims, traces and players ask for the same ones."""
    return ground(texts.domain, read_problem(texts.problem_text, texts.domain))


class TaskFactory:
    """Makes the planning tasks of one seat in one game.

    The domain is grounded once, and again where objects, or facts and numbers that no action changes, are others.
    """

    def __init__(self, view: PlanningView, game: Game, seat: int, domain: Domain) -> None:
        self.view = view
        self.game = game
        self.seat = seat
        self.domain = domain
        self.template = view.template(game, seat)
        self._task: Task | None = None
        self._objects: Mapping[str, str] = {}  # of the task, besides those of the template
        self._latest: tuple[Position, Task] | None = None

    def task_at(self, position: Position) -> Task:
        """The task of a position; raises `BadPddl` and `TooLarge`."""
        if self._latest is None or self._latest[0] is not position:  # all claims about a choice ask for the same one
            self._latest = position, self._described_task(position)
        return self._latest[1]

    def _described_task(self, position: Position) -> Task:
        description = self.view.describe(position, self.seat)
        known = self._task is not None and description.objects == self._objects
        state = self._state(self._task, description) if self._task is not None and known else None
        if self._task is None or state is None:
            self._objects = description.objects
            objects = " ".join([self.template.objects, *_typed(description.objects)])
            init = [self.template.init, *_init_lines(description.facts, description.values)]
            self._task = _grounded(_Texts(self.domain.file, self.domain.text, self._text(objects, init), self.domain))
            return self._task
        return self.continued_from(self._task, state)

    def step_message(self, transition: Transition) -> Message | None:
        """A step in words; None for an action that differs from that of the view's own domain."""
        known = transition.action.schema.name in self._unchanged
        return self.view.step_message(self.game, transition) if known else None

    @cached_property
    def _unchanged(self) -> frozenset[str]:
        """The names of the actions that are the same in the view's own domain."""
        own = _domain(self.view.file).schemas
        both = self.domain.schemas.keys() & own.keys()
        return frozenset(name for name in both if _is_same(self.domain.schemas[name], own[name]))

    def continued_from(self, task: Task, state: State) -> Task:
        """The same task with another initial state."""
        moving = (atom for atom, bit in task.bit.items() if state.facts & bit)
        facts = task.static_facts | {atom for atom in moving if atom.name in self.domain.predicates}
        known = {fluent: task.value(state, fluent) for fluent in (*task.static_values, *task.fluents)}
        values = {fluent: value for fluent, value in known.items() if value is not None}
        own = {name: types for name, types in task.problem.objects.items() if name not in task.domain.constants}
        objects = " ".join(_typed({name: types[0] for name, types in own.items()}))
        text = self._text(objects, _init_lines(facts, values))
        problem = replace(task.problem, text=text, facts=facts, values=values)
        return replace(task, problem=problem, initial=state)

    def _text(self, objects: str, init: Iterable[str]) -> str:
        """The text of a problem."""
        template, lines = self.template, "\n    ".join(init)
        return (
            f"(define (problem {template.name})\n  (:domain {self.domain.name})\n  (:objects\n    {objects})\n"
            f"  (:init\n    {lines})\n  (:goal {template.goal})\n  (:metric {template.metric}))\n"
        )

    def agrees(self, task: Task, state: State, position: Position) -> bool:
        """Whether a state that a plan predicts is that of a position."""
        actual, symbols = self.view.describe(position, self.seat), self._symbols
        facts = {atom for atom, bit in task.bit.items() if state.facts & bit and atom.name in symbols}
        described = {fact for fact in actual.facts if fact not in task.static_facts}
        return facts == described and all(task.value(state, atom) == value for atom, value in actual.values.items())

    @cached_property
    def _symbols(self) -> frozenset[str]:
        return self.view.described_symbols(self.game)

    def _state(self, task: Task, description: StateDescription) -> State | None:
        """A description as a state of a task that was grounded for another; None when a static part differs."""
        values, facts = list(task.initial.values), 0
        for atom, bit in task.bit.items():
            if atom in description.facts or (atom.name not in self._symbols and task.initial.facts & bit):
                facts |= bit
        for fluent, value in description.values.items():
            if fluent in task.place:
                values[task.place[fluent]] = value
            elif task.static_values.get(fluent) != value:
                return None
        static = {fact for fact in task.static_facts if fact.name in self._symbols}
        if static != {fact for fact in description.facts if fact not in task.bit} or facts & ~_reachable_facts(task):
            return None
        return State(facts, tuple(values))


@cache
def _domain(file: Path) -> Domain:
    return read_domain(file.read_text(encoding="utf-8"), file.name)


def _is_same(one: object, other: object) -> bool:
    """Whether two parts of domains are the same but for their lines."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if not dataclasses.is_dataclass(one) or type(one) is not type(other):
        return one == other
    names = (field.name for field in dataclasses.fields(one) if field.name != "line")
    return all(_is_same(getattr(one, name), getattr(other, name)) for name in names)


def _init_lines(facts: Iterable[Atom], values: Mapping[Atom, Number]) -> list[str]:
    """Facts and values as PDDL."""
    return [*sorted(map(str, facts)), *(f"(= {fluent} {plain(value)})" for fluent, value in values.items())]


def _typed(objects: Mapping[str, str]) -> list[str]:
    """Objects as PDDL."""
    return [f"{name} - {kind}" for name, kind in objects.items()]


def _reachable_facts(task: Task) -> int:
    """The facts that are reachable in the delete relaxation: within them, the grounded actions are all there are."""
    facts = task.initial.facts
    for action in task.actions:
        facts |= action.effect.add
        for _, effect in action.conditional_effects:
            facts |= effect.add
    return facts
