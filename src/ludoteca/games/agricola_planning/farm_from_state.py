"""One player's part of a planning state as a farm to draw."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from ludoteca.core.game import Fact
from ludoteca.games.agricola_planning.generate import ALL_GOODS, GOODS
from ludoteca.games.agricola_planning.words import person_number
from ludoteca.games.shared.agricola import board as model
from ludoteca.games.shared.agricola.board import COLUMNS, ROWS, Cell, FamilyMember, Piece, PieceGroup, Tag, TaggedText
from ludoteca.games.shared.agricola.icons import improvement_icon
from ludoteca.games.shared.agricola.names import Names
from ludoteca.games.shared.agricola.style import COLOURS
from ludoteca.rules.planning.game import PlanningPosition
from ludoteca.rules.planning.syntax import Atom

KINDS = ("room", "pasture", "field", "empty")
HERD = 2  # animals in a full pasture
_BY_COLUMN = [(column, row) for column in range(COLUMNS) for row in reversed(range(ROWS))]
_PREFERRED: Mapping[str, list[Cell]] = {
    "room": _BY_COLUMN,
    "pasture": _BY_COLUMN[::-1],
    "field": sorted(_BY_COLUMN, key=lambda cell: (abs(cell[0] - 2.4), cell[1])),
    "empty": _BY_COLUMN,
}
"""The cells in the order in which each kind takes them: rooms on the left, pastures on the right, fields between."""
_SPROUTS = ((0.1, 0.14), (0.52, 0.14), (0.31, 0.5))
_READY, _ACTED, _SPARE, _STARTING = "●", "○", "◌", "⚑"
_FENCES, _FURROWS, _ROOM, _EMPTY = "╫ ╫ ╫", "~~~~~~~", "⌂", "·"


def place_cells(cells: Mapping[str, int]) -> dict[str, list[Cell]]:
    """The cells of each kind, so that few of them move when one changes its kind.

    >>> place_cells({"room": 2, "field": 1, "pasture": 0, "empty": 12})["room"]
    [(0, 2), (0, 1)]
    """
    free = set(_BY_COLUMN)
    placed = {}
    for kind in KINDS:
        wanted = [cell for cell in _PREFERRED[kind] if cell in free]
        placed[kind] = wanted[: cells.get(kind, 0)]
        free -= set(placed[kind])
    return placed


class StateReader:
    """The facts and numbers of a position's state."""

    def __init__(self, position: PlanningPosition) -> None:
        self.task = position.game.table.task
        self.state = position.state

    def all(self, kind: str) -> list[str]:
        """The objects of a type, in the order of the problem."""
        return [name for name, kinds in self.task.problem.objects.items() if kind in kinds]

    def holds(self, name: str, *args: str) -> bool:
        return self.task.holds(self.state, Atom(name, args))

    def value(self, name: str, *args: str) -> int:
        return int(self.task.value(self.state, Atom(name, args)) or 0)


class FarmReader(StateReader):
    """The state of one player; family members in `away` are drawn elsewhere."""

    def __init__(self, position: PlanningPosition, seat: int, names: Names, away: Container[str]) -> None:
        super().__init__(position)
        self.seat = seat
        self.player = position.game.seats[seat]
        self.heading = names.seat_heading(self.player)
        self.is_on_turn = position.turn == seat
        self.names = names
        self.away = away
        self.stock = {good: self.value("stock", self.player, good) for good in ALL_GOODS}
        self.sown = self.value("sown-fields", self.player)
        self.full = self.value("full-pastures", self.player)
        self.done, self.actions = self.value("done", self.player), self.value("actions", self.player)
        self.material = next((good for good in GOODS["material"] if self.holds("house", self.player, good)), "wood")

    def farm(self) -> model.Farm:
        say, player, penalty = self.names.say, self.player, self.value("penalty", self.player)
        is_starting = self.holds("starting", player)
        about = say("penalty_title", seat=self.heading)
        current = Fact("current", (player,)) if self.holds("current", player) else None
        actions = say("actions", done=self.done, actions=self.actions)
        return model.Farm(
            player,
            COLOURS[self.seat],
            TaggedText(self.heading, Tag(player, current)),
            TaggedText(say("penalty", cost=penalty), Tag(f"penalty-{player}"), about),
            self.is_on_turn,
            tuple(self._lands()),
            tuple(replace(member, is_away=member.name in self.away) for member in self.members),
            tuple(self._goods()),
            tuple(self._improvements()),
            score_tag=Tag(f"charged-{player}", Fact("penalty", (player, penalty))),
            note=TaggedText(actions, Tag(f"done-{player}", Fact("done", (player, self.done)))),
            note_tag=Tag(f"actions-{player}", Fact("actions", (player, self.actions))),
            starting_title=say("starting") if is_starting else "",
            starting_sign=_STARTING if is_starting else "",
            lines=tuple(self._lines(actions)),
        )

    def _lines(self, actions: str) -> Iterator[str]:
        """The family and the counts, for terminals."""
        yield "  " + " ".join(f"{member.sign}{member.name}" for member in self.members)
        fences = self.value("fences", self.player)
        yield f"  {actions}" + (f" · {self.names.say('fences', fences=fences)}" if fences else "")

    # The family

    @cached_property
    def members(self) -> list[FamilyMember]:
        """The whole family; those beyond the number of actions are spare."""
        names = [name for name in self.all("person") if self.holds("belongs", name, self.player)]
        waiting = [name for name in names if not self.holds("acted", name)]
        spare = waiting[max(0, len(waiting) - max(0, len(names) - self.actions)) :]
        return [self._member(name, name not in waiting, name in spare) for name in names]

    def member(self, name: str, fact: Fact) -> FamilyMember:
        """A member at work, shown as one that has not acted yet."""
        return FamilyMember(name, COLOURS[self.seat], self._member_title("person", name), fact, _READY)

    def _member(self, name: str, has_acted: bool, is_spare: bool) -> FamilyMember:
        key = "acted" if has_acted else "spare" if is_spare else "person"
        fact = Fact("acted", (name,)) if has_acted else Fact("belongs", (name, self.player))
        sign = _ACTED if has_acted else _SPARE if is_spare else _READY
        return FamilyMember(name, COLOURS[self.seat], self._member_title(key, name), fact, sign, is_spare, has_acted)

    def _member_title(self, key: str, name: str) -> str:
        return self.names.say(key, person=person_number(name), seat=self.heading)

    # Goods and improvements

    def _goods(self) -> Iterator[model.Good]:
        player = self.player
        for good, amount in self.stock.items():
            tag = Tag(f"stock-{player}-{good}", Fact("stock", (player, good, amount)))
            yield model.Good(good, amount, self.names.amount(good, amount), tag)
        fences = self.value("fences", player)
        tag = Tag(f"stock-{player}-fence", Fact("fences", (player, fences)))
        yield model.Good("fence", fences, self.names.say("fences", fences=fences), tag, is_listed=False)

    def _improvements(self) -> Iterator[model.OwnedImprovement]:
        for name in self.all("improvement"):
            if self.holds("owns", self.player, name):
                yield model.OwnedImprovement(self.names.label(name), improvement_icon(name), self.names.title(name))

    # Cells, kind by kind: which of them is which does not matter

    def _lands(self) -> Iterator[model.Land]:
        counts = {kind: self.value("cells", self.player, kind) for kind in KINDS}
        names = {"material": f"{self.names.prefix}.name.{self.material}"}
        for kind, cells in place_cells(counts).items():
            is_house = kind == "room"
            yield model.Land(
                kind=kind,
                plots=tuple((cell,) for cell in cells),
                tag=Tag(f"{kind}-{self.player}", Fact("cells", (self.player, kind, counts[kind]))),
                title=self.names.say(f"cells.{kind}", cells=counts[kind], sown=self.sown, full=self.full, **names),
                words=tuple(self._words(kind, number) for number in range(len(cells))),
                material=self.material if is_house else "",
                inside=self._pieces(kind, cells),
                wrapper=Tag(f"house-{self.player}", Fact("house", (self.player, self.material))) if is_house else None,
            )

    def _pieces(self, kind: str, cells: list[Cell]) -> PieceGroup | None:
        """The sprouts on sown fields, or the animals in full pastures."""
        player = self.player
        if kind == "field":
            sprouts = (Piece("sprout", cell, *spot, 0.38) for cell in cells[: self.sown] for spot in _SPROUTS)
            return PieceGroup(tuple(sprouts), Tag(f"sown-{player}", Fact("sown_fields", (player, self.sown))))
        if kind == "pasture":
            animals = (
                Piece(species or "paw", cell, 0.11 + 0.37 * n, 0.14 + 0.3 * n, 0.42, f"herd-{player}-{number}-{n}")
                for number, (cell, species) in enumerate(zip(cells, self.herds, strict=False))
                for n in range(HERD)
            )
            return PieceGroup(tuple(animals), Tag(f"full-{player}", Fact("full_pastures", (player, self.full))))
        return None

    @property
    def herds(self) -> list[str]:
        """The species in each full pasture; empty if the animals there are leave any doubt."""
        species = [good for good in GOODS["animal"] for _ in range(self.stock[good] // HERD)]
        is_certain = len(species) == self.full and sum(self.stock[good] for good in GOODS["animal"]) == HERD * self.full
        return species if is_certain else [""] * self.full

    def _words(self, kind: str, number: int) -> tuple[str, str]:
        """Two lines about a cell, for terminals."""
        match kind:
            case "room":
                return self.names.title(self.material), _ROOM
            case "field":
                return self.names.say("sown") if number < self.sown else "", _FURROWS
            case "pasture":
                if number >= self.full:
                    return _FENCES, ""
                species = self.herds[number]
                return _FENCES, self.names.cell_amount(species, HERD) if species else self.names.say("full")
            case _:
                return _EMPTY, ""
