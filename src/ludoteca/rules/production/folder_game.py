"""A game from a folder with a knowledge base in CLIPS, run in a child process.

The folder has CLIPS files, optionally more of them in `rules`, and scenarios, one file each, in `scenarios`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Position, Relation
from ludoteca.core.i18n import phrase
from ludoteca.core.options import Option
from ludoteca.rules.production.client import EngineClient
from ludoteca.rules.production.firing import Firing
from ludoteca.rules.production.game import BOUND, FIRES, ProductionGame, ProductionPosition, files_of, scenarios_of
from ludoteca.rules.production.values import value_text

_WORDS = "rules.production"
_SEATS = ("one", "two", "three", "four", "five", "six")


def _relation(name: str, *args: str, kind: str = "position") -> Relation:
    return Relation(name, args, f"{_WORDS}.relation.{name}", "event" if kind == "event" else "position")


class FolderGame(ProductionGame):
    """The knowledge base in a folder."""

    vocabulary = (
        _relation("turn", "seat"),
        _relation("over"),
        _relation("instance", "name", "class"),
        _relation("slot", "name", "slot", "value"),
        _relation("fact", "text"),
        FIRES,
        BOUND,
        _relation("fired", "move", "rule", kind="event"),
    )
    message_prefix = _WORDS

    def __init__(self, folder: Path, values: Mapping[str, object]) -> None:
        """Raises `BadInput` when the folder has no CLIPS file, or CLIPS rejects one."""
        self.folder = folder.resolve()
        self.name = str(self.folder)
        known = scenarios_of(self.folder)
        if known:
            about = f"{_WORDS}.option.scenario"
            self.options = (Option("scenario", str, known[0], about=about, choices=known),)
        else:
            self.options = ()
        super().__init__(values)
        if not self.sources:
            raise BadInput(f"{_WORDS}.no_files", folder=str(folder))
        self._engine = EngineClient(self.folder.name, list(self.sources.items()))
        self.seats = _SEATS[: self._engine.seats]

    @property
    def engine(self) -> EngineClient:
        return self._engine

    @cached_property
    def sources(self) -> Mapping[str, str]:
        return dict(files_of(self.folder, str(self.values.get("scenario", ""))))

    def facts_of(self, position: ProductionPosition) -> tuple[Fact, ...]:
        turn = position.turn
        facts = [Fact("over", ()) if turn is None else Fact("turn", (self.seats[turn],))]
        for element in position.state.elements:
            if not element.name:
                facts.append(Fact("fact", (str(element),)))
                continue
            facts.append(Fact("instance", (element.name, element.kind)))
            for slot, value in element.slots:
                facts.append(Fact("slot", (element.name, slot, value if isinstance(value, int) else value_text(value))))
        return tuple(facts)

    def event_of(self, firing: Firing) -> Event:
        bindings = ", ".join(f"?{name} = {value_text(value)}" for name, value in firing.activation.bindings)
        return Event(f"{_WORDS}.event.fired", {"rule": firing.activation.rule, "bindings": bindings or "–"})

    def plain_board(self, position: Position, language: str) -> tuple[str, dict[str, list[str]]]:
        """Working memory by class and template."""
        assert isinstance(position, ProductionPosition)
        groups: dict[str, list[str]] = {}
        for element in position.state.elements:
            groups.setdefault(element.kind, []).append(str(element))
        return phrase(f"{_WORDS}.memory", language), groups
