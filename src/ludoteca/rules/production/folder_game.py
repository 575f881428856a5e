"""A game from a folder with a knowledge base in CLIPS, run in a child process.

The folder has CLIPS files, optionally more of them in `rules`, and scenarios, one file each, in `scenarios`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, PlayedMove, Position, Relation
from ludoteca.core.i18n import phrase
from ludoteca.core.options import Option
from ludoteca.rules.fallback_view import as_svg, in_terminal
from ludoteca.rules.production.client import EngineClient
from ludoteca.rules.production.firing import Firing
from ludoteca.rules.production.game import BOUND, FIRES, ProductionGame, ProductionPosition, files_of, scenarios_of
from ludoteca.rules.production.values import value_text
from ludoteca.rules.production.working_memory import Element

if TYPE_CHECKING:
    from rich.console import RenderableType

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
    words = _WORDS

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

    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        assert isinstance(position, ProductionPosition)
        return in_terminal(phrase(f"{_WORDS}.memory", language), _grouped(position))

    def svg(
        self, position: Position, last: PlayedMove | None = None, language: str = "en", narrow: bool = False
    ) -> str:
        assert isinstance(position, ProductionPosition)
        return as_svg(position.state.elements)


def _grouped(position: ProductionPosition) -> dict[str, list[Element]]:
    """Working memory by class and template."""
    found: dict[str, list[Element]] = {}
    for element in position.state.elements:
        found.setdefault(element.kind, []).append(element)
    return found
