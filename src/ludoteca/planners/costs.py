"""The costs of a task: the static numbers that its metric is made of."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.rules.planning.syntax import Atom, Number, NumericEffect, atoms_in, leaves
from ludoteca.rules.planning.task import Task


def costs_of(task: Task) -> Mapping[Atom, Number]:
    """The static numbers that steps add to the metric or that weigh its parts, as the problem gives them.

    >>> from ludoteca.rules.planning.grounding import ground
    >>> from ludoteca.rules.planning.parser import read_domain, read_problem
    >>> domain = read_domain('''(define (domain d) (:functions (total-cost) (price) (height))
    ...     (:action buy :effect (increase (total-cost) (price))))''')
    >>> init = "(= (total-cost) 0) (= (price) 3) (= (height) 2)"
    >>> text = f"(define (problem p) (:domain d) (:init {init}) (:goal ()) (:metric minimize (total-cost)))"
    >>> {str(fluent): value for fluent, value in costs_of(ground(domain, read_problem(text, domain))).items()}
    {'(price)': 3}
    """
    if task.problem.metric is None:
        return {}
    schemas = task.domain.schemas.values()
    changes = [each for schema in schemas for each in leaves(schema.effect) if isinstance(each, NumericEffect)]
    changed = {change.fluent.name for change in changes}
    measured = {atom.name for atom in atoms_in(task.problem.metric.expression)}
    added = {atom.name for change in changes if change.fluent.name in measured for atom in atoms_in(change.by)}
    static = (added | measured) - changed
    return {atom: value for atom, value in task.problem.values.items() if atom.name in static}
