"""A farm as a picture: its cells, what grows and lives there, who is at home, and what the player has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from ludoteca.core.game import Fact
from ludoteca.core.i18n import phrase
from ludoteca.games.agricola_planning.farm import HERD, Farm, Person, layout
from ludoteca.games.agricola_planning.generate import ALL_GOODS
from ludoteca.games.agricola_planning.offers import ROOT, capital, name_of, word
from ludoteca.games.shared.agricola.drawings import box, grass, icon, improvement, soil, walls
from ludoteca.games.shared.agricola.farm_layout import COLUMNS, PAD, ROWS, STORE, Cell, Ground
from ludoteca.games.shared.svg_text import letters

SEATS = ("one", "two")  # the colours of the players, by their names in the style
DRAWN: Mapping[str, str] = {
    "sprout": '<path d="M20 36V18" stroke="#3f7a2c" stroke-width="3.5" stroke-linecap="round"/>'
    '<path d="M20 22Q6 22 6 8q14 0 14 14zM20 18Q20 5 34 5q0 13-14 13z" fill="#7cc04e" stroke="#3f7a2c"'
    ' stroke-width="1.5"/>',
    "paw": '<g fill="#6b5438"><ellipse cx="20" cy="27" rx="9" ry="7.5"/><circle cx="8.5" cy="19" r="4"/>'
    '<circle cx="15.5" cy="11" r="4"/><circle cx="24.5" cy="11" r="4"/><circle cx="31.5" cy="19" r="4"/></g>',
}
"""What grows, and animals of no matter which kind: pictures of this game alone."""
LINE = 25  # of the list of improvements
STORED = (*ALL_GOODS, "fence")


@dataclass(frozen=True, slots=True)
class Farmyard:
    """One player's farm, to be drawn on its ground."""

    farm: Farm
    ground: Ground
    turn: bool
    language: str

    @property
    def seat(self) -> str:
        return SEATS[self.farm.seat]

    def svg(self) -> str:
        ground, side = self.ground, self.ground.cell
        places = layout(self.farm.cells)
        drawn = {"room": self._rooms, "field": self._fields, "pasture": self._pastures, "empty": self._empty}
        return "".join(
            (
                f'<g id="farm-{self.farm.player}"><rect class="yard {self.seat}{" turn" if self.turn else ""}"'
                f' x="{ground.x:g}" y="{ground.y:g}" width="{ground.width:g}"'
                f' height="{ground.height(len(self.farm.improvements)):g}" rx="16"/>',
                *self._head(),
                f'<rect class="ground" x="{ground.left - 5:g}" y="{ground.top - 5:g}" width="{COLUMNS * side + 10:g}"'
                f' height="{ROWS * side + 10:g}" rx="9"/>',
                *(self._cells(kind, "".join(drawn[kind](cells))) for kind, cells in places.items()),
                *self._stores(),
                *self._improvements(),
                "</g>",
            )
        )

    def people(self, elsewhere: set[str]) -> str:
        """The family in its rooms, to be drawn above everything else; of whoever is elsewhere, the place at home."""
        rooms = layout(self.farm.cells)["room"] or [(0, ROWS - 1)]
        each = max(1, -(-len(self.farm.people) // len(rooms)))  # where people outnumber rooms, they share them
        size, drawn = self.ground.cell * 0.5, []
        for number, person in enumerate(self.farm.people):
            x, y = self.ground.corner(rooms[number // each])
            step = (self.ground.cell - 8 - size) / max(1, each - 1)
            left, top = x + 4 + number % each * min(step, size), y + self.ground.cell - size - 6
            if person.name in elsewhere:
                drawn.append(_place_at_home(person, left, top, size))
            else:
                drawn.append(figure(person, self.farm.player, left, top, size, self.language))
        return f'<g pointer-events="none">{"".join(drawn)}</g>'

    def _say(self, key: str, **args: str | int) -> str:
        return phrase(f"{ROOT}.view.{key}", self.language, **args)

    def _named(self, name: str, of: str = "name") -> str:
        return f"{ROOT}.{of}.{name}"

    # The head: name, who begins, actions, penalty

    def _head(self) -> Iterator[str]:
        farm, ground = self.farm, self.ground
        name = capital(phrase(f"{ROOT}.seat.{farm.player}", self.language))
        x, y = ground.x + PAD, ground.y + 32
        fact = f' data-fact="{Fact("current", (farm.player,))}"' if farm.current else ""
        yield letters(
            f"▶ {name}" if self.turn else name, x, y, 21, f"big {self.seat}", 150, f' id="{farm.player}"{fact}'
        )
        if farm.starting:
            yield f'<g id="starting" data-fact="{Fact("starting", (farm.player,))}">'
            yield f"<title>{escape(self._say('starting'))}</title>{icon('first', x + 146, y - 24, 30)}</g>"
        done, actions = Fact("done", (farm.player, farm.done)), Fact("actions", (farm.player, farm.actions))
        told = self._say("actions", done=farm.done, actions=farm.actions)
        yield f'<g id="actions-{farm.player}" data-fact="{actions}">'
        yield letters(told, x + 180, y, 16, "faint", 110, f' id="done-{farm.player}" data-fact="{done}"') + "</g>"
        about = escape(self._say("penalty_about", seat=self._named(farm.player, "seat")))
        fact = f' data-fact="{Fact("penalty", (farm.player, farm.penalty))}"'
        yield f"<g{fact} id='charged-{farm.player}'><title>{about}</title>"
        told, right = self._say("penalty", cost=farm.penalty), ground.x + ground.width - PAD
        yield letters(told, right, y, 21, f"big end {self.seat}", 150, f' id="penalty-{farm.player}"') + "</g>"

    # Cells, kind by kind: which of them is which does not matter

    def _cells(self, kind: str, drawn: str) -> str:
        farm, count = self.farm, self.farm.cells[kind]
        args: dict[str, str | int] = {"material": self._named(farm.material), "sown": farm.sown, "full": farm.full}
        title = self._say(f"cells.{kind}", cells=count, **args)
        fact = Fact("cells", (farm.player, kind, count))
        inside = f'<g id="{kind}-{farm.player}" data-fact="{fact}"><title>{escape(title)}</title>{drawn}</g>'
        if kind != "room":
            return inside
        return f'<g id="house-{farm.player}" data-fact="{Fact("house", (farm.player, farm.material))}">{inside}</g>'

    def _rooms(self, cells: list[Cell]) -> Iterator[str]:
        return (walls(*self.ground.corner(cell), self.ground.cell, self.farm.material) for cell in cells)

    def _empty(self, cells: list[Cell]) -> Iterator[str]:
        return (grass(*self.ground.corner(cell), self.ground.cell, cell[0] + 2 * cell[1]) for cell in cells)

    def _fields(self, cells: list[Cell]) -> Iterator[str]:
        yield from (soil(*self.ground.corner(cell), self.ground.cell) for cell in cells)
        yield f'<g id="sown-{self.farm.player}" data-fact="{Fact("sown_fields", (self.farm.player, self.farm.sown))}">'
        side = self.ground.cell
        for cell in cells[: self.farm.sown]:
            x, y = self.ground.corner(cell)
            spots = ((0.1, 0.14), (0.52, 0.14), (0.31, 0.5))
            yield from (icon("sprout", x + side * across, y + side * down, side * 0.38) for across, down in spots)
        yield "</g>"

    def _pastures(self, cells: list[Cell]) -> Iterator[str]:
        side = self.ground.cell
        for cell in cells:
            x, y = self.ground.corner(cell)
            yield f'<rect class="meadow"{box(x, y, side)} rx="7"/>'
            yield f'<rect class="post"{box(x, y, side, 6)} rx="3"/>'
        player = self.farm.player
        yield f'<g id="full-{player}" data-fact="{Fact("full_pastures", (player, self.farm.full))}">'
        for number, (cell, species) in enumerate(zip(cells, self.farm.herds, strict=False)):
            x, y = self.ground.corner(cell)
            for one in range(HERD):
                name = f' id="herd-{player}-{number}-{one}"'
                yield icon(
                    species or "paw", x + side * (0.11 + 0.37 * one), y + side * (0.14 + 0.3 * one), side * 0.42, name
                )
        yield "</g>"

    # Goods and improvements

    def _stores(self) -> Iterator[str]:
        top, abreast = self.ground.stores
        rows = -(-len(STORED) // abreast)
        yield (
            f'<rect class="strip" x="{self.ground.x + 8:g}" y="{top:g}" width="{self.ground.width - 16:g}"'
            f' height="{STORE * rows:g}" rx="10"/>'
        )
        player = self.farm.player
        for good in ALL_GOODS:
            amount = self.farm.stock[good]
            title = self._say("amount", amount=amount, good=self._named(good))
            yield self._store(good, amount, title, Fact("stock", (player, good, amount)))
        fences = self.farm.fences
        yield self._store("fence", fences, self._say("fences", fences=fences), Fact("fences", (player, fences)))

    def _store(self, good: str, amount: int, title: str, fact: Fact) -> str:
        x, y = self.ground.store(good)
        player, (_, abreast) = self.farm.player, self.ground.stores
        faint = "" if amount else ' class="none"'
        room = (self.ground.width - 2 * PAD) / abreast - 27
        number = letters(str(amount), x + 27, y + 21, 18, "big", room, f' id="amount-{player}-{good}"')
        return (
            f'<g id="stock-{player}-{good}" data-fact="{fact}"{faint}><title>{escape(title)}</title>'
            f"{icon(good, x, y + 1, 26)}{number}</g>"
        )

    def _improvements(self) -> Iterator[str]:
        ground = self.ground
        if not ground.narrow:
            x = ground.left + COLUMNS * ground.cell + 14
            yield letters(self._say("improvements"), x, ground.top + 8, 15, "faint", ground.x + ground.width - 8 - x)
        for number, bought in enumerate(self.farm.improvements):
            if ground.narrow:
                row, column = divmod(number, 2)
                room = (ground.width - 2 * PAD) / 2
                x, y = ground.x + PAD + column * room, ground.stores[0] + 2 * STORE + 6 + row * LINE
            else:
                x, y = ground.left + COLUMNS * ground.cell + 14, ground.top + 18 + number * LINE
                room = ground.x + ground.width - 8 - x
            name = letters(name_of(bought, self.language), x + 28, y + 18, 15, "", room - 30)
            title = capital(word(bought, self.language))
            yield f"<g><title>{escape(title)}</title>{icon(improvement(bought), x, y, 24)}{name}</g>"


def _place_at_home(person: Person, x: float, y: float, size: float) -> str:
    return (
        f'<use id="home-{person.name}" class="{SEATS[person.seat]}" opacity=".2" href="#agricola-person" x="{x:g}"'
        f' y="{y:g}" width="{size:g}" height="{size:g}"/>'
    )


def figure(person: Person, player: str, x: float, y: float, size: float, language: str) -> str:
    """Somebody of a family."""
    key = "acted" if person.acted else "unborn" if person.unborn else "person"
    title = phrase(f"{ROOT}.view.{key}", language, person=person.name, seat=f"{ROOT}.seat.{player}")
    look = SEATS[person.seat] + (" idle" if person.acted else "")
    return (
        f'<use id="{person.name}" class="{look}" href="#agricola-{"child" if person.unborn else "person"}" x="{x:g}"'
        f' y="{y:g}" width="{size:g}" height="{size:g}" data-fact="{person.fact(player)}">'
        f"<title>{escape(title)}</title></use>"
    )
