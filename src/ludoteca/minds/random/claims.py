"""Checker of what random play claims."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.shared.claims import number


def _drawn(claim: Claim) -> bool:
    return number(claim, "moves") == len(claim.position.moves)


def _not_drawn(claim: Claim) -> bool:
    return _drawn(claim) and claim.move != claim.chosen


CLAIMS: Mapping[str, Checker] = {"drawn": _drawn, "not_drawn": _not_drawn}
