"""Matches in Azul against players of other projects.

``python -m bench.peer_azul PEER FOLDER learned:seconds=1 100`` plays 100 pairs of games. PEER is a player of
`bench/peers`, FOLDER a checkout of its project; nothing of it is part of Ludoteca. Seconds are those of the processor.
Before the match, random games are played by both referees: legal moves and what a move changes have to be the same.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench.measure import ProcessorClock
from bench.peers.network import NetworkPeer
from bench.peers.peer import Peer
from bench.peers.smith import SmithPeer
from ludoteca.arena.statistics import score_interval
from ludoteca.core.game import Move
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelGame

PEERS: dict[str, type[Peer]] = {"network": NetworkPeer, "smith": SmithPeer}
OPENING = 2  # random moves of each pair


def compare_referees(peer: Peer, game: KernelGame, games: int) -> int:
    """Play random games by both referees; raises `AssertionError` where they differ. Returns the number of moves."""
    lot, compared = random.Random(1), 0
    for seed in range(games):
        position = game.start(seed)
        while position.turn is not None:
            assert peer.legal_codes(position) == {move.code for move in position.moves}, repr(position)
            move = lot.choice(position.moves)
            after = position.after(move)
            compared += peer.agrees(position, move, after)
            position = after
    return compared


def play(peer: Peer, game: KernelGame, mind: str, seat: int, seed: int) -> tuple[float, tuple[float, ...]]:
    """The result of a mind at a seat against the peer, after random moves, and the points of mind and peer."""
    player, lot = load_mind(mind, game).join(game, seat, derive(seed, "bench", seat)), random.Random(seed)
    position, history = game.start(seed), list[Move]()
    peer.begin(seed)
    while position.turn is not None:
        if len(history) < OPENING:
            move = lot.choice(position.moves)
        elif position.turn == seat:
            seen = position.seen_by(seat, derive(seed, "seen", len(history)))
            move = player.choose(seen, history, ProcessorClock(60)).move
        else:
            code = peer.choose(position)
            move = next(move for move in position.moves if move.code == code)
        position = position.after(move)
        history.append(move)
    player.close()
    points = position.scores()
    return position.result()[seat], (points[seat], points[1 - seat])


def main(words: Sequence[str] | None = None) -> None:
    """Compare the referees, then play pairs of games in which both change seats, with a line after each pair."""
    parser = argparse.ArgumentParser(prog="python -m bench.peer_azul", description=__doc__)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("folder", type=Path, help="a checkout of the peer")
    parser.add_argument("mind")
    parser.add_argument("pairs", type=int)
    args = parser.parse_args(words)
    peer, game = PEERS[args.peer](args.folder), load_game("azul")
    assert isinstance(game, KernelGame)
    print(f"The referees agree on {compare_referees(peer, game, 20)} moves.", flush=True)
    results, points = list[list[float]](), list[tuple[float, ...]]()
    for pair in range(args.pairs):
        games = [play(peer, game, args.mind, seat, derive(21, "azul", pair)) for seat in range(2)]
        results.append([result for result, _ in games])
        points += [scored for _, scored in games]
        low, high = score_interval(results)
        mine, theirs = np.mean(points, axis=0)
        won, played = sum(map(sum, results)), 2 * len(results)
        told = f"{won:g} of {played}, {low:.0%} to {high:.0%} with 95 % confidence, {mine:.1f} points to {theirs:.1f}"
        print(f"{args.mind} against {args.peer}: {told}", flush=True)


if __name__ == "__main__":
    main()
