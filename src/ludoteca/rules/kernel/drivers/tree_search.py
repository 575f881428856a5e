"""Monte Carlo tree search with PUCT selection, for any number of seats and any order of turns.

A node holds the total reward of the seat that moved into it, so extra turns and a third player need no special case.
Nodes are not expanded beyond the next chance event. The children of a node are adjacent rows, `first` to
`first + children`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .hints import HORIZON, chance_events, playout_move, prior, win_estimate
from .rules import final_result, is_decided, moves, play, resample_hidden, score, seats

NODE = np.dtype(
    [
        ("total", np.float64),  # sum of rewards
        ("prior", np.float64),  # normalized over the siblings
        ("visits", np.int32),
        ("first", np.int32),
        ("children", np.int16),
        ("move", np.int16),
        ("seat", np.int8),  # the seat that moved into this node
    ],
    align=True,
)
# The weight of the margin in a reward; the rest is the result. It breaks ties between lines with the same result.
MARGIN_WEIGHT = 0.1
NO_CUTOFF = 1 << 60  # a number of points that no seat reaches
# First-play urgency: an unvisited child counts as the mean of its visited siblings minus this.
FPU_REDUCTION = 0.1


def new_tree(nodes: Any) -> int:
    """Make row 0 a new root without children. Returns the number of nodes in use."""
    clear_node(nodes[0])
    nodes[0].prior = 1.0
    nodes[0].move = -1
    nodes[0].seat = -1
    return 1


def clear_node(node: Any) -> None:
    """Reset the statistics and children of a node."""
    node.total = 0.0
    node.visits = 0
    node.first = 0
    node.children = 0


def expand(nodes: Any, used: int, at: int, s: Any, options: Any) -> int:
    """Add a child for each legal move in the state of node `at`. Returns the number of nodes in use."""
    n = moves(s, options)
    nodes[at].first = used
    nodes[at].children = n
    weight = 0.0
    for i in range(n):
        child = nodes[used + i]
        clear_node(child)
        child.move = options[i]
        child.seat = s.turn
        child.prior = prior(s, options[i])
        weight += child.prior
    for i in range(n):
        nodes[used + i].prior /= weight
    return used + n


def select(nodes: Any, at: int, exploration: float) -> Any:
    """The child with the highest PUCT score: mean reward plus an exploration bonus proportional to its prior."""
    first = nodes[at].first
    n = nodes[at].children
    total = 0.0
    visits = 0
    for child in range(first, first + n):
        total += nodes[child].total
        visits += nodes[child].visits
    first_play_value = total / visits - FPU_REDUCTION if visits > 0 else 0.5
    scale = exploration * math.sqrt(visits + 1.0)
    best = first
    best_score = -1.0
    for child in range(first, first + n):
        child_visits = nodes[child].visits
        value = nodes[child].total / child_visits if child_visits > 0 else first_play_value
        score = value + scale * nodes[child].prior / (child_visits + 1.0)
        if score > best_score:
            best_score = score
            best = child
    return best


def is_cut(s: Any, cutoff: int) -> bool:
    """Whether a seat has reached the points at which simulations stop."""
    if cutoff < NO_CUTOFF:
        for seat in range(seats(s)):
            if score(s, seat) >= cutoff:
                return True
    return False


def playout(s: Any, root_events: int, stop_decided: bool, cutoff: int, options: Any, rng: Any) -> None:
    """Play moves of the playout policy, in place, to the end of the game, to the horizon or to the cutoff.

    With `stop_decided` it also stops once the result is decided.
    """
    while not s.over and chance_events(s) < root_events + HORIZON and not is_cut(s, cutoff):
        if stop_decided and is_decided(s):
            return
        n = moves(s, options)
        play(s, playout_move(s, options, n, rng), None)


def reward(s: Any, seat: int, stop_decided: bool, max_points: float) -> float:
    """The reward of a seat at the end of a playout, from 0 to 1: the result, and a small part for the margin.

    It is the win estimate alone where the playout stopped at the horizon or the cutoff, or where the root was already
    decided and only the margin is left to play for. With `max_points` it is the part of them that the seat has.
    """
    if max_points > 0.0:
        return score(s, seat) / max_points
    if stop_decided and is_decided(s):
        return (1.0 - MARGIN_WEIGHT) * final_result(s, seat) + MARGIN_WEIGHT * win_estimate(s, seat)
    return win_estimate(s, seat)


def run_simulations(
    states: Any,
    nodes: Any,
    used: int,
    simulations: int,
    exploration: float,
    cutoff: int,
    max_points: float,
    rng: Any,
    options: Any,
) -> int:
    """Run simulations from states[0]; states[1] is scratch. Returns the number of nodes in use.

    A simulation stops where a seat has `cutoff` points, unless one has them at the root. Rewards are parts of
    `max_points`, or results where that is 0.
    """
    stop_decided = max_points == 0.0 and not is_decided(states[0])
    if is_cut(states[0], cutoff):
        cutoff = NO_CUTOFF
    path = np.empty(1024, np.int32)
    rewards = np.empty(seats(states[0]), np.float64)
    root_events = chance_events(states[0])
    for _ in range(simulations):
        states[1] = states[0]
        s = states[1]
        resample_hidden(s, rng)
        at = 0
        path[0] = 0
        depth = 1
        while not s.over and chance_events(s) == root_events and depth < path.size and not is_cut(s, cutoff):
            if nodes[at].children == 0:
                # Only the root and nodes visited before are expanded, and only if all moves fit into the tree.
                if (at != 0 and nodes[at].visits == 0) or used + options.size > nodes.size:
                    break
                used = expand(nodes, used, at, s, options)
            at = select(nodes, at, exploration)
            path[depth] = at
            depth += 1
            play(s, nodes[at].move, None)
        playout(s, root_events, stop_decided, cutoff, options, rng)
        for seat in range(rewards.size):
            rewards[seat] = reward(s, seat, stop_decided, max_points)
        nodes[0].visits += 1
        for i in range(1, depth):
            node = nodes[path[i]]
            node.visits += 1
            node.total += rewards[node.seat]
    return used
