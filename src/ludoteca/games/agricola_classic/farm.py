"""Working memory read as a table: two farms, the cards between them, and where the game is.

What never changes is not part of a position, so what is printed on the board stands here: in which round a harvest
follows, and to which period a round belongs.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ludoteca.games.shared.agricola.farm_layout import COLUMNS, ROWS, Cell
from ludoteca.rules.production.working_memory import Element, State

ROUNDS = 14
PERIODS = ((1, 2, 3, 4), (5, 6, 7), (8, 9), (10, 11), (12, 13), (14,))
"""The rounds of each period; a harvest follows the last one of them."""
HARVESTS = tuple(rounds[-1] for rounds in PERIODS)
GOODS = ("wood", "clay", "reed", "stone", "grain", "vegetable", "sheep", "boar", "cattle", "food")
BOARD = (
    "farm-expansion",
    "starting-player",
    "plowland",
    "forest",
    "clay-pit",
    "reed-bank",
    "grain-seeds",
    "day-labourer",
    "fishing",
)
"""The cards printed on the board, as they lie there."""
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
_FINISHED = {1: 4, 2: 6}  # fences around so many cells
_EVERYBODY = 3
_LANDS = ("ROOM", "FIELD", "PASTURE", "EMPTY-LAND")
_KINDS = ("room", "field", "pasture", "empty")

"""Column and row, from the upper left."""


@dataclass(frozen=True, slots=True)
class Land:
    """What stands on a cell, or on two (`cell` is the lower number of them); numbers that do not apply are 0."""

    name: str
    kind: str
    cells: int
    cell: int = 0
    material: str = ""
    crop: str = ""
    amount: int = 0
    animal: str = ""
    animals: int = 0
    space: int = 0
    fences: int = 0
    stables: int = 0

    @property
    def finished(self) -> bool:
        return self.fences >= _FINISHED.get(self.cells, 0)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a family: `where` is a card, or how the person is at home: `none`, `on-the-way`, `rest`.

    When the others have come home, newborns are at home too, whatever card they were born on.
    """

    name: str
    seat: int
    number: int
    newborn: bool
    where: str
    at_home: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A card with actions; `good` is what lies on it, `total` of them, `each` more with every round."""

    title: str
    actions: tuple[str, ...]
    taken: bool
    joint: bool
    period: int = 0
    good: str = ""
    total: int = 0
    each: int = 0


@dataclass(frozen=True, slots=True)
class Improvement:
    """A major improvement: what it costs, what it is worth, whose it is (None: nobody's)."""

    title: str
    cost: tuple[tuple[str, int], ...]
    points: int
    owner: int | None
    left: int | None

    @property
    def either(self) -> bool:
        """Whether one of the two prices is enough."""
        return self.cost[0][0] == "fireplace"


@dataclass(frozen=True, slots=True)
class Farm:
    """A player's own things."""

    seat: int
    lands: tuple[Land, ...]
    people: tuple[Person, ...]
    goods: dict[str, int]
    improvements: tuple[Improvement, ...]
    begging: int
    starting: bool

    def of(self, kind: str) -> list[Land]:
        return [land for land in self.lands if land.kind == kind]


@dataclass(frozen=True, slots=True)
class Table:
    """All that is to be seen."""

    farms: tuple[Farm, ...]
    board: tuple[Card, ...]
    turned: tuple[Card, ...]
    improvements: tuple[Improvement, ...]
    round: int
    phase: str

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.board + self.turned

    @property
    def people(self) -> list[Person]:
        return [person for farm in self.farms for person in farm.people]

    @property
    def shown_round(self) -> int:
        """The round to tell; while points are counted, the last one that was played."""
        return min(self.round, ROUNDS)


def read(state: State) -> Table:
    """The table of a position."""
    actions = _actions(state)
    board = tuple(_card(title, 0, actions.get(title, ())) for title in BOARD)
    # Working memory holds what changed last at its end: cards of a period lie in the order they were turned up.
    turned = [
        (_number(card, "period"), _word(card, "title"))
        for card in state.of("ROUND-CARD")
        if _number(card, "player") == _EVERYBODY
    ]
    turned.sort(key=lambda card: card[0])
    improvements = _improvements(state)
    at_work = {title for title, own in actions.items() if any(action.values["occupied"] == "TRUE" for action in own)}
    farms = tuple(_farm(state, seat, improvements, at_work) for seat in range(len(state.of("PLAYER"))))
    phase = state.named["phase"]
    return Table(
        farms,
        board,
        tuple(_card(title, period, actions.get(title, ())) for period, title in turned),
        improvements,
        _number(phase, "round"),
        _word(phase, "now"),
    )


def coming(table: Table) -> list[tuple[int, int]]:
    """The periods that still have cards to turn up, and how many.

    >>> coming(Table((), (), (), (), 1, "start-of-round"))[:2]
    [(1, 4), (2, 3)]
    """
    turned = [card.period for card in table.turned]
    left = [(period, len(rounds) - turned.count(period)) for period, rounds in enumerate(PERIODS, 1)]
    return [(period, count) for period, count in left if count > 0]


def layout(lands: Sequence[Land]) -> Iterator[tuple[Land, tuple[Cell, ...]]]:
    """Where to draw each land, since it does not matter where it lies.

    Cells are filled column by column, up and down in turn, so that two of them in a row are neighbours. The house
    begins at the lower left, fields follow it; pastures begin at the far end, so that they never have to move.

    >>> room, pasture = Land("a", "room", 1), Land("b", "pasture", 2)
    >>> [cells for _, cells in layout([room, pasture])]
    [((0, 2),), ((4, 0), (4, 1))]
    """
    path = list(_path())
    for land in lands:
        if land.kind != "pasture" and path:
            yield land, (path.pop(0),)
        elif land.kind == "pasture" and len(path) >= land.cells:
            yield land, tuple(path.pop() for _ in range(land.cells))


def _path() -> Iterator[Cell]:
    for column in range(COLUMNS):
        rows = range(ROWS) if column % 2 else reversed(range(ROWS))
        yield from ((column, row) for row in rows)


def _number(element: Element, slot: str) -> int:
    value = element.values.get(slot, 0)
    return value if isinstance(value, int) else 0


def _word(element: Element, slot: str) -> str:
    value = str(element.values.get(slot, ""))
    return "" if value == "none" else value


def _of_player(elements: Iterable[Element], player: int) -> list[Element]:
    return [element for element in elements if _number(element, "player") == player]


def _actions(state: State) -> dict[str, list[Element]]:
    """What each card lets one do, in the order of its actions."""
    found: dict[str, list[Element]] = {}
    for element in state.elements:
        if element.name and {"card", "joint"} <= element.values.keys():
            found.setdefault(_word(element, "card"), []).append(element)
    return {card: sorted(elements, key=lambda action: _number(action, "id")) for card, elements in found.items()}


def _card(title: str, period: int, actions: Sequence[Element]) -> Card:
    kinds = tuple(dict.fromkeys(action.kind.lower() for action in actions))
    taken = any(action.values["occupied"] == "TRUE" for action in actions)
    joint = any(action.values["joint"] == "TRUE" for action in actions)
    for pile in actions:
        if pile.kind == "TAKE-GOODS":
            lies = _word(pile, "good"), _number(pile, "total"), _number(pile, "each-round")
            return Card(title, kinds, taken, joint, period, *lies)
    return Card(title, kinds, taken, joint, period)


def _improvements(state: State) -> tuple[Improvement, ...]:
    """The ten, in the order of the board."""
    left = {_word(well, "card"): _number(well, "left") for well in state.of("START-OF-ROUND")}
    found = {}
    for element in (*state.of("ONE-RESOURCE-IMPROVEMENT"), *state.of("TWO-RESOURCES-IMPROVEMENT")):
        title, player = _word(element, "title"), _number(element, "player")
        names = [("resource", "cost"), ("resource-1", "cost-1"), ("resource-2", "cost-2")]
        cost = [(_word(element, good), _number(element, price)) for good, price in names if good in element.values]
        owner = player - 1 if player else None
        found[title] = Improvement(title, tuple(cost), _number(element, "points"), owner, left.get(title))
    return tuple(found[title] for title in IMPROVEMENTS if title in found)


def _farm(state: State, seat: int, improvements: Sequence[Improvement], at_work: Container[str]) -> Farm:
    number = seat + 1
    mine = _of_player(state.elements, number)
    lands = [_land(element) for kind in _LANDS for element in _of_player(state.of(kind), number)]
    people = [_person(element, seat, at_work) for element in _of_player(state.of("PERSON"), number)]
    return Farm(
        seat,
        tuple(sorted(lands, key=lambda land: (_KINDS.index(land.kind), land.cell))),
        tuple(sorted(people, key=lambda person: person.number)),
        {_word(element, "good"): _number(element, "amount") for element in mine if "young" in element.values},
        tuple(improvement for improvement in improvements if improvement.owner == seat),
        len(_of_player(state.of("BEGGING-CARD"), number)),
        state.named[f"player-{number}"].values["starting"] == "TRUE",
    )


def _land(element: Element) -> Land:
    found = element.values.get("id", 0)
    cells = found if isinstance(found, tuple) else (found,)
    return Land(
        element.name,
        element.kind.lower().removesuffix("-land"),
        max(1, len(cells)),
        int(min(cells, default=0)),
        _word(element, "material"),
        _word(element, "crop"),
        _number(element, "amount"),
        _word(element, "animal"),
        _number(element, "animals"),
        _number(element, "space"),
        _number(element, "fences"),
        _number(element, "stables"),
    )


def _person(element: Element, seat: int, at_work: Container[str]) -> Person:
    newborn, where = element.values.get("newborn") == "TRUE", str(element.values.get("action", "none"))
    return Person(element.name, seat, _number(element, "id"), newborn, where, where not in at_work)
