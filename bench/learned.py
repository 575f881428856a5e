"""Matches of the learned mind at equal time: ``python -m bench.learned kalah 50 0.2`` plays 50 pairs.

With ``distilled`` instead of the seconds the rules that were distilled from the network play `random` and `greedy`;
with ``loss 0.2`` the seeds that a move of the learned mind in Kalah(6, 4) gives up, by exact values, are counted; with
``perfect 1`` a player without errors takes its place, which shows how much there is to win.
Both players of a pair's games begin after the same random moves and change seats. Where there are three seats the third
is taken by `random`. Both think in this process, and seconds are those of its processor: other work takes nothing away.
"""

from __future__ import annotations

import random
import sys
from functools import cache

from bench.measure import ProcessorClock
from ludoteca.arena.statistics import score_interval
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.exact_values import ExactValues

OPENING = 4  # random moves
PERFECT = "perfect"  # in place of a mind: a player without errors
MATCHES = {
    "kalah": ({"pits": 6, "seeds": 4}, "alphabeta:endgame=0,seconds={seconds}"),
    "azul": ({"players": 2}, "montecarlo:seconds={seconds}"),
    "queens": ({"n": 2}, "montecarlo:seconds={seconds}"),
}


def play(game: Game, minds: list[str], seed: int) -> tuple[float, ...]:
    """The result of a game between minds, one a seat, after random moves."""
    return positions_of(game, minds, seed)[-1].result()


def opening_of(game: Game, seed: int) -> tuple[list[Position], list[Move]]:
    """The positions of random first moves, and these."""
    found, history, chance = [game.start(seed)], list[Move](), random.Random(seed)
    while len(history) < OPENING and found[-1].turn is not None:
        history.append(chance.choice(found[-1].moves))
        found.append(found[-1].after(history[-1]))
    return found, history


@cache
def _exact_values(game: KernelGame) -> ExactValues:
    """The exact values of a game: what was proven in one position helps in others."""
    return ExactValues(game)


def positions_of(game: Game, minds: list[str], seed: int) -> list[Position]:
    """The positions of a game between minds, one a seat, after random moves."""
    players = {
        seat: load_mind(mind, game).join(game, seat, derive(seed, "bench", seat))
        for seat, mind in enumerate(minds)
        if mind != PERFECT
    }
    found, history = opening_of(game, seed)
    while (turn := (position := found[-1]).turn) is not None:
        if turn in players:
            seen = position.seen_by(turn, derive(seed, "seen", len(history)))
            history.append(players[turn].choose(seen, history, ProcessorClock(60)).move)
        else:
            history.append(perfect_move(position))
        found.append(position.after(history[-1]))
    for player in players.values():
        player.close()
    return found


def perfect_move(position: Position) -> Move:
    """A move of Kalah that gives up nothing of the final margin, by exact values."""
    assert isinstance(position, KernelPosition)
    exact = _exact_values(position.game)
    return exact.best_move(position, exact.value(position))


def lost_seeds(positions: list[Position], seat: int, exact: ExactValues) -> list[int]:
    """What each move of a seat after the opening gave up of its final margin, by exact values."""
    values = [0] * len(positions)  # for the seat
    for number in range(len(positions) - 1, -1, -1):  # values are found fastest from the last to the first
        position = positions[number]
        assert isinstance(position, KernelPosition)
        values[number] = exact.value(position) * (1 if seat == (position.turn or 0) else -1)
    moved = [number for number in range(OPENING, len(positions) - 1) if positions[number].turn == seat]
    return [values[number] - values[number + 1] for number in moved]


def count_losses(game: Game, mind: str, other: str, pairs: int) -> None:
    """Play pairs of games, with a line after each: how many seeds the mind's moves have given up so far."""
    assert isinstance(game, KernelGame)
    exact, lost = _exact_values(game), list[int]()
    for pair in range(pairs):
        for seat in range(2):
            minds = [mind if at == seat else other for at in range(2)]
            lost += lost_seeds(positions_of(game, minds, derive(22, game.name, pair)), seat, exact)
        best, mean = sum(loss == 0 for loss in lost) / len(lost), sum(lost) / len(lost)
        print(f"{mind}: {len(lost)} moves, {mean:.2f} seeds given up a move, {best:.1%} give up nothing", flush=True)


def seed_of(game: Game, pair: int) -> int:
    """The seed of both games of a pair."""
    return derive(20, game.name, pair)


def play_pairs(game: Game, mind: str, other: str, pairs: int) -> None:
    """Play pairs of games in which both change seats, with a line after each pair."""
    results = list[list[float]]()
    for pair in range(pairs):
        results.append([])
        for seat in range(2):
            minds = [mind if at == seat else other for at in range(2)] + ["random"] * (len(game.seats) - 2)
            results[-1].append(play(game, minds, seed_of(game, pair))[seat])
        first, second = (sum(column) for column in zip(*results, strict=True))
        low, high = score_interval(results)
        told = f"{first + second:g} of {2 * len(results)} ({first:g} as {game.seats[0]}, {second:g} as {game.seats[1]})"
        print(f"{mind} against {other}: {told}, {low:.0%} to {high:.0%} with 95 % confidence", flush=True)


def main() -> None:
    """Play the match of a game, or of the rules distilled from its network."""
    name, pairs = sys.argv[1], int(sys.argv[2])
    options, opponent = MATCHES[name]
    game = load_game(name, options)
    if sys.argv[3] == "distilled":
        for other in ("random", "greedy"):
            play_pairs(game, "prolog:file=distilled.pl", other, pairs)
    elif sys.argv[3] == "loss":
        seconds = float(sys.argv[4])
        count_losses(game, f"learned:seconds={seconds}", opponent.format(seconds=seconds), pairs)
    else:
        seconds = float(sys.argv[-1])
        mind = PERFECT if sys.argv[3] == PERFECT else f"learned:seconds={seconds}"
        play_pairs(game, mind, opponent.format(seconds=seconds), pairs)


if __name__ == "__main__":
    main()
