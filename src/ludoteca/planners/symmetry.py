"""Symmetry reduction: groups of interchangeable objects, and one canonical state for each orbit of states.

Two objects are interchangeable when the problem stays the same with their names swapped, as two trucks of one make.
States that differ only by such swaps form an orbit, and a search visits one state of each. States that differ only in
numbers that no condition or effect reads, such as the cost so far, are merged too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ludoteca.rules.planning.syntax import (
    And,
    Atom,
    Compare,
    Condition,
    Equals,
    Holds,
    Not,
    Number,
    Or,
    Quantified,
    atoms_in,
)
from ludoteca.rules.planning.task import Action, State, Task

_Columns = tuple[list[int], list[int]]  # the places of an object's facts and of its numbers
_Signature = tuple[tuple[int, ...], tuple[Number, ...]]  # their values in a state


class Symmetry:
    """The groups of interchangeable objects of a task, and the canonical state of each orbit.

    `keeps_cost` keeps states with different costs apart: where costs can fall, a cheapest path may not exist.
    """

    def __init__(self, task: Task, keeps_cost: bool = False, checkpoint: Callable[[], None] | None = None) -> None:
        """`checkpoint` is called now and then, and may raise an error."""
        self.task = task
        metric_places = {place for places, _ in task.metric.terms for place in places}
        self.unread = tuple(sorted(_unread_places(task) - metric_places if keeps_cost else _unread_places(task)))
        self.groups = tuple(_groups(task, checkpoint))
        self.group_of: Mapping[str, int] = {name: n for n, group in enumerate(self.groups) for name in group}
        self._columns = [self._places(group) for group in self.groups]

    def _places(self, group: tuple[str, ...]) -> list[_Columns]:
        """The places of each object's facts and numbers, in an order that is the same for the whole group."""
        facts = _columns(self.task.atoms, group)
        numbers = _columns(self.task.fluents, group)
        return [(facts[name], numbers[name]) for name in group]

    def orbit(self, action: Action) -> tuple[str, ...]:
        """A key that is the same for all actions that differ only in interchangeable objects."""
        return (action.schema.name, *self.orbit_key(action.args))

    def orbit_key(self, args: tuple[str, ...]) -> tuple[str, ...]:
        """Arguments with each interchangeable object replaced by its group; equal arguments stay equal."""
        seen: dict[str, str] = {}
        for arg in args:
            if arg in self.group_of and arg not in seen:
                seen[arg] = (
                    f"*{self.group_of[arg]}.{sum(v.startswith(f'*{self.group_of[arg]}.') for v in seen.values())}"
                )
        return tuple(seen.get(arg, arg) for arg in args)

    def canonical(self, state: State) -> State:
        """The canonical state of a state's orbit."""
        return self._sorted(state)[0]

    def _sorted(self, state: State) -> tuple[State, dict[str, str]]:
        """The canonical state, and the former name of each object that was renamed."""
        was: dict[str, str] = {}
        if self.unread:
            row = list(state.values)
            for place in self.unread:
                row[place] = self.task.initial.values[place]
            state = State(state.facts, tuple(row))
        for group, columns in zip(self.groups, self._columns, strict=True):
            order = _order(columns, state)
            if order is not None:
                state = _sorted_by(columns, state, order)
                was.update((name, group[source]) for name, source in zip(group, order, strict=True))
        return state, was

    def restore_names(self, path: Iterable[tuple[State, Number]]) -> tuple[Action, ...]:
        """The plan of a path of canonical states with the cost of each step, with the objects' own names."""
        plan, real_name = list[Action](), {name: name for name in self.group_of}
        real = self.task.initial
        state, was = self._sorted(real)
        real_name |= was
        for wanted, cost in path:
            action, was = self._step(state, wanted, cost)
            self._prefer_first(real, action.args, real_name)
            named = self.task.by_name[(action.schema.name, *(real_name.get(arg, arg) for arg in action.args))]
            plan.append(named)
            real = self.task.after(real, named)
            real_name |= {name: real_name[before] for name, before in was.items()}
            state = wanted
        return tuple(plan)

    def _prefer_first(self, real: State, args: tuple[str, ...], real_name: dict[str, str]) -> None:
        """Prefer the first of the objects that are the same in this state, so that plans are easier to read."""
        used = set[str]()
        for arg in args:
            if arg in self.group_of:
                number = self.group_of[arg]
                own = dict(zip(self.groups[number], _signatures(self._columns[number], real), strict=True))
                alike = (name for name in own if name not in used and own[name] == own[real_name[arg]])
                first = next(alike, real_name[arg])
                swap = {first: real_name[arg], real_name[arg]: first}
                real_name |= {name: swap.get(now, now) for name, now in real_name.items()}
                used.add(first)

    def _step(self, state: State, wanted: State, cost: Number) -> tuple[Action, dict[str, str]]:
        """The action between two states of a path, and the former names of the objects that were renamed."""
        for action in self.task.applicable(state):
            after = self.task.after(state, action)
            merged, was = self._sorted(after)
            if merged == wanted and self.task.cost(state, action, after) == cost:
                return action, was
        raise AssertionError("every state of a path is one step from the one before")


def _unread_places(task: Task) -> set[int]:
    """The places of numbers that no condition or effect reads; those of the metric must never be assigned either."""
    if not task.metric.linear:
        return set()
    metric_places = {place for places, _ in task.metric.terms for place in places}
    precondition, read = [task.goal], set[int]()
    for action in task.actions:
        precondition += [action.precondition, *(more for more, _ in action.conditional_effects)]
        for effect in (action.effect, *(more for _, more in action.conditional_effects)):
            read |= {place for change in effect.changes for places, _ in change.polynomial.terms for place in places}
            read |= {change.place for change in effect.changes if change.assigns and change.place in metric_places}
    while precondition:
        tested = precondition.pop()
        read |= {place for test in tested.numeric for places, _ in test.polynomial.terms for place in places}
        precondition += [option for options in tested.disjunctions for option in options]
    return set(range(len(task.fluents))) - read


def _signatures(columns: list[_Columns], state: State) -> list[_Signature]:
    """The values of each object's facts and numbers in a state."""
    facts, values = state
    return [
        (tuple(facts >> bit & 1 for bit in bits), tuple(values[place] for place in places)) for bits, places in columns
    ]


def _order(columns: list[_Columns], state: State) -> list[int] | None:
    """The order that sorts some objects by signature; None when they are sorted."""
    signatures = _signatures(columns, state)
    order = sorted(range(len(columns)), key=signatures.__getitem__)
    return None if order == list(range(len(columns))) else order


def _sorted_by(columns: list[_Columns], state: State, order: list[int]) -> State:
    """The state in which each object has the facts and numbers of another."""
    facts, row = state.facts, list(state.values)
    for (bits, places), source in zip(columns, order, strict=True):
        for bit, other in zip(bits, columns[source][0], strict=True):
            facts = facts | 1 << bit if state.facts >> other & 1 else facts & ~(1 << bit)
        for place, other in zip(places, columns[source][1], strict=True):
            row[place] = state.values[other]
    return State(facts, tuple(row))


def _columns(atoms: tuple[Atom, ...], group: tuple[str, ...]) -> dict[str, list[int]]:
    """The places of each object's atoms, aligned by the rest of the atom."""
    found: dict[str, dict[Atom, int]] = {name: {} for name in group}
    for place, atom in enumerate(atoms):
        for name in set(atom.args) & set(group):
            found[name][Atom(atom.name, tuple("*" if arg == name else arg for arg in atom.args))] = place
    shared = sorted(set.intersection(*(set(own) for own in found.values())), key=str)
    return {name: [own[word] for word in shared] for name, own in found.items()}


def _groups(task: Task, checkpoint: Callable[[], None] | None) -> Iterator[tuple[str, ...]]:
    problem = task.problem
    named = set(task.domain.constants) | set(_names(problem.goal))
    if problem.metric is not None:
        named |= {arg for atom in atoms_in(problem.metric.expression) for arg in atom.args}
    free = [name for name in problem.objects if name not in named]
    mentions = _mentions(task)
    taken = set[str]()
    for name in free:
        if name in taken:
            continue
        if checkpoint is not None:
            checkpoint()
        others = (other for other in free if other != name and other not in taken)
        like = [name, *(other for other in others if _interchangeable(task, mentions, name, other))]
        taken.update(like)
        if len(like) > 1 and _aligned(task, tuple(like)):
            yield tuple(like)


@dataclass(slots=True)
class _Mentions:
    """The initial facts and numbers that mention an object."""

    facts: list[Atom] = field(default_factory=list)
    fluents: list[Atom] = field(default_factory=list)


def _mentions(task: Task) -> Mapping[str, _Mentions]:
    found: dict[str, _Mentions] = {name: _Mentions() for name in task.problem.objects}
    for fact in task.problem.facts:
        for arg in set(fact.args):
            found[arg].facts.append(fact)
    for fluent in task.problem.values:
        for arg in set(fluent.args):
            found[arg].fluents.append(fluent)
    return found


def _interchangeable(task: Task, mentions: Mapping[str, _Mentions], one: str, two: str) -> bool:
    """Whether the problem stays the same with two names swapped."""
    problem, first, second = task.problem, mentions[one], mentions[two]
    same_type = problem.objects[one] == problem.objects[two]
    if not same_type or len(first.facts) != len(second.facts) or len(first.fluents) != len(second.fluents):
        return False
    swap, values = {one: two, two: one}, problem.values
    return all(fact.substitute(swap) in problem.facts for fact in (*first.facts, *second.facts)) and all(
        values.get(fluent.substitute(swap)) == values[fluent] for fluent in (*first.fluents, *second.fluents)
    )


def _aligned(task: Task, group: tuple[str, ...]) -> bool:
    """Whether no atom is about two of a group, and all of the group have the same atoms."""
    for atoms in (task.atoms, task.fluents):
        members = [set(atom.args).intersection(group) for atom in atoms]
        if any(len(own) > 1 for own in members):
            return False
        times = Counter(name for own in members for name in own)
        counted = [times[name] for name in group]
        if len(set(counted)) > 1 or len(_columns(atoms, group)[group[0]]) != counted[0]:
            return False
    return True


def _names(condition: Condition) -> Iterator[str]:
    match condition:
        case Holds(atom):
            yield from atom.args
        case Equals(left, right):
            yield from (left, right)
        case Compare(_, left, right):
            for side in (left, right):
                for atom in atoms_in(side):
                    yield from atom.args
        case Not(part) | Quantified(_, _, part):
            yield from _names(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _names(part)
