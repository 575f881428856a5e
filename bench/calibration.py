"""How far what minds expect is from exact values, on boards of Kalah that the solver solves in a moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.replay import replay
from ludoteca.arena.seat import MindProcess, ProcessSeat
from ludoteca.core.game import PlayedMove
from ludoteca.core.record import Record
from ludoteca.games import load_game
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.margin_search import MarginSearch

BOARDS = ((3, 3), (4, 3))  # pits and seeds
MINDS = ("alphabeta:depth=2", "alphabeta:depth=6", "montecarlo:simulations=100", "montecarlo:simulations=2000")
_GAMES = 20
_OPENING = 2
_MEMORY = 64  # MiB


@dataclass(frozen=True, slots=True)
class Calibration:
    """The expectations of a mind on a board: their mean distance from exact results, and Brier scores."""

    mind: str
    board: str
    positions: int
    error: float  # mean absolute distance from the exact result after the chosen move
    brier_exact: float
    brier_outcome: float


def calibrations(games: int = _GAMES) -> Iterator[Calibration]:
    """The calibration of some minds on each board."""
    for pits, seeds in BOARDS:
        game = load_game("kalah", {"pits": pits, "seeds": seeds})
        assert isinstance(game, KernelGame)
        search = MarginSearch.of(game, _MEMORY)
        for mind in MINDS:
            yield _calibration(mind, game, search, games)


def _calibration(mind: str, game: KernelGame, search: MarginSearch, games: int) -> Calibration:
    process = MindProcess()
    try:
        seats = [ProcessSeat(mind, process) for _ in game.seats]
        records = [GameRunner(game, seats, seed).play(_OPENING) for seed in range(1, games + 1)]
    finally:
        process.close()
    found = [each for record in records for each in _expectations(record, game, search)]
    return Calibration(
        mind,
        f"{game.values['pits']} pits, {game.values['seeds']} seeds",
        len(found),
        fmean(abs(value - exact) for value, exact, _ in found),
        fmean((value - exact) ** 2 for value, exact, _ in found),
        fmean((value - outcome) ** 2 for value, _, outcome in found),
    )


def _expectations(record: Record, game: KernelGame, search: MarginSearch) -> Iterator[tuple[float, float, float]]:
    """For each choice what the mind expected, the exact result after its move, and how the game ended."""
    assert record.result is not None
    for played, turn in replay(record, game):
        if turn.why.value is not None:
            outcome = record.result.result[game.seats.index(turn.seat)]
            yield turn.why.value, exact_result(played, search), outcome


def exact_result(played: PlayedMove, search: MarginSearch) -> float:
    """The result for the seat that moves, if all play best after its move: 1, ½ or 0."""
    seat, after = played.position.turn, played.position.after(played.move)
    assert seat is not None and isinstance(after, KernelPosition)
    if after.turn is None:
        return after.result()[seat]
    margin = search.value(after, None, 0).margin * (1 if after.turn == seat else -1)
    return 0.5 + ((margin > 0) - (margin < 0)) / 2
