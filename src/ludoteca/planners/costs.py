"""What things cost: the numbers of a problem that never change and that a plan's worth is made of."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.rules.planning.grounding import leaves
from ludoteca.rules.planning.syntax import Atom, Number, NumericEffect, atoms_in
from ludoteca.rules.planning.task import Task


def costs_of(task: Task) -> Mapping[Atom, Number]:
    """The numbers that steps add to the metric, or that weigh its parts, as the problem gives them.

    >>> from ludoteca.games.agricola_planning import AgricolaPlanning
    >>> costs = costs_of(AgricolaPlanning({}).table.task)
    >>> len(costs), costs[Atom("cost", ("plowing",))]
    (12, 5)
    """
    if task.problem.metric is None:
        return {}
    schemas = task.domain.schemas.values()
    changes = [each for schema in schemas for each in leaves(schema.effect) if isinstance(each, NumericEffect)]
    moving = {change.fluent.name for change in changes}
    measured = {atom.name for atom in atoms_in(task.problem.metric.expression)}
    added = {atom.name for change in changes if change.fluent.name in measured for atom in atoms_in(change.by)}
    still = (added | measured) - moving
    return {atom: value for atom, value in task.problem.values.items() if atom.name in still}
