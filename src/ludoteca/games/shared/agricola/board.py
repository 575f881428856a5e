"""The board model: farms, action cards, improvements and the moves that belong to each, as they are shown.

Every Agricola game fills this model from its own position, in one language. The modules that draw, as a picture or in a
terminal, read nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.game import Fact

COLUMNS, ROWS = 5, 3
Cell = tuple[int, int]
"""Column and row of a farm, from the upper left."""


@dataclass(frozen=True, slots=True)
class Tag:
    """How the page finds an element of the picture: its id, and the fact it shows."""

    id: str = ""
    fact: Fact | None = None


NO_TAG = Tag()


@dataclass(frozen=True, slots=True)
class MoveButton:
    """A button that makes a move, or with `is_pick` the first step of several moves.

    `drop` is the second step that the button accepts when a family member has been picked up before.
    """

    text: str
    icon: str
    label: str
    title: str
    is_pick: bool = False
    drop: str = ""


@dataclass(frozen=True, slots=True)
class TaggedText:
    """A text with the element it is written in, and the title of that element."""

    text: str
    tag: Tag = NO_TAG
    title: str = ""


# Farms


@dataclass(frozen=True, slots=True)
class FamilyMember:
    """A person of a family; one that is away has a place at home but is drawn elsewhere. `sign` is for terminals."""

    name: str
    colour: str
    title: str
    fact: Fact
    sign: str
    is_child: bool = False
    is_idle: bool = False
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that stands on a cell; position and size are shares of the cell's side."""

    icon: str
    cell: Cell
    across: float
    down: float
    size: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """Pieces that show one fact; with a `count`, one piece stands for so many."""

    pieces: tuple[Piece, ...]
    tag: Tag = NO_TAG
    count: int = 0

    @classmethod
    def of(cls, icon: str, count: int, cells: Sequence[Cell], name: str, most: int, tag: Tag = NO_TAG) -> PieceGroup:
        """So many pieces of a kind, four to a cell; more than `most` are one piece with the number."""
        if count > most:
            return cls((Piece(icon, cells[-1], 0.3, 0.46, 0.45, f"{name}-1"),), tag, count)
        places = [(cell, spot) for spot in ((1, 1), (0, 1), (1, 0), (0, 0)) for cell in cells]
        pieces = (
            Piece(icon, cell, 0.12 + 0.42 * across, 0.12 + 0.42 * down, 0.36, f"{name}-{number}")
            for number, (cell, (across, down)) in enumerate(places[:count], 1)
        )
        return cls(tuple(pieces), tag)


@dataclass(frozen=True, slots=True)
class Land:
    """Cells of one kind (`room`, `field`, `pasture`, `empty`) that are one element of the picture.

    A plot is a cell or two that belong together, with two lines of `words` for terminals. `fences` are those of a
    pasture that may be unfinished; None if every pasture is finished. `inside` are pieces that belong to the element,
    `above` pieces of their own. `wrapper` is a second fact that the same cells show.
    """

    kind: str
    plots: tuple[tuple[Cell, ...], ...]
    tag: Tag
    title: str
    words: tuple[tuple[str, str], ...]
    material: str = ""
    fences: int | None = None
    stables: int = 0
    tufts: int | None = None
    inside: PieceGroup | None = None
    above: PieceGroup | None = None
    button: MoveButton | None = None
    drops: tuple[str, ...] = ()
    wrapper: Tag | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for plot in self.plots for cell in plot)


@dataclass(frozen=True, slots=True)
class Good:
    """How many of a good a player has, told by its title; terminals list only some."""

    name: str
    amount: int
    title: str
    tag: Tag
    is_listed: bool = True


@dataclass(frozen=True, slots=True)
class OwnedImprovement:
    """An improvement in its owner's list; `remaining` goods still lie on it."""

    name: str
    icon: str
    title: str = ""
    remaining: int | None = None


@dataclass(frozen=True, slots=True)
class Farm:
    """A player's farm and goods. `player` is the name in facts and ids, `colour` the one in the style.

    In the head stand the name, a `note` or a `warning`, and the `score`, which is written inside `score_tag`. For
    terminals: `lines` stand below the name, `starting_sign` beside it.
    """

    player: str
    colour: str
    name: TaggedText
    score: TaggedText
    is_on_turn: bool
    lands: tuple[Land, ...]
    family: tuple[FamilyMember, ...]
    goods: tuple[Good, ...]
    improvements: tuple[OwnedImprovement, ...]
    score_tag: Tag = NO_TAG
    note: TaggedText | None = None
    note_tag: Tag = NO_TAG
    warning: TaggedText | None = None
    starting_title: str = ""
    starting_sign: str = ""
    lines: tuple[str, ...] = ()


# Action cards and improvements


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card with a label for little room, a longer title, and the moves that belong to it.

    `marked_by` is the colour of the player whose last move was about this card.
    """

    name: str
    label: str
    title: str
    tag: Tag
    buttons: tuple[MoveButton, ...]
    marked_by: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """Goods that lie on an action card; `taken_by` is the seat that emptied it with the last move."""

    good: str
    total: int
    fact: Fact
    taken_by: int | None = None


@dataclass(frozen=True, slots=True)
class CardAction:
    """An action that a card allows, with its cost and the amount it gives where the game has them."""

    icon: str
    cost: int = 0
    amount: int = 0
    is_possible: bool = True
    button: MoveButton | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCard(Card):
    """An action card; `round` is the one whose card it is, 0 for cards printed on the board.

    For terminals: `sign` stands before the name, `ending` (texts with their styles) after it, then so many
    `worker_places` are kept free.
    """

    actions: tuple[CardAction, ...]
    workers: tuple[FamilyMember, ...]
    is_taken: bool
    is_offered: bool
    is_joint: bool = False
    pile: Pile | None = None
    round: int = 0
    sign: str = " "
    ending: tuple[tuple[str, str], ...] = ()
    worker_places: int = 0


@dataclass(frozen=True, slots=True)
class Price:
    """So many of a good; 0 where the thing itself is handed in."""

    good: str
    amount: int
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement(Card):
    """A major improvement: its price (all of it, or `either` part), its owner, its points.

    `baking` is the food from one grain, from two, and so on, each with its sentence.
    """

    price: tuple[Price, ...]
    either: bool = False
    owner: int | None = None
    points: int | None = None
    baking: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundTrack:
    """The rounds of a game: the current one, and the titles of the harvests and of the cards still face down."""

    current: int
    rounds: int
    harvests: dict[int, str]
    face_down: dict[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Everything that is shown of a position.

    `panel` are the moves that belong to no card and no improvement, `ready` the family members that can be picked up
    and sent to a card.
    """

    label: str
    prompt: str
    turn: int | None
    status: tuple[TaggedText, ...]
    farms: tuple[Farm, ...]
    cards: tuple[ActionCard, ...]
    improvements: tuple[Improvement, ...]
    improvements_title: str
    legend: str
    status_note: str = ""
    panel: tuple[MoveButton, ...] = ()
    hint: str = ""
    ready: tuple[FamilyMember, ...] = ()
    rounds: RoundTrack | None = None

    @property
    def colour(self) -> str:
        """The colour of the player on turn, empty when the game is over."""
        return "" if self.turn is None else self.farms[self.turn].colour
