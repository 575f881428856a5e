"""Rules distilled from a network.

The network plays against itself; its choices become a decision list over the vocabulary of the game, which is written
as a Prolog program that plays by itself. Agreement is measured on games that the rules were not induced from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludoteca.core.clock import Clock
from ludoteca.minds.learned.weights import Network
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.training.decision_list import Rule, choices, induce
from ludoteca.training.move_table import MoveTable, move_table
from ludoteca.training.positions import Visited, played_games
from ludoteca.training.prolog_rules import program

GAMES = 800
SEED = 3
SIMULATIONS = 100
_POSITIONS = 12  # of each game, at most
_PARTS = 4  # of the games: the last is held out
_FOCUSES = (0.5, 0.75, 0.9)


@dataclass(frozen=True)
class Distilled:
    """Rules with how often they choose as the network does, in games that they were not induced from.

    `one_move_ahead` is the same for the mind `greedy`, `random` the mean for a move drawn at random.
    """

    rules: tuple[Rule, ...]
    positions: int
    held_out: int
    agreement: float
    one_move_ahead: float
    random: float
    text: str


def distil(
    network: Network,
    game: KernelGame,
    games: int = GAMES,
    seed: int = SEED,
    played: Callable[[], None] = lambda: None,
) -> Distilled:
    """The rules of a network for a game; `played` is called after each of the games that it plays against itself."""
    found = played_games(game, network, games, seed, SIMULATIONS, _POSITIONS, played)
    held_out = np.array([number % _PARTS == _PARTS - 1 for number, positions in enumerate(found) for _ in positions])
    visited = [each for positions in found for each in positions]
    whole = move_table(visited)
    learnt, kept = whole.part(~held_out), whole.part(held_out)
    rules = induce_best(learnt)
    others = [each for each, held in zip(visited, held_out, strict=True) if held]
    figures = agreement(rules, kept), mind_agreement("greedy", game, others), _at_random(kept)
    heading = [
        f"Rules for {game.name}, induced from the choices of a network by `ludoteca distil`.",
        "",
        f"Network {network.digest}, {SIMULATIONS} simulations a move, {learnt.positions} positions of its own games "
        f"(seed {seed}).",
        f"In {kept.positions} positions of other games the rules choose its move in {figures[0]:.1%},",
        f"`greedy` in {figures[1]:.1%}, a move drawn at random in {figures[2]:.1%}.",
        "The first rule that finds a move decides.",
    ]
    return Distilled(tuple(rules), learnt.positions, kept.positions, *figures, program(rules, heading))


def mind_of(file: str) -> str:
    """The name of the mind that plays by the rules in a file."""
    return f"prolog:file={file}"


def induce_best(table: MoveTable) -> list[Rule]:
    """The rules with the focus that serves best: induced from three quarters of the positions, measured on the rest."""
    last = np.arange(table.positions) >= (_PARTS - 1) * table.positions // _PARTS
    first, rest = table.part(~last), table.part(last)
    best = max(_FOCUSES, key=lambda focus: agreement(induce(first, focus), rest))
    return induce(table, best)


def agreement(rules: Sequence[Rule], table: MoveTable) -> float:
    """The share of positions in which rules choose the move that was chosen."""
    return float(choices(rules, table)[1].mean())


def mind_agreement(mind: str, game: KernelGame, visited: Sequence[Visited]) -> float:
    """The share of positions in which another mind chooses the network's move."""
    players = [load_mind(mind, game).join(game, seat, 0) for seat in range(len(game.seats))]
    try:
        right = 0
        for position, move in ((each.position, each.move) for each in visited):
            assert position.turn is not None
            right += players[position.turn].choose(position, [], Clock(60)).move == move
        return right / max(1, len(visited))
    finally:
        for player in players:
            player.close()


def _at_random(table: MoveTable) -> float:
    sizes = np.diff([*table.starts, len(table.chosen)])
    return float((1 / sizes).mean())
