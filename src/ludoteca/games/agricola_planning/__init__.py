"""Agricola's working day: a game whose rules are a planning domain.

>>> game = AgricolaPlanning({})
>>> position = game.start(seed=0)
>>> position.turn
0
>>> "p1-1 plows by plow-one-field" in [move.text for move in position.moves]
True
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ludoteca.core.game import Event
from ludoteca.games.agricola_planning.generate import OPTIONS, problem_text
from ludoteca.rules.planning.game import PlanningGame, PlayableTask, relations_of
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.syntax import Domain
from ludoteca.rules.planning.task import Action

FOLDER = Path(__file__).parent


class AgricolaPlanning(PlanningGame):
    """Two families, some turns of work, and a cost for every deed."""

    weight = 4
    options = OPTIONS

    def __init__(self, values: Mapping[str, object]) -> None:
        """Raises `BadInput` when the options make no problem."""
        super().__init__(values)
        self.problem = problem_text(self.values)
        self.vocabulary = relations_of(domain(), self.message_prefix)

    @property
    def table(self) -> PlayableTask:
        return _table(self.problem)

    def event_of(self, action: Action) -> Event:
        """An action with everything it is about by its own name."""
        event = super().event_of(action)
        return Event(event.key, {name: self._named(str(value)) for name, value in event.args.items()})

    def _named(self, name: str) -> str:
        """The message key of a thing's name; people have none but their own."""
        kinds = self.table.task.problem.objects[name]
        return name if "person" in kinds else f"{self.message_prefix}.{'seat' if 'player' in kinds else 'name'}.{name}"


@cache
def domain() -> Domain:
    """The domain, read once."""
    return read_domain((FOLDER / "domain.pddl").read_text(encoding="utf-8"), "domain.pddl")


@cache
def _table(text: str) -> PlayableTask:
    return PlayableTask(ground(domain(), read_problem(text, domain())))


GAME = AgricolaPlanning
