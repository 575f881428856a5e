"""Puzzles in the lab: shown without their answers, answered with reasons; the answers given are remembered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludoteca.arena.puzzles import Puzzle, find_puzzle, games_with_puzzles, puzzles_of
from ludoteca.arena.puzzles.answers import answer, solution
from ludoteca.core.errors import BadInput, NotFound
from ludoteca.core.game import Game
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.puzzle_log import PuzzleLog
from ludoteca.lab.responses.puzzle import AnswerView, PuzzlesView, PuzzleView, answer_view, puzzle_view, puzzles_view

_MOST_WAITING = 100


class PuzzleService:
    """Sets up puzzles and checks reasons in a thread."""

    def __init__(self, log_of: Callable[[str | None], PuzzleLog]) -> None:
        """`log_of` has the answers of an owner."""
        self._log_of = log_of
        self._threads = BackgroundThreads("puzzles", 1, _MOST_WAITING)

    async def all(self, owner: str | None, name: str | None, language: str) -> PuzzlesView:
        """The puzzles of a game, by default of the first that has any; raises `NotFound`."""
        return await self._threads.run(partial(self._all, owner, name, language))

    async def show(self, owner: str | None, name: str, key: str, language: str, narrow: bool) -> PuzzleView:
        """A puzzle without its answer; raises `NotFound`."""
        return await self._threads.run(partial(self._show, owner, name, key, language, narrow))

    async def answer(
        self, owner: str | None, name: str, key: str, move: str, language: str, narrow: bool
    ) -> AnswerView:
        """What a move leads to; it is remembered whether it was right. Raises `NotFound` and `IllegalMove`."""
        return await self._threads.run(partial(self._answer, owner, name, key, move, language, narrow))

    async def solution(
        self, owner: str | None, name: str, key: str, tried: str | None, language: str, narrow: bool
    ) -> AnswerView:
        """The best move, compared with one that was tried; a puzzle is not solved by it."""
        return await self._threads.run(partial(self._solution, owner, name, key, tried, language, narrow))

    def close(self) -> None:
        self._threads.close()

    def _all(self, owner: str | None, name: str | None, language: str) -> PuzzlesView:
        games = games_with_puzzles()
        found = _game(games, name) if name is not None or games else None
        states = {game.name: self._log_of(owner).states(game.name) for game in games}
        return puzzles_view(games, found, {} if found is None else puzzles_of(found), states, language)

    def _show(self, owner: str | None, name: str, key: str, language: str, narrow: bool) -> PuzzleView:
        game, puzzle = _find(name, key)
        return puzzle_view(game, puzzle, self._log_of(owner).states(name).get(key), language, narrow)

    def _answer(self, owner: str | None, name: str, key: str, move: str, language: str, narrow: bool) -> AnswerView:
        game, puzzle = _find(name, key)
        given = answer(game, puzzle, move)
        self._log_of(owner).add(name, key, given.is_right)
        return answer_view(given, asked=False, language=language, narrow=narrow)

    def _solution(
        self, owner: str | None, name: str, key: str, tried: str | None, language: str, narrow: bool
    ) -> AnswerView:
        game, puzzle = _find(name, key)
        found = solution(game, puzzle, tried)
        self._log_of(owner).add(name, key, False)
        return answer_view(found, asked=True, language=language, narrow=narrow)


def _find(name: str, key: str) -> tuple[Game, Puzzle]:
    game = _game(games_with_puzzles(), name)
    try:
        return game, find_puzzle(game, key)
    except BadInput as error:
        raise NotFound(error.message.key, **error.message.args) from None


def _game(games: list[Game], name: str | None) -> Game:
    """A game with puzzles by its name, by default the first; raises `NotFound`."""
    found = next((game for game in games if name in (None, game.name)), None)
    if found is None:
        raise NotFound("arena.puzzles.none", game=str(name))
    return found
