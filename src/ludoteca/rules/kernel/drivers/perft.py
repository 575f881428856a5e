"""Perft: the number of legal lines of play to a depth, which tests move generation."""

from __future__ import annotations

from typing import Any

from .rules import moves, play


def count(stack: Any, options: Any, depth: int) -> int:
    """The number of leaves `depth` moves below stack[depth]; a terminal state is one leaf. Lower rows are scratch."""
    s = stack[depth]
    if depth == 0 or s.over:
        return 1
    leaves = 0
    n = moves(s, options[depth])
    for i in range(n):
        stack[depth - 1] = s
        play(stack[depth - 1], options[depth, i], None)
        leaves += count(stack, options, depth - 1)
    return leaves
