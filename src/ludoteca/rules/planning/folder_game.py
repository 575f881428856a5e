"""A game from any folder that holds a planning domain.

The folder has a `domain.pddl` and, in `problems`, one file for each problem.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Position, Relation
from ludoteca.core.i18n import phrase
from ludoteca.core.options import Option
from ludoteca.rules.planning.game import DOES, PUT, PlanningGame, PlanningPosition, PlayableTask, fact_number
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_file, read_problem
from ludoteca.rules.planning.task import Action

_WORDS = "rules.planning"
_SEATS = ("one", "two", "three", "four", "five", "six")
DOMAIN = "domain.pddl"


class PlanningFolder(PlanningGame):
    """A game over the domain of a folder and one of its problems."""

    message_prefix = _WORDS
    vocabulary = (
        Relation("holds", ("text",), f"{_WORDS}.relation.holds"),
        Relation("number", ("text", "value"), f"{_WORDS}.relation.number"),
        DOES,
        PUT,
        Relation("done", ("move", "action"), f"{_WORDS}.relation.done", "event"),
    )

    def __init__(self, folder: Path, values: Mapping[str, object]) -> None:
        """Raises `BadInput` when the folder has no problems or its domain cannot be played."""
        self.folder = folder.resolve()
        self.name = str(self.folder)
        known = tuple(sorted(path.stem for path in (self.folder / "problems").glob("*.pddl")))
        if not known:
            raise BadInput(f"{_WORDS}.no_problems", folder=str(folder))
        self.options = (Option("problem", str, known[0], about=f"{_WORDS}.option.problem", choices=known),)
        super().__init__(values)
        self._table = self._read()

    def _read(self) -> PlayableTask:
        path, problem = self.folder / DOMAIN, self.folder / "problems" / f"{self.values['problem']}.pddl"
        domain = read_domain(read_file(path), str(path))
        return PlayableTask(ground(domain, read_problem(read_file(problem), domain, str(problem))))

    @property
    def table(self) -> PlayableTask:
        return self._table

    @property
    def seats(self) -> tuple[str, ...]:
        """The players in the order of the problem: player 1, player 2, …"""
        return _SEATS[: len(self._table.seats)]

    def event_of(self, action: Action) -> Event:
        return Event(f"{_WORDS}.event.done", {"action": str(action)})

    def facts_of(self, position: PlanningPosition) -> tuple[Fact, ...]:
        task, state = self.table.task, position.state
        held = [str(atom) for atom, bit in task.bit.items() if state.facts & bit]
        values = zip(task.fluents, state.values, strict=True)
        numbers = (Fact("number", (str(fluent), fact_number(value))) for fluent, value in values)
        return (*(Fact("holds", (text,)) for text in held), *numbers)

    def plain_board(self, position: Position, language: str) -> tuple[str, dict[str, list[str]]]:
        """What holds, by predicate and function."""
        assert isinstance(position, PlanningPosition)
        task, state = self.table.task, position.state
        groups: dict[str, list[str]] = {}
        for atom, bit in task.bit.items():
            if state.facts & bit:
                groups.setdefault(atom.name, []).append(str(atom))
        for fluent, value in zip(task.fluents, state.values, strict=True):
            groups.setdefault(fluent.name, []).append(f"{fluent} = {value}")
        return phrase(f"{_WORDS}.state", language), groups
