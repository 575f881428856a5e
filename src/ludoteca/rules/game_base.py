"""The base of all games: options, folder, and the modules of the folder that draw and describe positions.

A game's folder holds its modules by name, and nothing forwards to them: `facts.py` (the vocabulary), `view.py` and
`terminal.py` (the board as SVG and in the terminal), `animation.py` (a move as a series of pictures), `setup.py`
(positions from facts, and similar ones), `encoding.py` (positions as vectors, for learners), `concepts.py` (what people
say of positions), `words.py` and `score_sheet.py` (moves, facts, the end and the points in words), `planning.py` (the
game as a planning problem), `knowledge/` (what the schools know of it).
"""

from __future__ import annotations

import copy
import importlib
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property, wraps
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.game import Event, Fact, Move, PlayedMove, Position, Relation, ScoreRow, before_and_after
from ludoteca.core.i18n import Message, can_say, sentence
from ludoteca.core.loading import GameFault, game_fault
from ludoteca.core.options import Option, Value, read_options
from ludoteca.core.seat_titles import seat_title
from ludoteca.rules import fallback_view

if TYPE_CHECKING:
    from rich.console import RenderableType

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_Self = TypeVar("_Self", bound="GameBase | BasePosition")


def authors_code(
    method: Callable[Concatenate[_Self, _Arguments], _Result],
) -> Callable[Concatenate[_Self, _Arguments], _Result]:
    """Marks a method that runs a game author's code: an error in it becomes a `GameFault` with file and line."""

    @wraps(method)
    def guarded(self: _Self, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        try:
            return method(self, *args, **kwargs)
        except LudotecaError:
            raise
        except (Exception, SystemExit) as error:
            game = self if isinstance(self, GameBase) else self.game
            raise game_fault(game.name, game.folder, error) from error

    return guarded


class GameBase(ABC):
    """A game with its options set; two with the same name, options and start are equal."""

    name: str
    message_prefix: str  # of its message keys
    folder: Path
    package: ClassVar[str]
    options: tuple[Option, ...] = ()
    weight: ClassVar[int] = 3  # how hard its rules are to learn, from 1 to 5
    vocabulary: tuple[Relation, ...]
    actions: tuple[Relation, ...] = ()
    facts_module: ClassVar[Any] = None
    start_facts: tuple[Fact, ...] = ()  # of the position that it starts from, if that was set up
    _unchanged: Self | None = None  # the same game with its own start, if this one's was set up

    def __init_subclass__(cls, **more: Any) -> None:
        """A class in a game's own package gets its name, folder and vocabulary from there."""
        super().__init_subclass__(**more)
        if not cls.__module__.startswith("ludoteca.games."):
            return
        cls.package = cls.__module__
        cls.folder = Path(inspect.getfile(cls)).parent
        cls.name = cls.folder.name
        cls.message_prefix = f"games.{cls.name}"
        cls.facts_module = facts = cls.module("facts")
        for attribute, constant in (("vocabulary", "VOCABULARY"), ("actions", "ACTIONS")):
            if attribute not in cls.__dict__ and hasattr(facts, constant):
                setattr(cls, attribute, getattr(facts, constant))

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values: Mapping[str, Value] = read_options(self.options, values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameBase):
            return False
        return (self.name, self.values, self.start_facts) == (other.name, other.values, other.start_facts)

    def __hash__(self) -> int:
        return hash((self.name, *self.values.values(), self.start_facts))

    @classmethod
    def module(cls, name: str) -> ModuleType | None:
        """A module of the game's folder; None when there is no such file."""
        folder: Path | None = getattr(cls, "folder", None)
        if folder is None or not (folder / f"{name}.py").is_file():
            return None
        return importlib.import_module(f"{cls.package}.{name}")

    def private_facts(self, seat: int) -> tuple[Fact, ...]:
        """What only that seat is told: what the facts module says, or nothing."""
        told: tuple[Fact, ...] = self.facts_module.private_facts(seat) if self._tells_privately else ()
        return told

    @cached_property
    def _tells_privately(self) -> bool:
        return hasattr(self.facts_module, "private_facts")

    @authors_code
    def position(self, facts: Iterable[Fact]) -> Position:
        """The position these facts describe: set up by `setup.py`."""
        position: Position = self._of_setup("position_of")(self.with_own_start, facts)
        return position

    @property
    def with_own_start(self) -> Self:
        """The same game with its own start: the game of every position, wherever a game starts."""
        return self if self._unchanged is None else self._unchanged

    def starting_from(self, facts: Iterable[Fact]) -> Self:
        """The same game, starting from the position that `setup.py` sets up from these facts."""
        position = self.position(facts)
        if position.turn is None:
            raise BadInput("rules.setup.over")
        game = copy.copy(self.with_own_start)
        game._unchanged, game.start_facts = self.with_own_start, position.facts()
        return game

    def set_up_start(self, seed: int) -> Any:
        """The position of the start facts, with what they do not tell drawn from the seed."""
        position = self.position(self.start_facts)
        assert position.turn is not None
        return position.seen_by(position.turn, seed)

    def similar(self, position: Position) -> Iterator[Position]:
        """Positions that differ in few facts, nearest first: found by `setup.py`."""
        found = self._of_setup("similar")(position)
        return iter(lambda: self._next(found), None)

    @authors_code
    def _next(self, positions: Iterator[Position]) -> Position | None:
        return next(positions, None)

    @authors_code
    def _of_setup(self, function: str) -> Callable[..., Any]:
        """A function of `setup.py`; raises `BadInput` when there is none."""
        found: Callable[..., Any] | None = getattr(self.module("setup"), function, None)
        if found is None:
            raise BadInput("rules.setup.none", game=self.name, function=function)
        return found

    @authors_code
    def move_name(self, position: Position, move: Move) -> Message:
        """A legal move in words: named by `words.py`, or by its text."""
        return self._in_words("move_name", position, move) or Message("rules.words.move", {"move": move.text})

    @authors_code
    def move_sentence(self, position: Position, move: Move) -> Message:
        """What a legal move does: said by `words.py`, or only that it is played."""
        said = self._in_words("move_sentence", position, move)
        return said or sentence(Message("rules.words.plays", {"move": move.text}))

    @authors_code
    def fact_words(self, fact: Fact) -> Message | None:
        """A fact of a position in words: said by `words.py`, or not at all."""
        return self._in_words("fact_words", fact)

    @authors_code
    def ending(self, position: Position) -> Message | None:
        """Why the game is over: said by `words.py`, or not at all."""
        return self._in_words("ending", position) if position.turn is None else None

    @authors_code
    def score_sheet(self, position: Position) -> tuple[ScoreRow, ...]:
        """The points by category: counted by `score_sheet.py`, or in one row."""
        if self._score_sheet_module is None:
            return (ScoreRow(Message("rules.words.points"), position.scores()),)
        rows: tuple[ScoreRow, ...] = tuple(self._score_sheet_module.score_sheet(position))
        for row in rows:
            self.sayable(row.label)
        return rows

    @cached_property
    def _words_module(self) -> ModuleType | None:
        return self.module("words")

    @cached_property
    def _score_sheet_module(self) -> ModuleType | None:
        return self.module("score_sheet")

    def _in_words(self, function: str, *args: Any) -> Message | None:
        """What a function of `words.py` says; None when there is no such function, or it says nothing."""
        words: Callable[..., Message | None] | None = getattr(self._words_module, function, None)
        said = None if words is None else words(*args)
        return None if said is None else self.sayable(said)

    def sayable(self, message: Message) -> Message:
        """A message of the game that can be said in every language; raises `GameFault`."""
        if not can_say(message):
            file, names = str(self.folder / "messages.toml"), tuple(message.args)
            raise GameFault("core.game_fault.no_message", game=self.name, key=message.key, names=names, file=file)
        return message

    def checked_events(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Events, each with a message in every language; raises `GameFault`."""
        for event in events:
            self.sayable(Message(event.key, event.args))
        return events

    @authors_code
    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        """The board for a terminal, in colour: drawn by `terminal.py`, or as plain facts."""
        drawing = self.module("terminal")
        if drawing is None:
            return fallback_view.in_terminal(*self.plain_board(position, language))
        drawn: RenderableType = drawing.draw(position, last, language)
        return drawn

    @authors_code
    def svg(
        self,
        position: Position,
        last: PlayedMove | None = None,
        language: str = "en",
        narrow: bool = False,
        player_names: tuple[str, ...] = (),
    ) -> str:
        """The board as a picture: drawn by `view.py`, or as plain facts with a button for every move."""
        drawing = self.module("view")
        if drawing is None:
            titles = [seat_title(position.game, seat, language, player_names) for seat in range(len(player_names))]
            return fallback_view.as_svg(self.plain_board(position, language)[1], position, titles)
        drawn: str = drawing.draw(position, last, language, narrow, **_named(drawing.draw, player_names))
        return drawn

    @authors_code
    def animation(
        self, played: PlayedMove, language: str = "en", narrow: bool = False, player_names: tuple[str, ...] = ()
    ) -> list[str]:
        """A move as a series of pictures: drawn by `animation.py`, or before and after."""
        drawing = self.module("animation")
        if drawing is None:
            return before_and_after(played, language, narrow, player_names)
        drawn: list[str] = drawing.draw(played, language, narrow, **_named(drawing.draw, player_names))
        return drawn

    def plain_board(self, position: Position, language: str) -> tuple[str, dict[str, list[str]]]:
        """A title and the facts of a position by relation, for a game that brings no drawing of its own."""
        groups: dict[str, list[str]] = {}
        for fact in position.facts():
            groups.setdefault(fact.relation, []).append(str(fact))
        return "", groups


def _named(draw: Callable[..., Any], player_names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The names of the players, for a drawing function that takes them."""
    takes_names = bool(player_names) and "player_names" in inspect.signature(draw).parameters
    return {"player_names": player_names} if takes_names else {}


class BasePosition(ABC):
    """What the positions of all games have in common: equality by state, text, and a picture in a notebook."""

    game: Any

    @abstractmethod
    def identity(self) -> Hashable:
        """What tells it apart from other positions of its game: the state."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BasePosition) and (self.identity(), self.game) == (other.identity(), other.game)

    def __hash__(self) -> int:
        return hash(self.identity())

    def __repr__(self) -> str:
        return f"<{self.game.name}: {', '.join(map(str, self.facts()))}>"

    def _repr_svg_(self) -> str:
        svg: str = self.game.svg(self)
        return svg

    @abstractmethod
    def facts(self) -> tuple[Fact, ...]: ...

    @property
    def chance(self) -> int | None:
        """The chance events so far: none."""
        return 0

    def move_order(self, move: Move) -> int:
        """A hint for searches: no move comes first."""
        return 0

    def action(self, move: Move) -> Fact:
        """A move as an action: there is no other name for it."""
        return Fact("play", (move.text,))
