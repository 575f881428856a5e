"""Checkers of what a liar claims."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.verdicts import Checker, Claim


def _leaves(claim: Claim) -> bool:
    return claim.args["replies"] == len(claim.position.after(claim.move).moves)


def _fewest(claim: Claim) -> bool:
    fewest = min(len(claim.position.after(move).moves) for move in claim.position.moves)
    return _leaves(claim) and claim.args["replies"] == fewest


CLAIMS: Mapping[str, Checker] = {"fewest": _fewest, "leaves": _leaves}
