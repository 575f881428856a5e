"""The table as those who draw it want it: two farms, the cards and the improvements, read from a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ludoteca.core.game import Fact, Position
from ludoteca.games.agricola_planning.generate import ALL_GOODS, GOODS
from ludoteca.games.shared.agricola.farm_layout import COLUMNS, ROWS, Cell
from ludoteca.rules.planning.game import PlanningPosition
from ludoteca.rules.planning.syntax import Atom
from ludoteca.rules.planning.task import State, Task

KINDS = ("room", "pasture", "field", "empty")
YIELD: Mapping[str, int] = {"taking-goods": 5, "taking-animals": 2}
"""How much of its good a card gives."""
HERD = 2  # animals a pasture holds

_BY_COLUMN = [(column, row) for column in range(COLUMNS) for row in reversed(range(ROWS))]
_PREFERRED: Mapping[str, list[Cell]] = {
    "room": _BY_COLUMN,
    "pasture": _BY_COLUMN[::-1],
    "field": sorted(_BY_COLUMN, key=lambda cell: (abs(cell[0] - 2.4), cell[1])),
    "empty": _BY_COLUMN,
}
"""Where cells of a kind like to lie: rooms on the left, pastures on the right, fields between them."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a family; one too many for the actions there are is yet to be born."""

    name: str
    seat: int
    acted: bool
    unborn: bool

    def fact(self, player: str) -> Fact:
        return Fact("acted", (self.name,)) if self.acted else Fact("belongs", (self.name, player))


@dataclass(frozen=True, slots=True)
class Card:
    """What a card lets one do, the good it gives if it gives any, and whether it has been used."""

    name: str
    deeds: tuple[str, ...]
    good: str
    used: bool
    returns: bool


@dataclass(frozen=True, slots=True)
class Improvement:
    """What it costs, how much food it bakes from one grain and from two, and whose it is."""

    name: str
    price: tuple[tuple[str, int], ...]
    bread: tuple[int, ...]
    owner: int | None


@dataclass(frozen=True, slots=True)
class Farm:
    """What a player has."""

    seat: int
    player: str
    current: bool
    starting: bool
    done: int
    actions: int
    penalty: int
    material: str
    cells: Mapping[str, int]
    sown: int
    full: int
    fences: int
    stock: Mapping[str, int]
    people: tuple[Person, ...]
    improvements: tuple[str, ...]

    @property
    def herds(self) -> list[str]:
        """The species in each full pasture, as far as what there is in all leaves no doubt."""
        species = [good for good in GOODS["animal"] for _ in range(self.stock[good] // HERD)]
        sure = len(species) == self.full and sum(self.stock[good] for good in GOODS["animal"]) == HERD * self.full
        return species if sure else [""] * self.full


@dataclass(frozen=True, slots=True)
class Board:
    """All of it."""

    turn: int
    last_turn: int
    total: int
    farms: tuple[Farm, ...]
    cards: tuple[Card, ...]
    improvements: tuple[Improvement, ...]
    costs: Mapping[str, int]

    def person(self, name: str) -> Person:
        return next(person for farm in self.farms for person in farm.people if person.name == name)


def read(position: Position) -> Board:
    """The table at a position."""
    assert isinstance(position, PlanningPosition)
    return _Reader(position.game.table.task, position.state, position.game.seats).board()


class _Reader:
    """One state of one task."""

    def __init__(self, task: Task, state: State, seats: tuple[str, ...]) -> None:
        self.task = task
        self.state = state
        self.seats = seats

    def board(self) -> Board:
        return Board(
            self._value("turn"),
            self._value("last-turn"),
            self._value("total-cost"),
            tuple(self._farm(seat, player) for seat, player in enumerate(self.seats)),
            tuple(map(self._card, self._all("card"))),
            tuple(map(self._improvement, self._all("improvement"))),
            {deed: self._value("cost", deed) for deed in self._all("deed")},
        )

    def _farm(self, seat: int, player: str) -> Farm:
        return Farm(
            seat,
            player,
            self._holds("current", player),
            self._holds("starting", player),
            self._value("done", player),
            self._value("actions", player),
            self._value("penalty", player),
            next((material for material in GOODS["material"] if self._holds("house", player, material)), "wood"),
            {kind: self._value("cells", player, kind) for kind in KINDS},
            self._value("sown-fields", player),
            self._value("full-pastures", player),
            self._value("fences", player),
            {good: self._value("stock", player, good) for good in ALL_GOODS},
            tuple(self._people(seat, player)),
            tuple(name for name in self._all("improvement") if self._holds("owns", player, name)),
        )

    def _people(self, seat: int, player: str) -> Iterator[Person]:
        names = [name for name in self._all("person") if self._holds("belongs", name, player)]
        acted = [self._holds("acted", name) for name in names]
        unborn = len(names) - self._value("actions", player)
        for number, name in enumerate(names):
            waiting = acted[number + 1 :].count(False)
            yield Person(name, seat, acted[number], not acted[number] and waiting < unborn)

    def _card(self, name: str) -> Card:
        allowed = [deed for deed in self._all("deed") if self._holds("allows", name, deed)]
        deeds = tuple(sorted(allowed, key=lambda deed: deed != "renovating"))  # first renovate, then something else
        good = next((good for good in ALL_GOODS if self._holds("gives", name, good)), "")
        return Card(name, deeds, good, self._holds("used", name), self._holds("returns", name))

    def _improvement(self, name: str) -> Improvement:
        price = ((good, self._value("price", name, good)) for good in GOODS["material"])
        bread = (self._value("bread-of-one", name), self._value("bread-of-two", name))
        owner = next((seat for seat, player in enumerate(self.seats) if self._holds("owns", player, name)), None)
        return Improvement(name, tuple(part for part in price if part[1]), tuple(food for food in bread if food), owner)

    def _all(self, kind: str) -> list[str]:
        """The names of a kind of thing, in the order of the problem."""
        return [name for name, kinds in self.task.problem.objects.items() if kind in kinds]

    def _holds(self, name: str, *args: str) -> bool:
        return self.task.holds(self.state, Atom(name, args))

    def _value(self, name: str, *args: str) -> int:
        return int(self.task.value(self.state, Atom(name, args)) or 0)


def layout(cells: Mapping[str, int]) -> dict[str, list[Cell]]:
    """Where the cells of each kind lie, so that few of them move when one changes.

    >>> layout({"room": 2, "field": 1, "pasture": 0, "empty": 12})["room"]
    [(0, 2), (0, 1)]
    """
    free = set(_BY_COLUMN)
    placed = {}
    for kind in KINDS:
        wanted = [cell for cell in _PREFERRED[kind] if cell in free]
        placed[kind] = wanted[: cells.get(kind, 0)]
        free -= set(placed[kind])
    return placed
