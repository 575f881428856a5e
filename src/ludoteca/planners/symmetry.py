"""Things that can stand in for each other: people of one family, trucks of one make.

Two objects are interchangeable when the problem reads the same with their names swapped. States that differ only in
which of them is which are one state, and one of them is enough to look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from ludoteca.rules.planning.syntax import (
    Atom,
    Compare,
    Condition,
    Every,
    Holds,
    Not,
    Number,
    Quantified,
    Same,
    Some,
    atoms_in,
)
from ludoteca.rules.planning.task import Action, State, Task


class Symmetry:
    """The interchangeable objects of a task, in groups, and one state for all that differ in nothing else."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.groups = tuple(_groups(task))
        self.group_of: Mapping[str, int] = {name: n for n, group in enumerate(self.groups) for name in group}
        self._columns = [self._places(group) for group in self.groups]

    def _places(self, group: tuple[str, ...]) -> list[tuple[list[int], list[int]]]:
        """Where each object of a group has its facts and its numbers, in an order that is the same for all of them.

        What speaks of two of the group is left out: objects are sorted without it, and then moved with all they have.
        """
        facts = _columns(self.task.atoms, group)
        numbers = _columns(self.task.fluents, group)
        return [(facts[name], numbers[name]) for name in group]

    def orbit(self, action: Action) -> tuple[str, ...]:
        """The same for all actions that differ only in which of some interchangeable objects they are about."""
        return (action.schema.name, *self.blurred(action.args))

    def blurred(self, args: tuple[str, ...]) -> tuple[str, ...]:
        """Arguments with groups in place of their members; which of them are the same one is still to be seen."""
        seen: dict[str, str] = {}
        for arg in args:
            if arg in self.group_of and arg not in seen:
                seen[arg] = (
                    f"*{self.group_of[arg]}.{sum(v.startswith(f'*{self.group_of[arg]}.') for v in seen.values())}"
                )
        return tuple(seen.get(arg, arg) for arg in args)

    def canonical(self, state: State) -> State:
        """The state that stands for all that differ from this one only in which object is which."""
        for columns in self._columns:
            state = _sorted_by(columns, state)
        return state

    def told_apart(self, path: Iterable[tuple[State, Number]]) -> tuple[Action, ...]:
        """The plan behind a path of such states and what each step costs: everybody gets their name back."""
        plan, state = list[Action](), self.task.initial
        for wanted, cost in path:
            action, state = self._step(state, wanted, cost)
            plan.append(action)
        return tuple(plan)

    def _step(self, state: State, wanted: State, cost: Number) -> tuple[Action, State]:
        for action in self.task.applicable(state):
            after = self.task.after(state, action)
            if self.canonical(after) == wanted and self.task.cost(state, action, after) == cost:
                return action, after
        raise AssertionError("states that stand for each other can do the same")


def _sorted_by(columns: list[tuple[list[int], list[int]]], state: State) -> State:
    facts, values = state
    signatures = [
        (tuple(facts >> bit & 1 for bit in bits), tuple(values[place] for place in places)) for bits, places in columns
    ]
    order = sorted(range(len(columns)), key=signatures.__getitem__)
    if order == list(range(len(columns))):
        return state
    row = list(values)
    for (bits, places), source in zip(columns, order, strict=True):
        own, numbers = signatures[source]
        for bit, holds in zip(bits, own, strict=True):
            facts = facts | 1 << bit if holds else facts & ~(1 << bit)
        for place, value in zip(places, numbers, strict=True):
            row[place] = value
    return State(facts, tuple(row))


def _columns(atoms: tuple[Atom, ...], group: tuple[str, ...]) -> dict[str, list[int]]:
    """The places of the atoms about each object, lined up by what they say of it."""
    found: dict[str, dict[Atom, int]] = {name: {} for name in group}
    for place, atom in enumerate(atoms):
        for name in set(atom.args) & set(group):
            found[name][Atom(atom.name, tuple("*" if arg == name else arg for arg in atom.args))] = place
    shared = sorted(set.intersection(*(set(own) for own in found.values())), key=str)
    return {name: [own[word] for word in shared] for name, own in found.items()}


def _groups(task: Task) -> Iterator[tuple[str, ...]]:
    problem = task.problem
    named = set(task.domain.constants) | set(_names(problem.goal))
    if problem.metric is not None:
        named |= {arg for atom in atoms_in(problem.metric.expression) for arg in atom.args}
    free = [name for name in problem.objects if name not in named]
    taken = set[str]()
    for name in free:
        if name in taken:
            continue
        like = [name, *(other for other in free if other != name and other not in taken and _alike(task, name, other))]
        taken.update(like)
        if len(like) > 1 and _lined_up(task, tuple(like)):
            yield tuple(like)


def _alike(task: Task, one: str, two: str) -> bool:
    """Whether the problem reads the same with two names swapped."""
    problem = task.problem
    if problem.objects[one] != problem.objects[two]:
        return False
    swap = {one: two, two: one}
    return all(
        fact.put(swap) in problem.facts for fact in problem.facts if one in fact.args or two in fact.args
    ) and all(
        problem.values.get(fluent.put(swap)) == value
        for fluent, value in problem.values.items()
        if one in fluent.args or two in fluent.args
    )


def _lined_up(task: Task, group: tuple[str, ...]) -> bool:
    """Whether everything that can change speaks of one of the group at a time, and of all of them alike."""
    for atoms in (task.atoms, task.fluents):
        if any(one in atom.args and two in atom.args for atom in atoms for one, two in combinations(group, 2)):
            return False
        counted = [sum(name in atom.args for atom in atoms) for name in group]
        if len(set(counted)) > 1 or len(_columns(atoms, group)[group[0]]) != counted[0]:
            return False
    return True


def _names(condition: Condition) -> Iterator[str]:
    match condition:
        case Holds(atom):
            yield from atom.args
        case Same(left, right):
            yield from (left, right)
        case Compare(_, left, right):
            for side in (left, right):
                for atom in atoms_in(side):
                    yield from atom.args
        case Not(part) | Quantified(_, _, part):
            yield from _names(part)
        case Every(parts) | Some(parts):
            for part in parts:
                yield from _names(part)
