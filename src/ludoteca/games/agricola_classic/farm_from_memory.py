"""One player's part of working memory as a farm to draw."""

from __future__ import annotations

from collections.abc import Container, Iterator

from ludoteca.core.game import Fact
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.facts import SEATS, facts_of_element
from ludoteca.games.agricola_classic.land_cells import place_lands
from ludoteca.games.shared.agricola import board as model
from ludoteca.games.shared.agricola.board import NO_TAG, Cell, FamilyMember, PieceGroup, Tag, TaggedText
from ludoteca.games.shared.agricola.icons import improvement_icon
from ludoteca.games.shared.agricola.moves_by_card import MovesByCard
from ludoteca.games.shared.agricola.names import Names
from ludoteca.rules.production.working_memory import Element, State

GOODS = ("wood", "clay", "reed", "stone", "grain", "vegetable", "sheep", "boar", "cattle", "food")
IMPROVEMENTS = (
    "fireplace-2",
    "fireplace-3",
    "hearth-4",
    "hearth-5",
    "clay-oven",
    "stone-oven",
    "joinery",
    "pottery",
    "basketmaker",
    "well",
)
"""The major improvements, in the order of the board."""
_LANDS = ("ROOM", "FIELD", "PASTURE", "EMPTY-LAND")
_FINISHED = {1: 4, 2: 6}  # the fences around so many cells
_PIECES_A_CELL, _CROPS = 4, 3  # drawn one by one; more are one piece with a number
_ROOM, _EMPTY, _FURROWS = "□", "·", "~~~~~~~"
_AT_HOME, _NEWBORN, _AT_WORK, _FENCE, _STABLE = "☻", "☺", "●", "╫", "⌂"


def number(element: Element, slot: str) -> int:
    """The number in a slot; 0 where there is none."""
    value = element.values.get(slot, 0)
    return value if isinstance(value, int) else 0


def symbol(element: Element, slot: str) -> str:
    """The symbol in a slot; empty where there is none."""
    value = str(element.values.get(slot, ""))
    return "" if value == "none" else value


def improvements_of(state: State) -> list[Element]:
    """The major improvements, in the order of the board."""
    elements = (*state.of("ONE-RESOURCE-IMPROVEMENT"), *state.of("TWO-RESOURCES-IMPROVEMENT"))
    return sorted(elements, key=lambda element: IMPROVEMENTS.index(symbol(element, "title")))


class FarmReader:
    """The elements of one player."""

    def __init__(self, state: State, seat: int, names: Names, moves: MovesByCard, taken_cards: Container[str]) -> None:
        self.state, self.seat, self.player = state, seat, SEATS[seat]
        self.names, self.moves = names, moves
        self.family: list[FamilyMember] = []
        self.workers: dict[str, list[FamilyMember]] = {}
        for person in sorted(self._own("PERSON"), key=lambda person: number(person, "id")):
            place = symbol(person, "action")
            # When the others have come home, a newborn is at home too, whatever card it was born on.
            if place in taken_cards:
                self.workers.setdefault(place, []).append(self._member(person, is_at_home=False))
            else:
                self.family.append(self._member(person, is_at_home=True))

    def farm(self, points: float, is_on_turn: bool) -> model.Farm:
        """The farm, with its points if the game ended now."""
        say, player, begging = self.names.say, self.player, len(self._own("BEGGING-CARD"))
        is_starting = self.state.named[f"player-{self.seat + 1}"].values["starting"] == "TRUE"
        begging_tag = Tag(f"begging-{player}", Fact("count", (player, "begging_card", begging)))
        return model.Farm(
            player,
            player,
            TaggedText(self.names.seat_heading(player), Tag("turn", Fact("turn", (player,))) if is_on_turn else NO_TAG),
            TaggedText(say("points", points=round(points)), Tag(f"points-{player}"), say("points_title")),
            is_on_turn,
            tuple(self._lands()),
            tuple(self.family),
            tuple(self._goods()),
            tuple(self._improvements()),
            warning=TaggedText(f"×{begging}", begging_tag, say("begging", cards=begging)) if begging else None,
            starting_title=say("starting") if is_starting else "",
            starting_sign=f"⚑ {say('starting')}" if is_starting else "",
        )

    def _own(self, kind: str) -> list[Element]:
        return [element for element in self.state.of(kind) if number(element, "player") == self.seat + 1]

    def _member(self, person: Element, is_at_home: bool) -> FamilyMember:
        is_newborn, rests = person.values.get("newborn") == "TRUE", symbol(person, "action") == "rest"
        key = "newborn" if is_newborn else "resting" if rests else "person"
        title, fact = self.names.say(key, seat=self.names.seat_heading(self.player)), next(facts_of_element(person))
        sign = _NEWBORN if is_newborn else _AT_HOME if is_at_home else _AT_WORK
        return FamilyMember(person.name, self.player, title, fact, sign, is_newborn, rests)

    def _goods(self) -> Iterator[model.Good]:
        elements = {symbol(element, "good"): element for element in self.state.elements if self._is_own_good(element)}
        for good in GOODS:
            amount = number(elements[good], "amount") if good in elements else 0
            tag = Tag(f"goods-{self.player}-{good}", Fact("goods", (self.player, word_of(good), amount)))
            yield model.Good(good, amount, self.names.amount(good, amount), tag)

    def _is_own_good(self, element: Element) -> bool:
        return "young" in element.values and number(element, "player") == self.seat + 1

    def _improvements(self) -> Iterator[model.OwnedImprovement]:
        remaining = {symbol(well, "card"): number(well, "left") for well in self.state.of("START-OF-ROUND")}
        for element in improvements_of(self.state):
            if number(element, "player") != self.seat + 1:
                continue
            title = symbol(element, "title")
            yield model.OwnedImprovement(
                self.names.label(title), improvement_icon(title), remaining=remaining.get(title)
            )

    # Lands

    def _lands(self) -> Iterator[model.Land]:
        lands = [land for kind in _LANDS for land in sorted(self._own(kind), key=_first_cell)]
        homes = self._members_by_room()
        placed = place_lands([(land.kind == "PASTURE", len(_numbers(land))) for land in lands])
        for land, cells in zip(lands, placed, strict=True):
            yield self._land(land, cells, homes)

    def _members_by_room(self) -> list[str]:
        """The signs of the family at home, room by room, for terminals."""
        signs = [member.sign for member in self.family]
        each = max(1, -(-len(signs) // max(1, len(self._own("ROOM")))))
        return ["".join(signs[first : first + each]) for first in range(0, len(signs), each)]

    def _land(self, land: Element, cells: tuple[Cell, ...], homes: list[str]) -> model.Land:
        kind = land.kind.lower().removesuffix("-land")
        fact, *animals = facts_of_element(land)
        button = self.moves.lands.get(land.name)
        return model.Land(
            kind=kind,
            plots=(cells,),
            tag=Tag(land.name, fact),
            title=self._land_title(land, kind) if button is None else button.title,
            words=(self._words(land, kind, homes),),
            material=symbol(land, "material"),
            fences=number(land, "fences"),
            stables=number(land, "stables"),
            tufts=_first_cell(land),
            inside=self._crops(land, cells),
            above=self._animals(land, cells, animals[0]) if animals else None,
            button=button,
            drops=self.moves.drops.get(land.name, ()),
        )

    def _land_title(self, land: Element, kind: str) -> str:
        crop, material = (self.names.word(symbol(land, slot) or "none") for slot in ("crop", "material"))
        numbers = {slot: number(land, slot) for slot in ("amount", "fences", "stables")}
        key = "fallow" if kind == "field" and not symbol(land, "crop") else kind
        return self.names.say(f"land.{key}", crop=crop, material=material, cells=len(_numbers(land)), **numbers)

    def _crops(self, land: Element, cells: tuple[Cell, ...]) -> PieceGroup | None:
        crop, amount = symbol(land, "crop"), number(land, "amount")
        return PieceGroup.of(crop, amount, cells, f"crop-{land.name}", _CROPS) if crop and amount > 0 else None

    def _animals(self, land: Element, cells: tuple[Cell, ...], fact: Fact) -> PieceGroup | None:
        animal, amount = symbol(land, "animal"), number(land, "animals")
        if not animal or amount <= 0:
            return None
        most = 1 if land.kind == "ROOM" else _PIECES_A_CELL * len(cells)
        tag = Tag(f"animals-{land.name}", fact)
        return PieceGroup.of(animal, amount, cells, f"animal-{land.name}", most, tag)

    def _words(self, land: Element, kind: str, homes: list[str]) -> tuple[str, str]:
        """Two lines about a land, for terminals."""
        animal, count = symbol(land, "animal"), number(land, "animals")
        animals = self.names.cell_amount(animal, count) if animal and count > 0 else ""
        match kind:
            case "room":
                return homes.pop(0) if homes else _ROOM, animals
            case "field":
                crop = symbol(land, "crop")
                return self.names.cell_amount(crop, number(land, "amount")) if crop else "", _FURROWS
            case "pasture":
                fences, stables = number(land, "fences"), number(land, "stables")
                is_finished = fences >= _FINISHED.get(len(_numbers(land)), 0)
                return (
                    f"{_FENCE}{fences}{f' {_STABLE}{stables}' if stables else ''}{'' if is_finished else ' …'}",
                    animals,
                )
            case _:
                return _EMPTY, ""


def _numbers(land: Element) -> tuple[int, ...]:
    """The numbers of a land's cells, of which it has at least one."""
    found = land.values.get("id", 0)
    return tuple(map(int, found)) or (0,) if isinstance(found, tuple) else (int(found),)


def _first_cell(land: Element) -> int:
    return min(_numbers(land))
