"""Self-play of many games in lockstep: each advances until its search needs the network, which evaluates all at once.

The root of each search is searched by sequential halving over moves sampled with Gumbel noise; the policy to learn is
the network's own, improved by the values found (Danihelka et al., 2022). Below the root the search is that of
`network_search`. Games of one block are advanced by one thread; blocks share nothing.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .hints import chance_events
from .network import active_rows, vector_in
from .network_search import (
    SHARED,
    UNPROVEN,
    back_up,
    certain_rewards,
    expand,
    expected_rewards,
    is_end,
    mix_playout,
    new_tree,
    prove,
    select,
    sole_winner,
)
from .rng import draw
from .rules import final_result, is_decided, moves, play, resample_hidden, score, seats
from .vector import encode, move_class

GAME = np.dtype(
    [
        ("used", np.int32),  # nodes of the tree
        ("simulations", np.int32),  # done for this move
        ("depth", np.int32),  # length of the path that waits for the network; 0: none does
        ("plies", np.int32),  # samples noted
        ("opening", np.int32),  # random moves still to be played
        ("start", np.int32),  # the number of its initial state
    ],
    align=True,
)
VISITS_OFFSET = 50.0  # of the weight of values against priors
VALUE_SCALE = 0.5
MOST = 255  # of an input that is stored in a byte
LEAST_CHANCE = 1e-5  # of a legal move in a policy to learn


def uniform(rng: Any) -> float:
    """A random number between 0 and 1, both excluded."""
    return (draw(rng, 1 << 31) + 0.5) / (1 << 31)


def begin_game(game: Any, states: Any, starts: Any, random_plies: int, rng: Any) -> None:
    """Begin a new game from one of the initial states; its first moves, up to `random_plies`, are random."""
    game.start = draw(rng, len(starts))
    states[0] = starts[game.start]
    resample_hidden(states[0], rng)
    game.plies = 0
    game.opening = draw(rng, random_plies + 1)


def play_opening(game: Any, states: Any, options: Any, rng: Any) -> None:
    """Play the random moves of the opening, unless the game ends."""
    while game.opening > 0 and not is_decided(states[0]):
        n = moves(states[0], options)
        play(states[0], options[draw(rng, n)], None)
        game.opening -= 1


def layout_of(layouts: Any, start: int) -> Any:
    """The layout for an initial state: games with other options have other vectors.

    `layouts` are first rows, bins and scales of each, then their numbers of components, and the layout of each start.
    """
    kind = layouts[4][start]
    size = layouts[3][kind]
    return layouts[0][kind, : size + 1], layouts[1][kind, :size], layouts[2][kind, :size]


def write_inputs(s: Any, layout: Any, context: Any, scratch: Any, out: Any) -> None:
    """Write the rows of the first layer that a position sets, each as a byte."""
    encode(s, s.turn, vector_in(layout, scratch))
    n = active_rows(layout, context, scratch)
    out[:] = 0
    for i in range(n):
        out[scratch[1][i]] = np.uint8(min(scratch[2][i], np.float32(MOST)))


def child_value(node: Any, first_play_value: float, seat_count: int) -> float:
    """The value of a move for the seat that makes it: proven, the mean of its visits, or that of the node."""
    if node.proven == node.seat:
        return 1.0
    if node.proven == SHARED:
        return 1.0 / seat_count
    if node.proven != UNPROVEN:
        return 0.0
    return float(node.total / node.visits) if node.visits > 0 else first_play_value


def mixed_value(nodes: Any, seat_count: int) -> float:
    """The value of the root for its unvisited moves: of the network, and of the visited moves by their priors."""
    root = nodes[0]
    visits = 0
    weight = 0.0
    total = 0.0
    for child in range(root.first, root.first + root.children):
        if nodes[child].visits > 0:
            visits += nodes[child].visits
            weight += nodes[child].prior
            total += nodes[child].prior * child_value(nodes[child], 0.0, seat_count)
    if visits == 0:
        return float(root.estimate)
    return float((root.estimate + visits * total / weight) / (visits + 1))


def write_scores(nodes: Any, seat_count: int, work: Any) -> None:
    """Write the logit of each move of the root, improved by its value."""
    root = nodes[0]
    most = 0
    for child in range(root.first, root.first + root.children):
        most = max(most, nodes[child].visits)
    weight = VALUE_SCALE * (VISITS_OFFSET + most)
    unvisited = mixed_value(nodes, seat_count)
    for i in range(root.children):
        child = nodes[root.first + i]
        work[i] = math.log(max(child.prior, 1e-9)) + weight * child_value(child, unvisited, seat_count)


def select_root(nodes: Any, noise: Any, visits: int, seat_count: int, work: Any) -> int:
    """The move of the root with the highest score and noise, among those with so many visits."""
    root = nodes[0]
    write_scores(nodes, seat_count, work)
    best = root.first
    best_score = -1e18
    for i in range(root.children):
        child = root.first + i
        value = work[i] + noise[i] - (0.0 if nodes[child].visits == visits else 1e9)
        if value > best_score:
            best_score = value
            best = child
    return int(best)


def walk(s: Any, nodes: Any, child: int, path: Any, exploration: float, root_events: int) -> int:
    """Follow the search from a child of the root to a leaf, playing in place. Returns the length of the path."""
    at = child
    path[0] = 0
    path[1] = at
    depth = 2
    play(s, nodes[at].move, None)
    while nodes[at].children > 0 and depth < path.size and not is_end(s, True) and chance_events(s) == root_events:
        at = select(nodes, at, exploration)
        path[depth] = at
        depth += 1
        play(s, nodes[at].move, None)
    return depth


def simulate(
    game: Any, states: Any, nodes: Any, path: Any, noise: Any, visits: int, settings: Any, rng: Any, work: Any
) -> bool:
    """Walk to the next leaf, and note a certain result there. Returns whether the network has to evaluate it."""
    states[1] = states[0]
    s = states[1]
    resample_hidden(s, rng)
    root_events = chance_events(states[0])
    child = select_root(nodes, noise, visits, seats(s), work)
    depth = walk(s, nodes, child, path, settings[0], root_events)
    if not is_end(s, True):
        game.depth = depth
        return True
    rewards = np.empty(seats(s), np.float64)
    certain_rewards(s, settings[1:4], rewards)
    back_up(nodes, path, depth, rewards)
    game.simulations += 1
    if chance_events(s) == root_events:
        node = nodes[path[depth - 1]]
        node.proven = sole_winner(s)
        if node.proven != UNPROVEN:
            prove(nodes, path, depth)
    return False


def absorb(
    game: Any,
    states: Any,
    nodes: Any,
    path: Any,
    noise: Any,
    settings: Any,
    numbers: Any,
    logits: Any,
    outputs: Any,
    rng: Any,
    options: Any,
    work: Any,
) -> None:
    """Take the network's answer for the leaf that waited for it."""
    s = states[1]
    rewards = np.empty(seats(s), np.float64)
    expected_rewards(s, outputs, settings[1:4], rewards)
    at, turn, root_events = path[game.depth - 1], s.turn, chance_events(states[0])
    fits = game.used + options.size <= nodes.size
    is_new = nodes[at].children == 0 and chance_events(s) == root_events and fits
    if is_new:
        game.used = expand(nodes, game.used, at, s, numbers, logits, options, work)
    if settings[5] > 0.0:
        mix_playout(s, settings[5], root_events, options, rng, rewards)
    if is_new:
        nodes[at].estimate = rewards[turn]
    if game.depth == 1:
        for i in range(nodes[0].children):
            noise[i] = -math.log(-math.log(uniform(rng)))
    else:
        back_up(nodes, path, game.depth, rewards)
        game.simulations += 1
    game.depth = 0


def best_child(nodes: Any, noise: Any, seat_count: int, work: Any) -> int:
    """The child of the root to play: one that wins, or the best by score and noise of the most visited."""
    root = nodes[0]
    most = 0
    for child in range(root.first, root.first + root.children):
        if nodes[child].proven == nodes[child].seat:
            return int(child)
        most = max(most, nodes[child].visits)
    return select_root(nodes, noise, most, seat_count, work)


def write_policy(s: Any, nodes: Any, numbers: Any, seat_count: int, work: Any, out: Any) -> None:
    """Write the improved policy of the root over the numbered classes of moves."""
    root = nodes[0]
    write_scores(nodes, seat_count, work)
    most = work[0]
    for i in range(root.children):
        most = max(most, work[i])
    total = 0.0
    for i in range(root.children):
        work[i] = math.exp(work[i] - most)
        total += work[i]
    out[:] = 0.0
    for i in range(root.children):
        number = numbers[move_class(s, nodes[root.first + i].move)]
        if number >= 0:
            out[number] = max(out[number] + work[i] / total, LEAST_CHANCE)  # more than 0: a move of the class is legal


def flush(game: Any, s: Any, kind: int, history: Any, samples: Any, count: Any, unit: float, trust: float) -> None:
    """Move the noted positions of a finished game to the samples, with the result as each seat to move saw it.

    Between two seats the value that the search found counts too, by the part `trust`: it depends less on chance.
    """
    inputs, policies, movers, values = history
    n = seats(s)
    half = samples[2].shape[1] // 2
    for ply in range(game.plies):
        if count[0] == samples[0].shape[0]:
            break
        row = count[0]
        samples[0][row] = inputs[ply]
        samples[1][row] = policies[ply]
        samples[2][row] = 0.0
        for i in range(n):
            seat = (movers[ply] + i) % n
            samples[2][row, i] = final_result(s, seat)
            samples[2][row, half + i] = score(s, seat) / unit
        if n == 2:
            value = min(1.0, max(0.0, values[ply]))
            samples[2][row, 0] = (1.0 - trust) * samples[2][row, 0] + trust * value
            samples[2][row, 1] = 1.0 - samples[2][row, 0]
        samples[3][row] = kind
        count[0] += 1
    count[1] += 1


def root_value(nodes: Any, seat_count: int) -> float:
    """The value of the root for its seat to move: proven, or the mean of its most visited move."""
    root = nodes[0]
    best = root.first
    for child in range(root.first, root.first + root.children):
        if nodes[child].proven == nodes[child].seat:
            return 1.0
        if nodes[child].visits > nodes[best].visits:
            best = child
    return child_value(nodes[best], root.estimate, seat_count)


def make_move(
    game: Any, states: Any, nodes: Any, noise: Any, history: Any, inputs: Any, numbers: Any, work: Any
) -> None:
    """Note the position of the root with its improved policy, and play the move that the search chose."""
    n = seats(states[0])
    if game.plies < history[0].shape[0] and nodes[0].children > 1:
        history[0][game.plies] = inputs
        history[1][game.plies] = 0.0
        write_policy(states[0], nodes, numbers, n, work, history[1][game.plies])
        history[2][game.plies] = states[0].turn
        history[3][game.plies] = root_value(nodes, n)
        game.plies += 1
    play(states[0], nodes[best_child(nodes, noise, n, work)].move, None)


def advance(
    games: Any,
    states: Any,
    trees: Any,
    paths: Any,
    noises: Any,
    rngs: Any,
    batch: Any,
    roots: Any,
    answers: Any,
    histories: Any,
    samples: Any,
    count: Any,
    starts: Any,
    schedule: Any,
    settings: Any,
    random_plies: int,
    numbers: Any,
    layouts: Any,
    contexts: Any,
    scratch: Any,
    options: Any,
) -> None:
    """Advance each game of a block until its search waits for the network, whose last answers are `answers`.

    `schedule` has a row for each number of moves that are searched: how often the next one has been visited before.
    """
    work = np.empty(options.size, np.float64)
    budget = schedule.shape[1]
    for g in range(len(games)):
        game, nodes, path, noise, rng = games[g], trees[g], paths[g], noises[g], rngs[g]
        if game.depth > 0:
            absorb(
                game, states[g], nodes, path, noise, settings, numbers, answers[0][g], answers[1][g], rng, options, work
            )
        while True:
            if game.used > 0:
                root = nodes[0]
                if root.children > 1 and game.simulations < budget and root.proven == UNPROVEN:
                    considered = min(schedule.shape[0] - 1, root.children)
                    visits = schedule[considered, game.simulations]
                    if simulate(game, states[g], nodes, path, noise, visits, settings, rng, work):
                        break
                    continue
                history = (histories[0][g], histories[1][g], histories[2][g], histories[3][g])
                make_move(game, states[g], nodes, noise, history, roots[g], numbers, work)
                if is_decided(states[g][0]):
                    kind = layouts[4][game.start]
                    flush(game, states[g][0], kind, history, samples, count, settings[3], settings[4])
                    game.start = -1
            if game.used == 0 or game.start < 0:
                begin_game(game, states[g], starts, random_plies, rng)
                play_opening(game, states[g], options, rng)
                while is_decided(states[g][0]):
                    begin_game(game, states[g], starts, random_plies, rng)
                    play_opening(game, states[g], options, rng)
            game.used = new_tree(nodes)
            game.simulations = 0
            game.depth = 1
            path[0] = 0
            states[g][1] = states[g][0]
            break
        layout = layout_of(layouts, game.start)
        write_inputs(states[g][1], layout, contexts[game.start], scratch, batch[g])
        if game.depth == 1:
            roots[g] = batch[g]
