"""A farm as a picture: its cells, what lives and grows there, the player's goods and improvements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from ludoteca.core.game import Fact
from ludoteca.core.i18n import phrase
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.facts import SEATS
from ludoteca.games.agricola_classic.farm import GOODS, Farm, Land, Person, layout
from ludoteca.games.agricola_classic.offers import ROOT, Offer, capital, name_of, word
from ludoteca.games.shared.agricola.drawings import grass, icon, improvement, soil, walls
from ludoteca.games.shared.agricola.farm_layout import COLUMNS, PAD, ROWS, STORE, Cell, Ground
from ludoteca.games.shared.svg_text import letters

LINE = 23  # of the list of improvements
_CROWD = 4  # animals drawn one by one, a cell


@dataclass(frozen=True, slots=True)
class Farmyard:
    """One player's farm, to be drawn on its ground."""

    farm: Farm
    ground: Ground
    turn: bool
    points: float
    offers: Mapping[str, Offer]
    drops: Mapping[str, Sequence[str]]
    language: str

    def svg(self) -> str:
        ground, seat = self.ground, SEATS[self.farm.seat]
        height = ground.height(len(self.farm.improvements))
        side = ground.cell
        return "".join(
            (
                f'<g id="farm-{seat}"><rect class="yard {seat}{" turn" if self.turn else ""}" x="{ground.x:g}"'
                f' y="{ground.y:g}" width="{ground.width:g}" height="{height:g}" rx="16"/>',
                *self._head(),
                f'<rect class="ground" x="{ground.left - 5:g}" y="{ground.top - 5:g}" width="{COLUMNS * side + 10:g}"'
                f' height="{ROWS * side + 10:g}" rx="9"/>',
                *(self._land(land, cells) for land, cells in layout(self.farm.lands)),
                *self._stores(),
                *self._improvements(),
                "</g>",
            )
        )

    def people(self) -> str:
        """Those at home, in their rooms; to be drawn above everything else."""
        rooms = [cells[0] for land, cells in layout(self.farm.lands) if land.kind == "room"] or [(0, ROWS - 1)]
        at_home = [person for person in self.farm.people if person.at_home]
        # Where people outnumber rooms, they share them.
        each = -(-len(at_home) // len(rooms))
        step, drawn = self.ground.cell * 0.3, []
        for number, person in enumerate(at_home):
            x, y = self.ground.corner(rooms[number // max(each, 1)])
            size = self.ground.cell * 0.46
            drawn.append(figure(person, x + 4 + number % max(each, 1) * step, y + 4, size, self.language))
        # Nobody stands in the way of choosing a room.
        through = ' pointer-events="none"' if self.offers or self.drops else ""
        return f"<g{through}>{''.join(drawn)}</g>"

    # The head: name, starting player, begging cards, points

    def _head(self) -> Iterator[str]:
        ground, seat = self.ground, SEATS[self.farm.seat]
        name = capital(phrase(f"{ROOT}.seat.{seat}", self.language))
        x, y = ground.x + PAD, ground.y + 32
        fact = f' id="turn" data-fact="turn({seat})"' if self.turn else ""
        yield letters(f"▶ {name}" if self.turn else name, x, y, 21, f"big {seat}", more=fact)
        x += 170
        if self.farm.starting:
            title = phrase(f"{ROOT}.view.starting", self.language)
            yield f'<g id="starting" data-fact="starting({seat})"><title>{escape(title)}</title>'
            yield f"{icon('first', x, y - 24, 30)}</g>"
        if self.farm.begging:
            title = phrase(f"{ROOT}.view.begging", self.language, cards=self.farm.begging)
            counted = Fact("count", (seat, "begging_card", self.farm.begging))
            yield f'<g id="begging-{seat}" data-fact="{counted}"><title>{escape(title)}</title>'
            yield icon("begging", x + 38, y - 24, 30) + letters(f"×{self.farm.begging}", x + 68, y, 18, "big") + "</g>"
        points = phrase(f"{ROOT}.view.points", self.language, points=round(self.points))
        title = phrase(f"{ROOT}.view.points_now", self.language)
        yield f"<g><title>{escape(title)}</title>"
        yield letters(points, ground.x + ground.width - PAD, y, 21, f"big end {seat}", more=f' id="points-{seat}"')
        yield "</g>"

    # Cells

    def _land(self, land: Land, cells: tuple[Cell, ...]) -> str:
        offer = self.offers.get(land.name)
        move = f' data-move={quoteattr(offer.move)} tabindex="0"' if offer else ""
        title = offer.long if offer else self._title(land)
        drawn = {"room": self._room, "field": self._field, "pasture": self._pasture, "empty": self._empty}[land.kind]
        spot = f'<rect class="spot"{self._box(cells, 10)} rx="6"/>' if offer else ""
        inside = (
            f'<g id="{land.name}"{move} data-fact="{self._fact(land)}"><title>{escape(title)}</title>'
            f"{drawn(land, cells)}{spot}</g>{self._animals(land, cells)}"
        )
        # A land where different things could go is a place inside a place.
        for drop in self.drops.get(land.name, ()):
            spot = f'<rect class="spot"{self._box(cells, 10)} rx="6"/>'
            inside = f'<g class="drop" data-drop={quoteattr(drop)}>{inside}{spot}</g>'
        return inside

    def _title(self, land: Land) -> str:
        args = {"crop": word(land.crop or "none", self.language), "material": word(land.material, self.language)}
        numbers = {"amount": land.amount, "cells": land.cells, "fences": land.fences, "stables": land.stables}
        key = "fallow" if land.kind == "field" and not land.crop else land.kind
        return phrase(f"{ROOT}.view.land.{key}", self.language, **args, **numbers)

    def _fact(self, land: Land) -> Fact:
        seat = SEATS[self.farm.seat]
        match land.kind:
            case "room":
                return Fact("room", (seat, land.cell, land.material))
            case "field":
                return Fact("field", (seat, land.cell, land.crop or "none", land.amount))
            case "pasture":
                return Fact("pasture", (seat, land.cell, land.cells, land.fences, land.stables))
            case _:
                return Fact("empty", (seat, land.cell))

    def _box(self, cells: tuple[Cell, ...], inset: float) -> str:
        """The rectangle around cells that lie side by side."""
        corners = [self.ground.corner(cell) for cell in cells]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        width = max(x for x, _ in corners) - left + self.ground.cell - 2 * inset
        height = max(y for _, y in corners) - top + self.ground.cell - 2 * inset
        return f' x="{left + inset:g}" y="{top + inset:g}" width="{width:g}" height="{height:g}"'

    def _empty(self, land: Land, cells: tuple[Cell, ...]) -> str:
        return grass(*self.ground.corner(cells[0]), self.ground.cell, land.cell)

    def _field(self, land: Land, cells: tuple[Cell, ...]) -> str:
        ground = soil(*self.ground.corner(cells[0]), self.ground.cell)
        if not land.crop or land.amount <= 0:
            return ground
        return ground + self._many(land.crop, land.amount, cells, f"crop-{land.name}", 3)

    def _room(self, land: Land, cells: tuple[Cell, ...]) -> str:
        return walls(*self.ground.corner(cells[0]), self.ground.cell, land.material or "wood")

    def _pasture(self, land: Land, cells: tuple[Cell, ...]) -> str:
        stables = "".join(self._stable(cells, number) for number in range(min(land.stables, 4)))
        return f'<rect class="meadow"{self._box(cells, 2)} rx="7"/>{self._fences(land, cells)}{stables}'

    def _stable(self, cells: tuple[Cell, ...], number: int) -> str:
        x, y = self.ground.corner(cells[number % len(cells)])
        size = self.ground.cell * 0.34
        return icon("stable", x + 8 + number // len(cells) * size, y + 8, size)

    def _fences(self, land: Land, cells: tuple[Cell, ...]) -> str:
        """The fences there are, piece by piece around the cells; where others are to come, a faint line."""
        sides = list(self._sides(cells))
        built, missing = sides[: max(0, land.fences)], sides[max(0, land.fences) :]
        faint = f'<path class="planned" d="{"".join(missing)}"/>' if missing else ""
        return f'{faint}<path class="post" d="{"".join(built)}"/>'

    def _sides(self, cells: tuple[Cell, ...]) -> Iterator[str]:
        """Every side of the cells that no other of them shares."""
        inset, far = 5, self.ground.cell - 5
        for column, row in cells:
            x, y = self.ground.corner((column, row))
            near = {(-1, 0), (1, 0), (0, -1), (0, 1)} & {(c - column, r - row) for c, r in cells}
            left, right = (0 if (-1, 0) in near else inset), (self.ground.cell if (1, 0) in near else far)
            top, bottom = (0 if (0, -1) in near else inset), (self.ground.cell if (0, 1) in near else far)
            ends = {
                (0, 1): (left, far, right, far),
                (-1, 0): (inset, bottom, inset, top),
                (0, -1): (left, inset, right, inset),
                (1, 0): (far, top, far, bottom),
            }
            for side, (x1, y1, x2, y2) in ends.items():
                if side not in near:
                    yield f"M{x + x1:g} {y + y1:g}L{x + x2:g} {y + y2:g}"

    def _animals(self, land: Land, cells: tuple[Cell, ...]) -> str:
        if not land.animal or land.animals <= 0:
            return ""
        fact = Fact("animals", (SEATS[self.farm.seat], land.cell, land.animal, land.animals))
        most = 1 if land.kind == "room" else _CROWD * len(cells)
        drawn = self._many(land.animal, land.animals, cells, f"animal-{land.name}", most)
        return f'<g id="animals-{land.name}" data-fact="{fact}" pointer-events="none">{drawn}</g>'

    def _many(self, thing: str, count: int, cells: tuple[Cell, ...], name: str, most: int) -> str:
        """So many of a thing one by one, or one of them with the number."""
        side = self.ground.cell
        size = side * 0.36
        if count > most:
            x, y = self.ground.corner(cells[-1])
            wide = 12 + 11 * len(str(count))
            left, top = x + side - 8 - wide, y + 8
            told = letters(f"{count}", left + wide / 2, top + 20, 18, "big middle")
            pill = f'<rect class="pill" x="{left:g}" y="{top:g}" width="{wide}" height="27" rx="13"/>'
            return icon(thing, x + side * 0.3, y + side * 0.46, size * 1.25, f' id="{name}-1"') + pill + told
        places = [(cell, spot) for spot in ((1, 1), (0, 1), (1, 0), (0, 0)) for cell in cells]
        drawn = []
        for number, (cell, (across, down)) in enumerate(places[:count], 1):
            x, y = self.ground.corner(cell)
            drawn.append(
                icon(
                    thing,
                    x + side * (0.12 + 0.42 * across),
                    y + side * (0.12 + 0.42 * down),
                    size,
                    f' id="{name}-{number}"',
                )
            )
        return "".join(drawn)

    # Goods and improvements

    def _stores(self) -> Iterator[str]:
        top, abreast = self.ground.stores
        height = STORE * len(GOODS) / abreast
        yield (
            f'<rect class="strip" x="{self.ground.x + 8:g}" y="{top:g}" width="{self.ground.width - 16:g}"'
            f' height="{height:g}" rx="10"/>'
        )
        seat = SEATS[self.farm.seat]
        for good in GOODS:
            amount = self.farm.goods.get(good, 0)
            x, y = self.ground.store(good)
            fact = Fact("goods", (seat, word_of(good), amount))
            told = f"{amount} {word(good, self.language)}"
            faint = "" if amount else ' class="none"'
            room = (self.ground.width - 2 * PAD) / abreast - 27
            number = letters(str(amount), x + 27, y + 21, 18, "big", room, f' id="amount-{seat}-{good}"')
            yield (
                f'<g id="goods-{seat}-{good}" data-fact="{fact}"{faint}><title>{escape(told)}</title>'
                f"{icon(good, x, y + 1, 26)}{number}</g>"
            )

    def _improvements(self) -> Iterator[str]:
        ground = self.ground
        if not ground.narrow:
            x = ground.left + COLUMNS * ground.cell + 14
            caption = phrase(f"{ROOT}.view.improvements", self.language)
            yield letters(caption, x, ground.top + 8, 15, "faint", ground.x + ground.width - 8 - x)
        for number, bought in enumerate(self.farm.improvements):
            if ground.narrow:
                row, column = divmod(number, 2)
                top, _ = ground.stores
                room = (ground.width - 2 * PAD) / 2
                x, y = ground.x + PAD + column * room, top + 2 * STORE + 6 + row * LINE
            else:
                x, y = ground.left + COLUMNS * ground.cell + 16, ground.top + 16 + number * LINE
                room = ground.x + ground.width - 8 - x
            left = f" ({bought.left})" if bought.left is not None else ""
            name = name_of(bought.title, self.language) + left
            yield icon(improvement(bought.title), x, y, 23) + letters(name, x + 28, y + 18, 15, "", room - 30)


def figure(person: Person, x: float, y: float, size: float, language: str) -> str:
    """Somebody of a family."""
    seat = SEATS[person.seat]
    newborn = "yes" if person.newborn else "no"
    fact = Fact("family", (seat, person.number, newborn, word_of(person.where)))
    key = "newborn" if person.newborn else "rests" if person.where == "rest" else "person"
    title = phrase(f"{ROOT}.view.{key}", language, seat=f"{ROOT}.seat.{seat}")
    shape, idle = "child" if person.newborn else "person", " idle" if person.where == "rest" else ""
    return (
        f'<use id="{person.name}" class="{seat}{idle}" href="#agricola-{shape}" x="{x:g}" y="{y:g}" width="{size:g}"'
        f' height="{size:g}" data-fact="{fact}"><title>{escape(title)}</title></use>'
    )
