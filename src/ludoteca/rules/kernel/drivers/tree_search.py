"""Monte Carlo tree search: PUCT, for any number of seats and turns in any order.

A node's `total` is kept for the seat that chose it, so a seat that moves twice in a row, or a third
player, needs no special case. The tree ends where chance steps in. Children stand side by side, `first` to
`first + children`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .hints import HORIZON, chance_events, playout_move, prior, win_estimate
from .rules import final_result, is_decided, moves, play, resample_hidden, seats

NODE = np.dtype(
    [
        ("total", np.float64),
        ("prior", np.float64),  # how likely it looked to be the best of its siblings
        ("visits", np.int32),
        ("first", np.int32),
        ("children", np.int16),
        ("move", np.int16),
        ("seat", np.int8),  # who chose this node
    ],
    align=True,
)
# Winning is what counts; the margin breaks ties, so that a winning line keeps its seeds.
MARGIN_WEIGHT = 0.1
# What was not looked at yet counts as a little worse than the mean of what was.
CAUTION = 0.1


def plant(nodes: Any) -> int:
    """Make row 0 a fresh root; the number of nodes in use."""
    clear(nodes[0])
    nodes[0].prior = 1.0
    nodes[0].move = -1
    nodes[0].seat = -1
    return 1


def clear(node: Any) -> None:
    """Nothing is known of it."""
    node.total = 0.0
    node.visits = 0
    node.first = 0
    node.children = 0


def expand(nodes: Any, used: int, at: int, s: Any, options: Any) -> int:
    """Give a node its children, all legal moves of its state; the number of nodes in use."""
    n = moves(s, options)
    nodes[at].first = used
    nodes[at].children = n
    weight = 0.0
    for i in range(n):
        child = nodes[used + i]
        clear(child)
        child.move = options[i]
        child.seat = s.turn
        child.prior = prior(s, options[i])
        weight += child.prior
    for i in range(n):
        nodes[used + i].prior /= weight
    return used + n


def select(nodes: Any, at: int, exploration: float) -> Any:
    """The child to look at next: the greatest of what it brought so far and what it promises (PUCT)."""
    first = nodes[at].first
    n = nodes[at].children
    total = 0.0
    visits = 0
    for child in range(first, first + n):
        total += nodes[child].total
        visits += nodes[child].visits
    unseen = total / visits - CAUTION if visits > 0 else 0.5
    reach = exploration * math.sqrt(visits + 1.0)
    best = first
    best_bound = -1.0
    for child in range(first, first + n):
        seen = nodes[child].visits
        value = nodes[child].total / seen if seen > 0 else unseen
        bound = value + reach * nodes[child].prior / (seen + 1.0)
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


def finish(s: Any, now: int, cut: bool, options: Any, rng: Any) -> None:
    """Play on to the end, or to the horizon, or until the game is decided when it may be cut there."""
    while not s.over and chance_events(s) < now + HORIZON:
        if cut and is_decided(s):
            return
        n = moves(s, options)
        play(s, playout_move(s, options, n, rng), None)


def reward(s: Any, seat: int, cut: bool) -> float:
    """What the end of a playout is worth to a seat: the win, and a little the margin.

    Where the root is decided already nothing but the margin is left to play for; where the playout broke off
    before the end, how well the seat stands.
    """
    if cut and is_decided(s):
        return (1.0 - MARGIN_WEIGHT) * final_result(s, seat) + MARGIN_WEIGHT * win_estimate(s, seat)
    return win_estimate(s, seat)


def grow(states: Any, nodes: Any, used: int, simulations: int, exploration: float, rng: Any, options: Any) -> int:
    """Run simulations from states[0]; states[1] is scratch. The number of nodes in use."""
    cut = not is_decided(states[0])
    path = np.empty(1024, np.int32)
    worth = np.empty(seats(states[0]), np.float64)
    now = chance_events(states[0])
    for _ in range(simulations):
        states[1] = states[0]
        s = states[1]
        resample_hidden(s, rng)
        at = 0
        path[0] = 0
        depth = 1
        while not s.over and chance_events(s) == now and depth < path.size:
            if nodes[at].children == 0:
                # The root and nodes seen before grow; room for every move must be left.
                if (at != 0 and nodes[at].visits == 0) or used + options.size > nodes.size:
                    break
                used = expand(nodes, used, at, s, options)
            at = select(nodes, at, exploration)
            path[depth] = at
            depth += 1
            play(s, nodes[at].move, None)
        finish(s, now, cut, options, rng)
        for seat in range(worth.size):
            worth[seat] = reward(s, seat, cut)
        nodes[0].visits += 1
        for i in range(1, depth):
            node = nodes[path[i]]
            node.visits += 1
            node.total += worth[node.seat]
    return used


def keep(nodes: Any, root: int, kept: Any) -> int:
    """Copy the tree below a node into fresh rows with that node as their root; how many there are."""
    kept[0] = nodes[root]
    kept[0].seat = -1
    kept[0].move = -1
    used = 1
    at = 0
    while at < used:
        n = kept[at].children
        first = kept[at].first
        if n > 0:
            kept[at].first = used
            for i in range(n):
                kept[used + i] = nodes[first + i]
            used += n
        at += 1
    return used
