"""Things that can stand in for each other: people of one family, trucks of one make.

Two objects are interchangeable when the problem reads the same with their names swapped. States that differ only in
which of them is which are one state, and one of them is enough to look at. The same goes for states that differ only
in what was paid so far, where nothing that can be done depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

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

_Columns = tuple[list[int], list[int]]  # where an object has its facts and its numbers
_Signature = tuple[tuple[int, ...], tuple[Number, ...]]  # what they are


class Symmetry:
    """The interchangeable objects of a task, in groups, and one state for all that differ in nothing else.

    What was paid is to be kept where costs can fall: the cheapest way to a state may be one that never ends.
    """

    def __init__(self, task: Task, keeps_paid: bool = False) -> None:
        self.task = task
        paid = {place for places, _ in task.metric.terms for place in places}
        self.idle = tuple(sorted(_idle(task) - paid if keeps_paid else _idle(task)))
        self.groups = tuple(_groups(task))
        self.group_of: Mapping[str, int] = {name: n for n, group in enumerate(self.groups) for name in group}
        self._columns = [self._places(group) for group in self.groups]

    def _places(self, group: tuple[str, ...]) -> list[_Columns]:
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
        return self._sorted(state)[0]

    def _sorted(self, state: State) -> tuple[State, dict[str, str]]:
        """The state that stands for this one, and who was who before, of those that changed places."""
        was: dict[str, str] = {}
        if self.idle:
            row = list(state.values)
            for place in self.idle:
                row[place] = self.task.initial.values[place]
            state = State(state.facts, tuple(row))
        for group, columns in zip(self.groups, self._columns, strict=True):
            order = _order(columns, state)
            if order is not None:
                state = _sorted_by(columns, state, order)
                was.update((name, group[source]) for name, source in zip(group, order, strict=True))
        return state, was

    def told_apart(self, path: Iterable[tuple[State, Number]]) -> tuple[Action, ...]:
        """The plan behind a path of such states and what each step costs: everybody gets their name back."""
        plan, really = list[Action](), {name: name for name in self.group_of}
        real = self.task.initial
        state, was = self._sorted(real)
        really |= was
        for wanted, cost in path:
            action, was = self._step(state, wanted, cost)
            self._prefer_first(real, action.args, really)
            named = self.task.by_name[(action.schema.name, *(really.get(arg, arg) for arg in action.args))]
            plan.append(named)
            real = self.task.after(real, named)
            really |= {name: really[before] for name, before in was.items()}
            state = wanted
        return tuple(plan)

    def _prefer_first(self, real: State, args: tuple[str, ...], really: dict[str, str]) -> None:
        """Of those who are no different at the moment, let the first be meant: nobody expects the third of three."""
        plan_value = set[str]()
        for arg in args:
            if arg in self.group_of:
                number = self.group_of[arg]
                own = dict(zip(self.groups[number], _signatures(self._columns[number], real), strict=True))
                alike = (name for name in own if name not in plan_value and own[name] == own[really[arg]])
                first = next(alike, really[arg])
                swap = {first: really[arg], really[arg]: first}
                really |= {name: swap.get(now, now) for name, now in really.items()}
                plan_value.add(first)

    def _step(self, state: State, wanted: State, cost: Number) -> tuple[Action, dict[str, str]]:
        """The action that leads from one state of a path to the next, and who was who before they were sorted."""
        for action in self.task.applicable(state):
            after = self.task.after(state, action)
            merged, was = self._sorted(after)
            if merged == wanted and self.task.cost(state, action, after) == cost:
                return action, was
        raise AssertionError("every state of a path is one step from the one before")


def _idle(task: Task) -> set[int]:
    """The places of numbers that nobody ever looks at; of those the metric adds up, the ones that are only added to."""
    if not task.metric.linear:
        return set()
    paid = {place for places, _ in task.metric.terms for place in places}
    precondition, read = [task.goal], set[int]()
    for action in task.actions:
        precondition += [action.precondition, *(more for more, _ in action.conditional_effects)]
        for effect in (action.effect, *(more for _, more in action.conditional_effects)):
            read |= {place for change in effect.changes for places, _ in change.polynomial.terms for place in places}
            read |= {change.place for change in effect.changes if change.assigns and change.place in paid}
    while precondition:
        tested = precondition.pop()
        read |= {place for test in tested.numeric for places, _ in test.polynomial.terms for place in places}
        precondition += [option for options in tested.disjunctions for option in options]
    return set(range(len(task.fluents))) - read


def _signatures(columns: list[_Columns], state: State) -> list[_Signature]:
    """What holds of each of some objects."""
    facts, values = state
    return [
        (tuple(facts >> bit & 1 for bit in bits), tuple(values[place] for place in places)) for bits, places in columns
    ]


def _order(columns: list[_Columns], state: State) -> list[int] | None:
    """The order that sorts some objects by what holds of them; None when they are sorted."""
    signatures = _signatures(columns, state)
    order = sorted(range(len(columns)), key=signatures.__getitem__)
    return None if order == list(range(len(columns))) else order


def _sorted_by(columns: list[_Columns], state: State, order: list[int]) -> State:
    """The state in which each object has what another had."""
    facts, row = state.facts, list(state.values)
    for (bits, places), source in zip(columns, order, strict=True):
        for bit, other in zip(bits, columns[source][0], strict=True):
            facts = facts | 1 << bit if state.facts >> other & 1 else facts & ~(1 << bit)
        for place, other in zip(places, columns[source][1], strict=True):
            row[place] = state.values[other]
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
        fact.substitute(swap) in problem.facts for fact in problem.facts if one in fact.args or two in fact.args
    ) and all(
        problem.values.get(fluent.substitute(swap)) == value
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
