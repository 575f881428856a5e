"""Teach a table to play Kalah(3, 2) through PettingZoo, write it down as a Python mind, and play it here.

python examples/q_learning.py
ludoteca watch kalah --set pits=3 --set seeds=2 python:file=learned_kalah.py greedy --why
"""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import ludoteca
from ludoteca.bridges.pettingzoo import env

MIND = """TABLE = {table!r}


def choose(position):
    seats = sorted(position.seats, key=lambda seat: seat != position.me)
    facts = [*position.facts("pit"), *position.facts("store")]
    facts.sort(key=lambda fact: (fact.relation, seats.index(fact.args[0])))
    move = TABLE.get(tuple(fact.args[-1] for fact in facts))
    return (move, "learned from {games} games") if move in position.moves else position.moves[0]
"""


def learn(games: int, path: Path, seed: int = 0, step: float = 0.2, explore: float = 0.3) -> None:
    """Learn from games against oneself: the value of a move goes towards the reward at the end of the game."""
    table, chance = env("kalah", pits=3, seeds=2), random.Random(seed)
    values: defaultdict[tuple[int, ...], NDArray[np.float64]] = defaultdict(lambda: np.zeros(3))
    for game in range(games):
        table.reset(seed=game)
        line: list[tuple[str, tuple[int, ...], int]] = []
        for agent in table.agent_iter():
            observation, reward, over, _, _ = table.last()
            if over:
                for _, held, move in (visit for visit in line if visit[0] == agent):
                    values[held][move] += step * (reward - values[held][move])
                table.step(None)
                continue
            held = tuple(int(seeds) for seeds in observation["observation"][3:-1])  # turn, over … swap_offered
            legal = np.flatnonzero(observation["action_mask"])
            best = int(legal[np.argmax(values[held][legal])])
            move = int(chance.choice(legal)) if chance.random() < explore else best
            line.append((agent, held, move))
            table.step(move)
    best_moves = {held: str(int(np.argmax(np.where(row == 0, -9, row))) + 1) for held, row in values.items()}
    path.write_text(MIND.format(table=best_moves, games=games), encoding="utf-8")


if __name__ == "__main__":
    learn(5_000, Path("learned_kalah.py"))
    print(
        ludoteca.match(ludoteca.game("kalah", pits=3, seeds=2), ["python:file=learned_kalah.py", "random"], games=100)
    )
