"""The animation of a move of Kalah: each seed keeps its id from picture to picture."""

from __future__ import annotations

from ludoteca.core.game import PlayedMove
from ludoteca.games.kalah.view import Board, Seeds, named_seeds, seed_counts
from ludoteca.rules.kernel.game import KernelPosition


def draw(played: PlayedMove, language: str, narrow: bool, player_names: tuple[str, ...] = ()) -> list[str]:
    """The pictures of a move: before it, after each seed, and at its end."""
    assert isinstance(played.position, KernelPosition)
    seeds, hand = named_seeds(played.position), list[str]()
    pictures = [Board(played.position, None, language, player_names).svg(seeds)]
    for frame in played.position.frames(played.move):
        assert isinstance(frame, KernelPosition)
        hand = _move_seeds(seeds, hand, seed_counts(frame))
        pictures.append(Board(frame, played, language, player_names).svg(seeds))
    return pictures


def _move_seeds(seeds: Seeds, hand: list[str], counts: dict[str, int]) -> list[str]:
    """Move seeds between hollows, in place, to match the counts. Returns the seeds still in the hand."""
    for hollow, count in counts.items():
        while len(seeds[hollow]) > count:
            hand.append(seeds[hollow].pop())
    for hollow, count in counts.items():
        while len(seeds[hollow]) < count and hand:
            seeds[hollow].append(hand.pop(0))
    return hand
