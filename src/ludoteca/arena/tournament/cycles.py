"""Non-transitive cycles: minds of which each beats the next, and the last beats the first."""

from __future__ import annotations

from collections.abc import Collection, Iterator

_MOST = 20  # that are named


def cycles(beats: Collection[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The shortest cycles among the pairs of a winner and a loser, each once, from its smallest number on.

    >>> cycles([(0, 1), (1, 2), (2, 0), (0, 3)])
    [(0, 1, 2)]
    >>> cycles([(0, 1), (1, 2), (0, 2)])
    []
    """
    beaten: dict[int, list[int]] = {}
    for winner, loser in sorted(beats):
        beaten.setdefault(winner, []).append(loser)
    for length in range(3, len(beaten) + 1):
        found = [cycle for start in sorted(beaten) for cycle in _from(beaten, (start,), length)]
        if found:
            return found[:_MOST]
    return []


def _from(beaten: dict[int, list[int]], path: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
    """The cycles of a length that begin with a path and have no smaller number than its first."""
    if len(path) == length:
        if path[0] in beaten.get(path[-1], ()):
            yield path
        return
    for loser in beaten.get(path[-1], ()):
        if loser > path[0] and loser not in path:
            yield from _from(beaten, (*path, loser), length)
