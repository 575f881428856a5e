"""Games and positions for notebooks and scripts."""

from __future__ import annotations

import contextlib
import html
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ludoteca.core.game as core
from ludoteca.api.arguments import check_language, playing_mind, read_numbers
from ludoteca.api.rendering import as_html, as_text
from ludoteca.arena.game_runner import DEFAULT_LIMIT, first_position, legal_choice, seen_position
from ludoteca.arena.judgement import judge
from ludoteca.arena.seat import seat_for
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.explanation import Explanation
from ludoteca.core.explanation_text import details, headline, reason_text
from ludoteca.core.game import Fact, find_move
from ludoteca.core.i18n import say
from ludoteca.core.options import read_seed
from ludoteca.core.seeds import derive
from ludoteca.core.verdicts import Verdict
from ludoteca.games import open_game
from ludoteca.minds.schools import minds_for
from ludoteca.rules.encoding import Encoding, encoding_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_JUDGING = 10.0  # seconds to check the reasons of one choice


def game(name: str | Path, /, **options: object) -> Game:
    """A game by its name, or by the path of its folder, with options; raises `BadInput`.

    >>> game("kalah", pits=4, seeds=3)
    Game('kalah', pits=4, seeds=3)
    """
    return Game(open_game(str(name), options))


def as_game(given: Game | str) -> Game:
    """A game, or the one of a name; raises `BadInput`.

    >>> as_game("kalah:pits=4")
    Game('kalah', pits=4)
    """
    if not isinstance(given, Game | str):
        raise BadInput("api.no_game", given=repr(given))
    return given if isinstance(given, Game) else game(given)


@dataclass(frozen=True)
class Game:
    """A game with its options set. `rules` is the referee that everything else in the package uses."""

    rules: core.Game

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def options(self) -> dict[str, Any]:
        """The value of every option."""
        return dict(self.rules.values)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.rules.seats

    @property
    def minds(self) -> list[str]:
        """The schools that can play it."""
        return minds_for(self.rules)

    @property
    def encoding(self) -> Encoding:
        """Positions as vectors and moves as numbers, for learners; raises `BadInput` if the game has none."""
        return encoding_of(self.rules)

    def start(self, seed: int = 0) -> Position:
        """The first position of the game that `--seed` and a record with this seed begin with.

        >>> game("kalah").start(seed=7).moves
        ('1', '2', '3', '4', '5', '6')
        """
        seed = read_seed(seed)
        return Position(self, first_position(self.rules, seed), seed)

    def position(self, facts: str | Iterable[Fact | str]) -> Position:
        """The position that facts or their texts describe; raises `BadInput` if it cannot be set up on the board.

        >>> one = ["turn(south)", "pit(south, 1, 4)", "store(south, 0)", "pit(north, 1, 3)", "store(north, 1)"]
        >>> game("kalah", pits=1).position(one).after("1").scores
        {'south': 2.0, 'north': 1.0}
        """
        each = [facts] if isinstance(facts, str) else facts
        given = [core.read_fact(fact) if isinstance(fact, str) else fact for fact in each]
        board = self.rules.position(given)
        return Position(self, board) if board.turn is None else Game(self.rules.starting_from(given)).start()

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes the same game in another process."""
        return _made_again, (self.name, self.options, self.rules.start_facts)

    def __repr__(self) -> str:
        changed = [
            f"{option.name}={self.options[option.name]!r}" for option in self.rules.options if self._is_set(option.name)
        ]
        return f"Game({', '.join([repr(self.name), *changed])})"

    def _is_set(self, option: str) -> bool:
        """Whether an option has another value than its default."""
        defaults = {each.name: each.default for each in self.rules.options}
        return bool(self.options[option] != defaults[option])


def _made_again(name: str, options: Mapping[str, object], start: tuple[Fact, ...]) -> Game:
    """A game from its name, its options and, where it has a start of its own, the facts of that."""
    rules = open_game(name, options)
    return Game(rules.starting_from(start) if start else rules)


def _reached_again(game: Game, seed: int, moves: tuple[str, ...]) -> Position:
    """The position of a game after some moves."""
    return game.start(seed).after(*moves)


@dataclass(frozen=True, repr=False)
class Position:
    """A position and the moves that led to it. Moves are texts; positions never change.

    >>> position = game("kalah").start().after("3", "1")
    >>> position.turn, position.scores
    ('north', {'south': 1.0, 'north': 0.0})
    """

    game: Game
    board: core.Position
    seed: int = 0
    history: tuple[core.Move, ...] = ()
    last: core.PlayedMove | None = field(default=None, compare=False)

    @property
    def turn(self) -> str | None:
        """The seat to move; None when the game is over."""
        return None if self.board.turn is None else self.game.seats[self.board.turn]

    @property
    def is_over(self) -> bool:
        return self.board.turn is None

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves."""
        return tuple(move.text for move in self.board.moves)

    def after(self, *moves: str | int) -> Position:
        """The position after some moves; raises `IllegalMove`, which names the legal ones."""
        position = self
        for text in moves:
            move = find_move(position.board, str(text))
            played = core.PlayedMove(position.board, move)
            position = Position(self.game, position.board.after(move), self.seed, (*position.history, move), played)
        return position

    def facts(self) -> tuple[Fact, ...]:
        """The position in the game's vocabulary: what every mind is told.

        >>> print(*game("kalah", pits=1).start().facts())
        turn(south) pit(south, 1, 4) store(south, 0) pit(north, 1, 4) store(north, 0)
        """
        return self.board.facts()

    def vector(self, seat: str | None = None) -> NDArray[np.float32]:
        """The position as a seat sees it, the one to move unless named, as numbers: `game.encoding.names` says which.

        >>> position = game("kalah", pits=2, seeds=3).start()
        >>> dict(zip(position.game.encoding.names, position.vector().tolist()))["pit(own, 2)"]
        3.0
        """
        seat = self.turn if seat is None else seat
        if seat not in self.game.seats:
            raise no_such("seat", str(seat), self.game.seats)
        return self.game.encoding.vector(self.board, self.game.seats.index(seat))

    @property
    def scores(self) -> dict[str, float]:
        """The points of each seat so far."""
        return dict(zip(self.game.seats, map(float, self.board.scores()), strict=True))

    @property
    def result(self) -> dict[str, float] | None:
        """1 for the winner, a share for those who are level, 0 for a loser; None while the game goes on."""
        return dict(zip(self.game.seats, self.board.result(), strict=True)) if self.is_over else None

    def sentence(self, move: str, language: str = "en") -> str:
        """What a legal move does, in words.

        >>> game("kalah").start().sentence("3")
        'Sows 4 seeds from pit 3 and moves again.'
        """
        found = find_move(self.board, str(move))
        return say(self.game.rules.move_sentence(self.board, found), check_language(language))

    def why(self, mind: str, *, limit: float = DEFAULT_LIMIT) -> Choice:
        """The choice of a mind in this position, with its reason; raises `Fault` where it would lose the game.

        It is the choice the mind makes in a game of this seed with these moves. The mind runs in a process of its own.
        """
        (limit,) = read_numbers(limit=limit)
        mind = playing_mind(mind, self.game.rules)
        if self.board.turn is None:
            raise BadInput("core.move.over", given=mind)
        with contextlib.closing(seat_for(mind, self.game.rules)) as seat:
            seat.join(self.game.rules, self.board.turn, derive(self.seed, "player", self.board.turn))
            choice = legal_choice(seat, self.board, self.history, self.seed, limit)
        return Choice(self, mind, choice.move.text, choice.why)

    def svg(self, language: str = "en") -> str:
        """The board as a picture."""
        return self.game.rules.svg(self.board, self.last, check_language(language))

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes the same position in another process: its game, its seed and the moves, or its facts."""
        if self.history or not self.is_over:
            return _reached_again, (self.game, self.seed, tuple(move.text for move in self.history))
        return self.game.position, (self.facts(),)

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"{self.turn} to move"
        return f"<{self.game.name}, seed {self.seed}, {len(self.history)} moves: {state}>"

    def __str__(self) -> str:
        return as_text([self.game.rules.terminal(self.board, self.last)])

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Choice:
    """A move that a mind chose in a position, and its explanation."""

    position: Position
    mind: str
    move: str
    explanation: Explanation

    def sentence(self, language: str = "en") -> str:
        """The reason of the move in one sentence."""
        return reason_text(self.explanation.reason, check_language(language))

    @cached_property
    def verdicts(self) -> Mapping[int, Verdict]:
        """The verdict on each reason, by its `id`: checked by asking the referee, without the mind."""
        at = self.position
        seen = seen_position(at.board, at.seed, len(at.history))
        judged = judge(seen, find_move(at.board, self.move), self.explanation, self.mind, Clock(_JUDGING))
        return {id(one.reason): one.verdict for one in judged}

    def text(self, language: str = "en") -> str:
        """The whole explanation: reasons with their verdicts, the trace, the rejected moves."""
        return as_text(self._parts(check_language(language)))

    def _parts(self, language: str) -> list[Any]:
        rest = details(self.explanation, self.position.game.rules, language, self.verdicts)
        return [headline(self.explanation, language, self.verdicts), *rest]

    def __repr__(self) -> str:
        return f"<{self.mind} plays {self.move}: {self.sentence()}>"

    def _repr_html_(self) -> str:
        return f"<div style='max-width: 720px'>{self.position.svg()}</div>{self.as_html()}"

    def as_html(self) -> str:
        """The move and its explanation, without the board."""
        who, does = html.escape(f"{self.mind}: {self.move}"), html.escape(self.position.sentence(self.move))
        return f"<p><b>{who}</b> {does}</p>{as_html(self._parts('en'))}"
