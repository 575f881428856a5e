"""The subtree of a node: what a search keeps of its tree when a move has been played."""

from __future__ import annotations

from typing import Any


def reroot(nodes: Any, root: int, kept: Any) -> int:
    """Copy the subtree of a node into `kept`, with that node as its root. Returns the number of nodes copied."""
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
