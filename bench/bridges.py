"""Random games through PettingZoo, step by step compared with our referee: 10,000 over all games.

    python -m bench.bridges

Every step compares the seat to move, the numbers of the legal moves, the observation and the reward of every seat.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import numpy as np

from ludoteca.arena.game_runner import first_position
from ludoteca.core.game import Game, Position
from ludoteca.games import load_game
from ludoteca.rules.encoding import encoding_of

GAMES = {"kalah": 4_000, "queens": 3_000, "azul": 2_000, "agricola_planning": 900, "agricola_classic": 100}


def differences(game: Game, games: int, seed: int = 0) -> Iterator[str]:
    """What differs between random games of the environment and of the referee; nothing, if all is well."""
    from ludoteca.bridges.pettingzoo import GameEnvironment

    environment = GameEnvironment(game)
    for number in range(seed, seed + games):
        chance = random.Random(number)
        environment.reset(seed=number)
        position = first_position(game, number)
        while position.turn is not None:
            yield from _differences(environment, position)
            move = chance.choice(position.moves)
            environment.step(environment.encoding.actions.index(move.text))
            position = position.after(move)
        yield from _differences(environment, position)
        result, rewards = position.result(), list(environment.rewards.values())
        best = [seat for seat, share in enumerate(result) if share == max(result)]
        if abs(sum(rewards)) > 1e-9 or [seat for seat, own in enumerate(rewards) if own == max(rewards)] != best:
            yield f"{game.name}, seed {number}: rewards {rewards} for {result}"


def _differences(environment: object, position: Position) -> Iterator[str]:
    game, env = position.game, environment
    encoding, where = encoding_of(game), f"{game.name} at {position!r:.200}"
    for seat, name in enumerate(game.seats):
        seen = env.observe(name)  # type: ignore[attr-defined]
        legal = [encoding.actions[number] for number in np.flatnonzero(seen["action_mask"])]
        expected = {move.text for move in position.moves} if seat == position.turn else set()
        if set(legal) != expected:
            yield f"{where}: {name} may play {legal}"
        if not np.array_equal(seen["observation"], encoding.vector(position, seat)):
            yield f"{where}: {name} sees another position"
    if position.turn is not None and env.agent_selection != game.seats[position.turn]:  # type: ignore[attr-defined]
        yield f"{where}: another seat is to move"


def main() -> None:
    """Play all games and print what differs."""
    for name, games in GAMES.items():
        began = time.perf_counter()
        found = list(differences(load_game(name), games))
        print(
            f"{name}: {games} games, {len(found)} differences, {time.perf_counter() - began:.0f} s",
            *found[:5],
            sep="\n",
        )


if __name__ == "__main__":
    main()
