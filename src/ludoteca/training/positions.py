"""Positions of games that a network plays against itself, to probe it and to induce rules from its choices."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludoteca.core.game import Move
from ludoteca.core.seeds import derive
from ludoteca.minds.learned.network_tree import Evaluator, NetworkTree
from ludoteca.minds.learned.weights import Network
from ludoteca.rules.kernel.game import KernelGame, KernelPosition

_MOST_PLIES = 600
_NODES = 200  # of a tree, for each simulation


@dataclass(frozen=True, slots=True)
class Visited:
    """A position of a game, and the move that the network's search prefers there."""

    position: KernelPosition
    move: Move


def played_game(game: KernelGame, network: Network, seed: int, simulations: int) -> Iterator[Visited]:
    """The positions of a game with a choice of moves; moves are drawn by their visits, so that no game is another's."""
    chance = random.Random(derive(seed, "moves"))
    capacity = min(1 << 20, simulations * _NODES)
    tree = NetworkTree(Evaluator(game, network), 1.0, derive(seed, "network"), capacity)
    position, history = game.start(seed), list[int]()
    while position.turn is not None and len(history) < _MOST_PLIES:
        move = position.moves[0]
        if len(position.moves) > 1:
            tree.set_root(position, history)
            tree.run(simulations)
            by_code, found = {each.code: each for each in position.moves}, tree.moves()
            yield Visited(position, by_code[found[0].move])
            move = by_code[chance.choices(found, [each.visits + 1 for each in found])[0].move]
        history.append(move.code)
        position = position.after(move)


def played_games(
    game: KernelGame,
    network: Network,
    count: int,
    seed: int,
    simulations: int,
    most: int,
    played: Callable[[], None] = lambda: None,
) -> list[list[Visited]]:
    """At most so many positions of each of some games; `played` is called after each game."""
    found = []
    for number in range(count):
        own = derive(seed, "game", number)
        visited = list(played_game(game, network, own, simulations))
        kept = random.Random(derive(own, "kept")).sample(range(len(visited)), min(most, len(visited)))
        found.append([visited[ply] for ply in sorted(kept)])
        played()
    return found
