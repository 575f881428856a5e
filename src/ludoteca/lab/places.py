"""Places: positions that a link can lead to, in a stored game, in a puzzle, or set up by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ludoteca.arena.game_runner import first_position, seen_position
from ludoteca.arena.puzzles import find_puzzle, line_to, set_up
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, Move, PlayedMove, Position, find_move
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.lab.errors import Forbidden
from ludoteca.lab.live_game import LiveGame
from ludoteca.minds.shared.knowledge import TrialTurn, first_turn


@dataclass(frozen=True)
class Place:
    """A position with the game and the moves that led to it; `seed` is that of the game.

    `before` are the positions of a stored game before it, which a mind may remember; `live` is that game.
    """

    game: Game
    position: Position
    history: tuple[Move, ...] = ()
    seed: int = 0
    last: PlayedMove | None = None
    before: tuple[Position, ...] = ()
    live: LiveGame | None = None
    is_puzzle: bool = False

    @cached_property
    def turn(self) -> TrialTurn:
        """The turn of the seat to move, as a mind has it in the game; raises `BadInput` when the game is over."""
        seat = self.position.turn
        if seat is None:
            raise BadInput("arena.questions.over")
        return self._turn(self.position, len(self.history), seat)

    @property
    def earlier(self) -> list[TrialTurn]:
        """The turns that the seat to move had before in the game."""
        seat = self.turn.seat
        found = [number for number, position in enumerate(self.before) if position.turn == seat]
        return [self._turn(self.before[number], number, seat) for number in found]

    def _turn(self, position: Position, moves: int, seat: int) -> TrialTurn:
        seen = seen_position(position, self.seed, moves)
        return TrialTurn(seen, self.history[:moves], derive(self.seed, "player", seat))


def start_place(game: Game, seat: int) -> Place:
    """The first turn of a seat if the others play their first legal move; raises `BadInput`."""
    if seat >= len(game.seats):
        raise BadInput("lab.no_such_seat", game=game.name, seats=len(game.seats))
    found = first_turn(game, seat)
    return Place(game, found.position, tuple(found.history))


def line_place(game: Game, moves: Sequence[str]) -> Place:
    """The position after some moves from the start; raises `IllegalMove`."""
    position, history = first_position(game, 0), list[Move]()
    last: PlayedMove | None = None
    for text in moves:
        move = find_move(position, text)
        last = PlayedMove(position, move)
        position = position.after(move)
        history.append(move)
    return Place(game, position, tuple(history), last=last)


def game_place(live: LiveGame, moves: int) -> Place:
    """The position of a stored game after so many moves; raises `BadInput`, also while the game keeps secrets."""
    runner = live.runner
    if moves > len(runner.turns):
        raise BadInput("lab.no_such_ply", ply=moves, moves=len(runner.turns))
    if live.keeps_secrets:
        raise BadInput("lab.start.secret")
    if live.link and not live.over:
        raise Forbidden("lab.link.no_help")
    last = PlayedMove(runner.positions[moves - 1], runner.history[moves - 1]) if moves else None
    before, history = tuple(runner.positions[:moves]), tuple(runner.history[:moves])
    return Place(live.game, runner.positions[moves], history, runner.seed, last, before, live)


def puzzle_place(name: str, key: str) -> Place:
    """The position of a puzzle; raises `BadInput`."""
    game = load_game(name)
    puzzle = find_puzzle(game, key)
    position, last = set_up(game, puzzle)
    history = tuple(played.move for played in line_to(game, puzzle))
    return Place(game, position, history, last=last, is_puzzle=True)


def set_up_place(game: Game) -> Place:
    """The start of a game that was set up by hand."""
    return Place(game, first_position(game, 0))
