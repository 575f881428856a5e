"""A planning view of a game: what the position is in PDDL, for one seat, and which of the game's moves a step is.

A game that has one keeps it in a module `planning` of its folder, under the name `VIEW`.

>>> from ludoteca.games import load_game
>>> view_of(load_game("kalah")).file.name
'turn.pddl'
>>> view_of(load_game("azul")) is None
True
"""

from __future__ import annotations

import dataclasses
import importlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Message
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.plan_steps import plain
from ludoteca.rules.planning.syntax import Atom, Domain, Number
from ludoteca.rules.planning.task import Action, State, Task


@dataclass(frozen=True, slots=True)
class Frame:
    """What a problem says whatever the position: its name, its objects, what holds, what is wanted, all as PDDL."""

    name: str
    objects: str
    init: str
    goal: str
    metric: str


@dataclass(frozen=True, slots=True)
class Moment:
    """What the position says: the facts that hold and what the numbers are."""

    facts: frozenset[Atom]
    values: Mapping[Atom, Number]


@dataclass(frozen=True, slots=True)
class Deed:
    """A step that is a move: whose, and the move's text."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Taken:
    """A step as it is taken in a task: what it is, and the states before and after it."""

    task: Task
    action: Action
    before: State
    after: State


class PlanningView(ABC):
    """How a game looks to a planner."""

    file: Path  # the domain
    others: int = 0  # moves not chosen for which a plan is made too, to say how much worse they are

    @abstractmethod
    def frame(self, game: Game, seat: int) -> Frame:
        """What stays the same in all problems of a seat."""

    @abstractmethod
    def words(self, game: Game) -> frozenset[str]:
        """The predicates and functions that moments speak of."""

    @abstractmethod
    def moment(self, position: Position, seat: int) -> Moment:
        """A position as that seat sees it."""

    @abstractmethod
    def deed(self, game: Game, seat: int, action: Action) -> Deed | None:
        """The move that a step is, in a plan of that seat's; None when it is none."""

    def said(self, game: Game, taken: Taken) -> Message | None:
        """A step in words, if its action is as the view's own domain has it; None when there are none."""
        return None


def view_of(game: Game) -> PlanningView | None:
    """A game's planning view, if it has one."""
    module = sys.modules[type(game).__module__]
    name = f"{module.__package__}.planning"
    if not (Path(module.__file__ or "").parent / "planning.py").is_file():
        return None
    view: PlanningView = importlib.import_module(name).VIEW
    return view


class Tasks:
    """The planning tasks of one seat in one game: parameters are filled in once, and then only the position differs."""

    def __init__(self, view: PlanningView, game: Game, seat: int, domain: Domain) -> None:
        self.view = view
        self.game = game
        self.seat = seat
        self.domain = domain
        self.frame = view.frame(game, seat)
        self._task: Task | None = None

    def at(self, position: Position) -> Task:
        """The task that a position is; raises `BadPddl` and `TooLarge`."""
        moment = self.view.moment(position, self.seat)
        state = None if self._task is None else self._state(self._task, moment)
        if self._task is None or state is None:
            told = [self.frame.init, *_told(moment.facts, moment.values)]
            self._task = ground(self.domain, read_problem(self._text(told), self.domain))
            return self._task
        return self.begun(self._task, state)

    def said(self, taken: Taken) -> Message | None:
        """A step in words, if the game has them: they are the view's own, and so no action but its own has them."""
        return self.view.said(self.game, taken) if taken.action.schema.name in self._own else None

    @cached_property
    def _own(self) -> frozenset[str]:
        """The actions that are as the view's own domain has them."""
        own = _domain(self.view.file).schemas
        same = (
            name for name in self.domain.schemas.keys() & own.keys() if _alike(self.domain.schemas[name], own[name])
        )
        return frozenset(same)

    def begun(self, task: Task, state: State) -> Task:
        """A task as it is once a state is reached."""
        facts = task.static_facts | {atom for atom, bit in task.bit.items() if state.facts & bit}
        values = {**task.static_values, **dict(zip(task.fluents, state.values, strict=True))}
        problem = replace(task.problem, text=self._text(_told(facts, values)), facts=facts, values=values)
        return replace(task, problem=problem, initial=state)

    def _text(self, told: Iterable[str]) -> str:
        """A whole problem, as other planners read it."""
        frame, lines = self.frame, "\n    ".join(told)
        return (
            f"(define (problem {frame.name})\n  (:domain {self.domain.name})\n  (:objects\n    {frame.objects})\n"
            f"  (:init\n    {lines})\n  (:goal {frame.goal})\n  (:metric {frame.metric}))\n"
        )

    def agrees(self, task: Task, state: State, position: Position) -> bool:
        """Whether a state foreseen in a task is what a position says."""
        moment, words = self.view.moment(position, self.seat), self._words
        facts = {atom for atom, bit in task.bit.items() if state.facts & bit and atom.name in words}
        told = {fact for fact in moment.facts if fact not in task.static_facts}
        return facts == told and all(task.value(state, atom) == value for atom, value in moment.values.items())

    @cached_property
    def _words(self) -> frozenset[str]:
        return self.view.words(self.game)

    def _state(self, task: Task, moment: Moment) -> State | None:
        """A moment as a state of a task made for another; None when more than what can change is different."""
        values, facts = list(task.initial.values), 0
        for atom, bit in task.bit.items():
            if atom in moment.facts or (atom.name not in self._words and task.initial.facts & bit):
                facts |= bit
        for fluent, value in moment.values.items():
            if fluent in task.place:
                values[task.place[fluent]] = value
            elif task.static_values.get(fluent) != value:
                return None
        fixed = {fact for fact in task.static_facts if fact.name in self._words}
        if fixed != {fact for fact in moment.facts if fact not in task.bit} or facts & ~_reached(task):
            return None
        return State(facts, tuple(values))


@cache
def _domain(file: Path) -> Domain:
    return read_domain(file.read_text(encoding="utf-8"), file.name)


def _alike(one: object, other: object) -> bool:
    """Whether two parts of domains are the same, wherever they are written."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    if not dataclasses.is_dataclass(one) or type(one) is not type(other):
        return one == other
    names = (field.name for field in dataclasses.fields(one) if field.name != "line")
    return all(_alike(getattr(one, name), getattr(other, name)) for name in names)


def _told(facts: Iterable[Atom], values: Mapping[Atom, Number]) -> list[str]:
    """What holds, as PDDL."""
    return [*sorted(map(str, facts)), *(f"(= {fluent} {plain(value)})" for fluent, value in values.items())]


def _reached(task: Task) -> int:
    """All facts that hold at some time, if nothing ever went: with no others, no more actions become possible."""
    facts = task.initial.facts
    for action in task.actions:
        facts |= action.does.add
        for _, does in action.whens:
            facts |= does.add
    return facts
