"""Matches of the learned mind at equal time: ``python -m bench.learned kalah 50 0.2`` plays 50 pairs.

Both players of a pair's games begin after the same random moves and change seats. Where there are three seats the third
is taken by `random`. They think in one process, one after the other, so that a busy machine slows both down alike.
"""

from __future__ import annotations

import random
import sys

from ludoteca.arena.statistics import score_interval
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.minds import load_mind

OPENING = 4  # random moves
MATCHES = {
    "kalah": ({"pits": 6, "seeds": 4}, "alphabeta:endgame=0,seconds={seconds}"),
    "azul": ({"players": 2}, "montecarlo:seconds={seconds}"),
    "queens": ({"n": 2}, "montecarlo:seconds={seconds}"),
}


def play(game: Game, minds: list[str], seed: int) -> tuple[float, ...]:
    """The result of a game between minds, one a seat, after random moves."""
    players = [load_mind(mind, game).join(game, seat, derive(seed, "bench", seat)) for seat, mind in enumerate(minds)]
    position, history, chance = game.start(seed), list[Move](), random.Random(seed)
    while position.turn is not None:
        if len(history) < OPENING:
            move = chance.choice(position.moves)
        else:
            seen = position.seen_by(position.turn, derive(seed, "seen", len(history)))
            move = players[position.turn].choose(seen, history, Clock(60)).move
        position = position.after(move)
        history.append(move)
    return position.result()


def main() -> None:
    """Play the match of a game, with a line after each pair."""
    name, pairs, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    options, opponent = MATCHES[name]
    game, results = load_game(name, options), list[list[float]]()
    learned, other = f"learned:seconds={seconds}", opponent.format(seconds=seconds)
    for pair in range(pairs):
        results.append([])
        for seat in range(2):
            minds = [learned if at == seat else other for at in range(2)] + ["random"] * (len(game.seats) - 2)
            results[-1].append(play(game, minds, derive(20, name, pair))[seat])
        first, second = (sum(column) for column in zip(*results, strict=True))
        low, high = score_interval(results)
        told = f"{first + second:g} of {2 * len(results)} ({first:g} as {game.seats[0]}, {second:g} as {game.seats[1]})"
        print(f"{learned} against {other}: {told}, {low:.0%} to {high:.0%} with 95 % confidence", flush=True)


if __name__ == "__main__":
    main()
