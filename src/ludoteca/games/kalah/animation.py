"""The animation of a move of Kalah: every seed keeps its name on its way from pit to pit."""

from __future__ import annotations

from ludoteca.core.game import PlayedMove
from ludoteca.games.kalah.view import Board, Seeds, named_seeds, seed_counts
from ludoteca.rules.kernel.game import KernelPosition


def draw(played: PlayedMove, language: str, narrow: bool) -> list[str]:
    """The board before the move, after each seed, and at the end."""
    assert isinstance(played.position, KernelPosition)
    seeds, hand = named_seeds(played.position), list[str]()
    pictures = [Board(played.position, None, language).svg(seeds)]
    for frame in played.position.frames(played.move):
        assert isinstance(frame, KernelPosition)
        hand = _carried(seeds, hand, seed_counts(frame))
        pictures.append(Board(frame, played, language).svg(seeds))
    return pictures


def _carried(seeds: Seeds, hand: list[str], counts: dict[str, int]) -> list[str]:
    """Move names until every hollow has as many as it should; those still in the hand."""
    for hollow, count in counts.items():
        while len(seeds[hollow]) > count:
            hand.append(seeds[hollow].pop())
    for hollow, count in counts.items():
        while len(seeds[hollow]) < count and hand:
            seeds[hollow].append(hand.pop(0))
    return hand
