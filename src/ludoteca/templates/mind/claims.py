"""Checkers of what the cautious mind claims: they ask the referee, and use no code of the mind."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.verdicts import Checker, Claim


def _fewest(claim: Claim) -> bool:
    replies = {move: len(claim.position.after(move).moves) for move in claim.position.moves}
    return claim.args["replies"] == replies[claim.move] == min(replies.values())


CLAIMS: Mapping[str, Checker] = {"fewest": _fewest}
