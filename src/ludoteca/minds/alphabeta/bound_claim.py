"""What is said of a rejected move by an upper bound of its margin."""

from __future__ import annotations

from ludoteca.core.i18n import Message


def bound_claim(at_most: float, best: float, proven: bool) -> Message:
    """The claim that a move gives no more than a margin, next to the margin of the chosen move."""
    kind = "minds.alphabeta" if proven else "minds.alphabeta.estimated"
    if at_most >= best:
        return Message(f"{kind}.no_better", {"margin": at_most})
    return Message(f"{kind}.at_most", {"margin": at_most, "less": best - at_most})
