"""Fits the weights of the evaluation in `games/azul/hints.py` to self-play games of the tree search.

``python -m scripts.fit_azul [games] [simulations]`` prints the tables. The start of each round is a sample: the
features of both seats' walls and lines, and the change of their margin until the end of the game.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ludoteca.games.azul import Azul, hints, rules
from ludoteca.rules.kernel.bind import records

FEATURES = {"COLUMN": 5, "COLOUR": 5, "ROW": 4, "TOUCHING": 5, "FILLED": 5, "START": 1}
WIDTH = sum(FEATURES.values())
RIDGE = 30.0
EXPLORATION = 1.5


class Sample(NamedTuple):
    """The start of a round, from the view of the first seat: features, current margin and final margin."""

    stage: int
    features: Any
    ahead: int
    final: int


def features(s: Any, seat: int) -> Any:
    """The features of a seat: the factor of each weight in `hints.evaluate`."""
    wall, counts = s.wall[seat], {name: np.zeros(size) for name, size in FEATURES.items()}
    for i in range(rules.SIZE):
        alike = sum(int(wall[j, rules.column_of(j, i)]) for j in range(rules.SIZE))
        for name, tiles in (("COLUMN", wall[:, i].sum()), ("COLOUR", alike), ("ROW", wall[i].sum())):
            if 0 < tiles <= FEATURES[name]:
                counts[name][int(tiles) - 1] += 1
        if held := int(s.counts[seat, i]):
            part = held / (i + 1)
            counts["FILLED"][i] = part
            counts["TOUCHING"][i] = part * rules.tile_score(wall, i, rules.column_of(i, int(s.colours[seat, i])))
    counts["START"][0] = s.starter == seat
    return np.concatenate(list(counts.values()))


def play(seed: int, simulations: int) -> list[Sample]:
    """The samples of one self-play game of the tree search."""
    game = Azul({})
    kernel, position = game.kernel_for("tree_search"), game.start(seed)
    options, rng = np.empty(rules.MOVES, np.int64), np.array([2 * seed + 1], np.uint64)
    nodes: Any = records(1 << 19, kernel.tree_search.NODE)
    states, starts, rounds = position.states(2), [], 1
    s = states[0]
    while not s.over:
        used = kernel.tree_search.new_tree(nodes)
        kernel.tree_search.run_simulations(
            states, nodes, used, simulations, EXPLORATION, kernel.tree_search.NO_CUTOFF, 0.0, rng, options
        )
        children = nodes[nodes[0].first : nodes[0].first + nodes[0].children]
        kernel.rules.play(s, int(children[np.argmax(children.visits)].move), None)
        if s.rounds != rounds and not s.over:
            rounds = int(s.rounds)
            starts.append((hints.stage(s), features(s, 0) - features(s, 1), int(s.scores[0]) - int(s.scores[1])))
    final = int(s.scores[0]) - int(s.scores[1])
    return [Sample(stage, difference, ahead, final) for stage, difference, ahead in starts]


def fit(samples: list[Sample]) -> tuple[Any, Any]:
    """Ridge regression: the weights by stage, with those of all stages as prior, and the slope of the log-odds."""
    stages = np.array([sample.stage for sample in samples])
    x = np.array([sample.features for sample in samples])
    ahead = np.array([sample.ahead for sample in samples])
    y = np.array([sample.final for sample in samples]) - ahead
    ridge = RIDGE * np.eye(WIDTH)
    common = np.linalg.solve(x.T @ x + ridge, x.T @ y)
    weights, slopes = np.tile(common, (rules.SIZE, 1)), np.full(rules.SIZE, 0.12)
    for stage in range(rules.SIZE):
        here = stages == stage
        if here.sum() < 2 * WIDTH:
            continue
        own, rest = x[here], y[here] - x[here] @ common
        weights[stage] += np.linalg.solve(own.T @ own + ridge, own.T @ rest)
        guess = ahead[here] + own @ weights[stage]
        won, slope = (np.sign(ahead[here] + y[here]) + 1) / 2, 0.1
        for _ in range(30):  # logistic regression with one coefficient, by Newton's method
            chance = 1 / (1 + np.exp(-slope * guess))
            slope += ((won - chance) * guess).sum() / (chance * (1 - chance) * guess**2).sum()
        slopes[stage] = slope
    return weights, slopes


def main() -> None:
    """Play games in parallel, fit the weights and print them."""
    games, simulations = (int(word) for word in [*sys.argv[1:], *["800", "2000"][len(sys.argv) - 1 :]])
    with ProcessPoolExecutor() as pool:
        played = pool.map(play, range(games), [simulations] * games, chunksize=10)
        weights, slopes = fit([sample for samples in played for sample in samples])
    start = 0
    for name, size in FEATURES.items():
        print(name, np.array2string(weights[:, start : start + size], precision=1, suppress_small=True), sep="\n")
        start += size
    print("SLOPE", np.array2string(slopes, precision=2))


if __name__ == "__main__":
    main()
