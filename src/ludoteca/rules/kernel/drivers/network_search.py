"""Tree search guided by a network: PUCT with its priors, its values at the leaves, and results that are proven.

As in `tree_search`, a node holds the total reward of the seat that moved into it, nodes are not expanded beyond the
next chance event, and the children of a node are adjacent rows. A node that is decided by rules alone is proven, and so
is one whose children prove it: it is not visited again. The first visits to a leaf can be left to playouts, which take
less time than the network.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .hints import chance_events
from .network import evaluate, margin_part, shares, softmax
from .rules import final_result, is_decided, moves, play, resample_hidden, score, seats
from .tree_search import NO_CUTOFF, playout, reward
from .vector import move_class

UNPROVEN, SHARED = -1, 100  # else the seat that wins alone; SHARED: all seats have the same part
NODE = np.dtype(
    [
        ("total", np.float64),  # sum of rewards
        ("prior", np.float64),  # of the network, normalized over the siblings
        ("estimate", np.float64),  # the network's reward for the seat to move; of an expanded node
        ("visits", np.int32),
        ("first", np.int32),
        ("children", np.int16),
        ("move", np.int16),
        ("seat", np.int8),  # the seat that moved into this node
        ("proven", np.int8),
    ],
    align=True,
)
PLAYOUT_WEIGHT = 0.5  # of a playout beside the network, where there are playouts
FPU_REDUCTION = 0.2  # first-play urgency: times the root of the visited prior, below the value of the node


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
    node.estimate = 0.0
    node.visits = 0
    node.first = 0
    node.children = 0
    node.proven = UNPROVEN


def expand(nodes: Any, used: int, at: int, s: Any, numbers: Any, logits: Any, options: Any, work: Any) -> int:
    """Add a child for each legal move, with priors from the logits of all numbered classes of moves.

    A move of a class without a number has the least of the others' logits. Returns the number of nodes in use.
    """
    n = moves(s, options)
    write_priors(s, numbers, logits, options, n, work)
    nodes[at].first = used
    nodes[at].children = n
    for i in range(n):
        child = nodes[used + i]
        clear_node(child)
        child.move = options[i]
        child.seat = s.turn
        child.prior = work[i]
    return used + n


def write_priors(s: Any, numbers: Any, logits: Any, options: Any, n: int, work: Any) -> None:
    """Write the priors of the n legal moves; moves of the same class have equal parts of its prior."""
    least = np.float32(0.0)
    alike = np.zeros(logits.size, np.int64)  # moves of each class
    most = 1
    for i in range(n):
        number = numbers[move_class(s, options[i])]
        if number >= 0:
            alike[number] += 1
            most = max(most, alike[number])
        work[i] = logits[number] if number >= 0 else np.float32(0.0)
        least = min(least, work[i])
    for i in range(n):
        if numbers[move_class(s, options[i])] < 0:
            work[i] = least
    softmax(work, n, work)
    if most == 1:
        return
    total = 0.0
    for i in range(n):
        number = numbers[move_class(s, options[i])]
        if number >= 0:
            work[i] /= alike[number]
        total += work[i]
    for i in range(n):
        work[i] /= total


def select(nodes: Any, at: int, exploration: float) -> Any:
    """The child with the highest PUCT score, among those that are not proven, or among all if all are."""
    first = nodes[at].first
    n = nodes[at].children
    total = nodes[at].estimate
    visits = 0
    seen = 0.0
    for child in range(first, first + n):
        total += nodes[child].total
        visits += nodes[child].visits
        if nodes[child].visits > 0:
            seen += nodes[child].prior
    first_play_value = total / (visits + 1) - FPU_REDUCTION * math.sqrt(seen)
    scale = exploration * math.sqrt(visits + 1.0)
    best = first
    best_score = -1e9
    for child in range(first, first + n):
        child_visits = nodes[child].visits
        value = nodes[child].total / child_visits if child_visits > 0 else first_play_value
        score = value + scale * nodes[child].prior / (child_visits + 1.0)
        if nodes[child].proven != UNPROVEN:
            score -= 1e6
        if score > best_score:
            best_score = score
            best = child
    return best


def descend(s: Any, nodes: Any, first: int, path: Any, exploration: float, root_events: int, stop_decided: bool) -> int:
    """Follow the search down from the root or, unless it is 0, from its child `first`, to a leaf, playing in place.

    The leaf has no children, or lies beyond a chance event, or is decided. Returns the length of the path.
    """
    at = 0
    path[0] = 0
    depth = 1
    while nodes[at].children > 0 and not is_end(s, stop_decided) and chance_events(s) == root_events:
        at = first if at == 0 and first != 0 else select(nodes, at, exploration)
        path[depth] = at
        depth += 1
        play(s, nodes[at].move, None)
        if depth == path.size:
            break
    return depth


def is_end(s: Any, stop_decided: bool) -> bool:
    """Whether the result of a state is certain: the game is over or, with `stop_decided`, decided."""
    return bool(s.over) or (stop_decided and is_decided(s))


def margin_reward(share: float, mine: float, best_other: float, margins: Any) -> Any:
    """A reward: the share in the result and, with a small weight, the margin on a scale from 0 to 1."""
    if margins[0] == 0.0:
        return share
    return (1.0 - margins[0]) * share + margins[0] * margin_part(mine, best_other, margins[1])


def certain_rewards(s: Any, margins: Any, rewards: Any) -> None:
    """Write the rewards of all seats in a decided state."""
    for seat in range(rewards.size):
        best = -1e9
        for other in range(rewards.size):
            if other != seat:
                best = max(best, float(score(s, other)))
        rewards[seat] = margin_reward(final_result(s, seat), float(score(s, seat)), best, margins)


def expected_rewards(s: Any, outputs: Any, margins: Any, rewards: Any) -> None:
    """Write the rewards of all seats that the network expects, from the raw outputs of its value head.

    The first outputs are logits of shares, then come scores in units of `margins[2]`, both from the seat to move on.
    """
    n = rewards.size
    shares(s, outputs, rewards)
    if margins[0] == 0.0:
        return
    half = outputs.size // 2
    for i in range(n):
        best = -1e9
        for j in range(n):
            if j != i:
                best = max(best, float(outputs[half + j]))
        mine = float(outputs[half + i]) * margins[2]
        seat = (s.turn + i) % n
        rewards[seat] = margin_reward(rewards[seat], mine, best * margins[2], margins)


def mix_playout(s: Any, part: float, root_events: int, options: Any, rng: Any, rewards: Any) -> None:
    """Replace a part of the rewards by those at the end of a playout, which is played in place.

    The rewards of a playout are made shares of 1: win estimates need not add up to it.
    """
    playout(s, root_events, True, NO_CUTOFF, options, rng)
    found = np.empty(rewards.size, np.float64)
    for seat in range(rewards.size):
        found[seat] = reward(s, seat, True, 0.0)
    total = found.sum()
    for seat in range(rewards.size):
        rewards[seat] = (1.0 - part) * rewards[seat] + part * found[seat] / total


def back_up(nodes: Any, path: Any, depth: int, rewards: Any) -> None:
    """Add the rewards of a simulation to the nodes of its path."""
    nodes[0].visits += 1
    for i in range(1, depth):
        node = nodes[path[i]]
        node.visits += 1
        node.total += rewards[node.seat]


def sole_winner(s: Any) -> int:
    """The seat that wins alone in a decided state, SHARED if all have the same part, else UNPROVEN."""
    same = True
    for seat in range(seats(s)):
        result = final_result(s, seat)
        if result == 1.0:
            return seat
        same = same and result == final_result(s, 0)
    return SHARED if same else UNPROVEN


def prove(nodes: Any, path: Any, depth: int) -> None:
    """Mark the nodes above a proven leaf that it proves.

    A seat that can win wins. If all children are proven, a seat that cannot win takes its part of a shared result;
    if it can only lose, the result is known when the same seat wins everywhere.
    """
    for i in range(depth - 2, -1, -1):
        node = nodes[path[i]]
        seat = nodes[node.first].seat
        winner = nodes[node.first].proven
        known = True
        for child in range(node.first, node.first + node.children):
            proven = nodes[child].proven
            if proven == seat:
                winner = seat
                known = True
                break
            if proven == UNPROVEN:
                known = False
            elif proven == SHARED or winner == SHARED:
                winner = SHARED
            elif proven != winner:
                known = False
        if not known:
            return
        node.proven = winner


def run_simulations(
    states: Any,
    nodes: Any,
    used: int,
    simulations: int,
    first: int,
    settings: Any,
    rng: Any,
    numbers: Any,
    network: Any,
    context: Any,
    scratch: Any,
    options: Any,
) -> int:
    """Run simulations from states[0]; states[1] is scratch. Returns the number of nodes in use.

    They stop when the result of the root is proven. `settings` are the exploration, the weight and the spread of
    margins, the unit of scores, and how many visits of a leaf are playouts before the network evaluates it, then beside
    a playout; `first` is the child of the root that all of them begin with, or 0.
    """
    stop_decided = not is_decided(states[0])
    path = np.empty(1024, np.int32)
    rewards = np.zeros(seats(states[0]), np.float64)
    logits = np.empty(network[3][1].size, np.float32)
    outputs = np.empty(network[3][3].size, np.float32)
    work = np.empty(options.size, np.float64)
    # Once the game is decided only the margin is left to play for, and the scores tell it.
    margins = settings[1:4] if stop_decided else np.array([1.0, settings[2], settings[3]])
    root_events = chance_events(states[0])
    for _ in range(simulations):
        if nodes[0].proven != UNPROVEN and first == 0:
            break
        states[1] = states[0]
        s = states[1]
        resample_hidden(s, rng)
        depth = descend(s, nodes, first, path, settings[0], root_events, stop_decided)
        at = path[depth - 1]
        if is_end(s, stop_decided):
            certain_rewards(s, margins, rewards)
            if chance_events(s) == root_events:
                nodes[at].proven = sole_winner(s)
                if nodes[at].proven != UNPROVEN:
                    prove(nodes, path, depth)
        elif stop_decided and at != 0 and nodes[at].visits < settings[4]:
            mix_playout(s, 1.0, root_events, options, rng, rewards)
        else:
            evaluate(s, network, context, scratch, logits, outputs)
            if stop_decided:
                expected_rewards(s, outputs, margins, rewards)
            else:
                certain_rewards(s, margins, rewards)
            fits = used + options.size <= nodes.size and depth < path.size
            if nodes[at].children == 0 and chance_events(s) == root_events and fits:
                used = expand(nodes, used, at, s, numbers, logits, options, work)
                nodes[at].estimate = rewards[s.turn]
            if stop_decided and settings[4] > 0.0:
                mix_playout(s, PLAYOUT_WEIGHT, root_events, options, rng, rewards)
        back_up(nodes, path, depth, rewards)
    return used
