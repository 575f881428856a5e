"""The interfaces of a game: `Game`, `Position`, `Move`, and the facts, relations and events that describe them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.options import Option, Value

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class Move:
    """A move: the code the rules use, and its canonical text, the same in every language."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a position, in the game's vocabulary.

    >>> print(Fact("pit", ("south", 3, 4)))
    pit(south, 3, 4)
    """

    relation: str
    args: tuple[str | int, ...]

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(map(str, self.args))})"


_FACT = re.compile(r"\s*([a-z][a-z0-9_]{0,99})\s*(?:\(([^()]*)\))?\s*\.?\s*")
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
_LONGEST_FACT = 400


def read_fact(text: str) -> Fact:
    """A fact from its text; raises `BadInput`.

    >>> read_fact("pit(south, 3, 4)")
    Fact(relation='pit', args=('south', 3, 4))
    """
    found = _FACT.fullmatch(text) if len(text) <= _LONGEST_FACT else None
    if found is None:
        raise BadInput("core.not_a_fact", given=text[:_LONGEST_FACT])
    args = [part.strip() for part in found[2].split(",")] if (found[2] or "").strip() else []
    return Fact(found[1], tuple(int(arg) if _WHOLE_NUMBER.fullmatch(arg) else arg for arg in args))


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of a game's vocabulary: its name, the names of its arguments, and the key of its meaning.

    Its kind says what it is about: the position, a legal move, or an event that a move would cause; the first argument
    of the latter two is the move. An action is a move as an agent makes it. Facts of a `derived` relation follow from
    those of others.
    """

    name: str
    args: tuple[str, ...]
    about: str
    kind: Literal["position", "move", "event", "action"] = "position"
    derived: bool = False

    def __str__(self) -> str:
        """As people write it, with variables for arguments.

        >>> print(Relation("pit", ("seat", "pit", "seeds"), "games.kalah.relation.pit"))
        pit(Seat, Pit, Seeds)
        """
        return f"{self.name}({', '.join(arg.capitalize() for arg in self.args)})" if self.args else self.name


@dataclass(frozen=True, slots=True)
class Event:
    """An event that a move causes, noted by the rules; ``key`` is a message key."""

    key: str
    args: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of a score sheet: a category, and its points for each seat."""

    label: Message
    points: tuple[float, ...]


class Position(Protocol):
    """A position of a game: immutable, hashable, printable."""

    def __hash__(self) -> int: ...

    @property
    def game(self) -> Game: ...

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the game is over."""

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves, in a stable order; none when the game is over."""

    def after(self, move: Move) -> Position:
        """The position the move leads to; raises `IllegalMove`."""

    def events(self, move: Move) -> tuple[Event, ...]:
        """The events the move would cause, in order; raises `IllegalMove`."""

    def frames(self, move: Move) -> tuple[Position, ...]:
        """The positions an animation of the move shows; the last is the position after it."""

    def seen_by(self, seat: int, seed: int) -> Position:
        """The position as that seat knows it: hidden information is drawn anew from the seed."""

    @property
    def chance(self) -> int | None:
        """A number that changes with every chance event; what such events decide is then all that the game hides.

        None where a game hides more, such as the cards in a hand.
        """

    def move_order(self, move: Move) -> int:
        """A hint for searches without compiled rules: of moves with the same value, the highest is the best.

        Ranks are small numbers, such as 0 to 2: a tree search may add 4 × rank / (visits + 1) to the score of a move.
        """

    def facts(self) -> tuple[Fact, ...]:
        """The position in the game's vocabulary, secrets left out."""

    def move_facts(self, move: Move) -> tuple[Fact, ...]:
        """The facts about a legal move, in the game's vocabulary."""

    def action(self, move: Move) -> Fact:
        """A legal move as an action, under one of the game's names for them."""

    def scores(self) -> tuple[float, ...]:
        """The points of each seat so far."""

    def expected_scores(self) -> tuple[float, ...]:
        """The expected points of each seat: with those certain but not counted yet, or by the game's own measure."""

    def result(self) -> tuple[float, ...]:
        """1 for the winner, a share for those who are level, 0 for a loser; only when the game is over."""

    def save(self) -> str:
        """The position as text; `Game.load` reads it."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move made in a position."""

    position: Position
    move: Move


class Game(Protocol):
    """The referee: the only judge of what is legal. An instance has its options set."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def message_prefix(self) -> str:
        """The beginning of its message keys."""

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def values(self) -> Mapping[str, Value]:
        """The values of the options."""

    @property
    def seats(self) -> tuple[str, ...]: ...

    @property
    def vocabulary(self) -> tuple[Relation, ...]: ...

    @property
    def actions(self) -> tuple[Relation, ...]:
        """The ways to act; a legal move is one of them with its arguments."""

    def private_facts(self, seat: int) -> tuple[Fact, ...]:
        """Facts that only that seat is told."""

    @property
    def start_facts(self) -> tuple[Fact, ...]:
        """The facts of the position that it starts from, if that was set up; none for the game's own start."""

    def start(self, seed: int) -> Position:
        """The first position; all its chance comes from the seed."""

    def starting_from(self, facts: Iterable[Fact]) -> Game:
        """The same game, starting from the position that these facts describe; raises `BadInput`.

        What facts do not tell, such as the order of tiles in a bag, is drawn from the seed.
        """

    def load(self, saved: str) -> Position: ...

    def position(self, facts: Iterable[Fact]) -> Position:
        """The position these facts describe; raises `BadInput` if it cannot be set up on the board."""

    def similar(self, position: Position) -> Iterator[Position]:
        """Positions that could be set up on the board, with the same seat to move and few other facts, nearest first.

        Raises `BadInput` if the game has no way to find them.
        """

    def move_name(self, position: Position, move: Move) -> Message:
        """A legal move in a few words, as an order: no other legal move has the same name."""

    def move_sentence(self, position: Position, move: Move) -> Message:
        """One plain sentence, in the third person and without a subject, that says what a legal move does."""

    def fact_words(self, fact: Fact) -> Message | None:
        """What a fact of a position says, as a clause; None where the game has no words for it."""

    def ending(self, position: Position) -> Message | None:
        """Why the game is over, as a sentence; None while it goes on, or where that needs no explanation."""

    def score_sheet(self, position: Position) -> tuple[ScoreRow, ...]:
        """The points of the seats by category: the rows add up to the position's scores."""

    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        """The board for a terminal, in colour."""

    def svg(
        self,
        position: Position,
        last: PlayedMove | None = None,
        language: str = "en",
        narrow: bool = False,
        player_names: tuple[str, ...] = (),
    ) -> str:
        """The board as SVG, for a wide or a narrow screen.

        `player_names` says who sits at each seat, as `seat_title` takes it; without them seats go by their own names.

        What stands for a fact carries it as `data-fact`, what can be played `data-move`. Where a move has two steps,
        what is picked up carries `data-pick` and where it can go `data-drop`: together they are the move's text. What
        is on the board has a spoken name, as `aria-label` or title; the whole picture is a `group`, not an `img`.
        """

    def animation(
        self, played: PlayedMove, language: str = "en", narrow: bool = False, player_names: tuple[str, ...] = ()
    ) -> list[str]:
        """A move as a series of pictures, in which what moves keeps its `id`."""


def before_and_after(played: PlayedMove, language: str, narrow: bool, player_names: tuple[str, ...] = ()) -> list[str]:
    """The shortest animation of a move: two pictures."""
    game = played.position.game
    return [
        game.svg(played.position, None, language, narrow, player_names),
        game.svg(played.position.after(played.move), played, language, narrow, player_names),
    ]


def keeps_secrets(game: Game) -> bool:
    """Whether the game has hidden information.

    >>> from ludoteca.games import load_game
    >>> [keeps_secrets(load_game(name)) for name in ("kalah", "azul")]
    [False, True]
    """
    start = game.start(0)
    return start.seen_by(0, 1) != start


def seat_key(game: Game, seat: int) -> str:
    """The message key of a seat's name."""
    return f"{game.message_prefix}.seat.{game.seats[seat]}"


def find_move(position: Position, text: str) -> Move:
    """The legal move with this text; raises `IllegalMove` that names the legal ones."""
    words = " ".join(text.lower().split())
    for move in position.moves:
        if move.text == words:
            return move
    raise illegal(position, text)


_MANY = 12  # moves that one sentence names


def illegal(position: Position, text: str) -> IllegalMove:
    """The error for an illegal move: it names legal ones, those that begin with the same word first."""
    if position.turn is None:
        return IllegalMove("core.move.over", given=text)
    alike = [move for move in position.moves if text and move.text.startswith(text.lower().split(" ")[0] + " ")]
    return IllegalMove("core.move.illegal", given=text, legal=some_texts(alike or position.moves))


def some_texts(moves: Sequence[Move]) -> tuple[str, ...]:
    """The texts of moves for one sentence, twelve at most.

    >>> some_texts([Move(n, str(n)) for n in range(1, 100)])
    ('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '…')
    """
    return (*(move.text for move in moves[:_MANY]), *(["…"] if len(moves) > _MANY else []))


def margin(points: Sequence[float], seat: int) -> float:
    """A seat's points minus those of the best other seat.

    >>> margin((20, 28), 0)
    -8
    """
    return points[seat] - max(value for other, value in enumerate(points) if other != seat)
