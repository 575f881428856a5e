"""The legal moves of a position grouped by what is done on which card, whichever family member does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludoteca.core.game import PlayedMove
from ludoteca.core.i18n import has_words
from ludoteca.core.vocabulary import word_of
from ludoteca.games.shared.agricola.board import MoveButton
from ludoteca.games.shared.agricola.names import Names
from ludoteca.rules.planning.game import PlanningPosition
from ludoteca.rules.planning.task import Action

_DEEDS: Mapping[str, tuple[str, str]] = {
    "take-goods": ("taking-goods", "g"),
    "take-animals": ("taking-animals", "g"),
    "plow": ("plowing", ""),
    "sow": ("sowing", "g"),
    "bake-one": ("baking", "i"),
    "bake-two": ("baking", "i"),
    "fence": ("fencing", ""),
    "build-room": ("building", "m"),
    "renovate": ("renovating", "n"),
    "take-improvement-for-one": ("improving", "i"),
    "take-improvement-for-two": ("improving", "i"),
    "grow-with-room": ("growing-with-room", ""),
    "grow-without-room": ("growing-without-room", ""),
    "become-starting-player": ("going-first", ""),
}
"""For each action of the domain its deed, and the parameter that holds the good or the improvement it is about."""
_ICONS = {
    "plowing": "plow",
    "baking": "bread",
    "fencing": "fence",
    "building": "room",
    "renovating": "renovate",
    "growing-with-room": "child",
    "growing-without-room": "child",
    "improving": "star",
    "going-first": "first",
}


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves that differ only in the family member who makes them; `drop` is the rest of their text.

    `title` says what is done, `short` what tells it from other moves at the same improvement.
    """

    drop: str
    members: tuple[str, ...]
    deed: str
    item: str
    card: str
    title: str
    short: str

    @property
    def improvement(self) -> str:
        """The improvement that the moves are chosen at, if it is not the card."""
        return self.item if self.deed in ("improving", "baking") else ""

    def button(self, title: str) -> MoveButton:
        """The button that sends the first of the family members, or the one that has been picked up."""
        is_renovation = self.deed == "improving" and self.card.startswith("renovate")
        icon = "renovate" if is_renovation else deed_icon(self.deed)
        return MoveButton(f"{self.members[0]} {self.drop}", icon, self.short, title, drop=self.drop)


def deed_icon(deed: str, item: str = "") -> str:
    """The icon of a deed; of taking and sowing it is the good's."""
    return _ICONS.get(deed, item or "star")


def move_groups(position: PlanningPosition, names: Names) -> list[MoveGroup]:
    """The legal moves in groups, in the position's order."""
    members: dict[str, list[str]] = {}
    actions: dict[str, Action] = {}
    for move in position.moves:
        member, _, drop = move.text.partition(" ")
        members.setdefault(drop, []).append(member)
        actions.setdefault(drop, position.chosen(move))
    return [_group(drop, members[drop], action, names) for drop, action in actions.items()]


def _group(drop: str, members: Sequence[str], action: Action, names: Names) -> MoveGroup:
    bound = {name.removeprefix("?"): value for name, value in action.bound.items()}
    deed, parameter = _DEEDS[action.schema.name]
    item, card, key = bound.get(parameter, ""), bound["c"], word_of(action.schema.name)
    title = names.say(f"move.{key}", item=names.word(item) if item else "")
    choice = f"choice.{word_of(card) if deed == 'improving' else key}"
    short = names.say(choice) if has_words(f"{names.prefix}.view.{choice}") else title
    return MoveGroup(drop, tuple(members), deed, item, card, title, short)


def last_bindings(last: PlayedMove | None) -> Mapping[str, str]:
    """The parameters of the last move's action: `?p` family member, `?c` card, `?i` improvement; empty before it."""
    if last is None or last.position.turn is None:
        return {}
    assert isinstance(last.position, PlanningPosition)
    return last.position.chosen(last.move).bound
