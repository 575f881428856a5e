"""Checker of what random play claims."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.shared.claims import number


def _drawn(claim: Claim) -> bool:
    return number(claim, "moves") == len(claim.position.moves)


CLAIMS: Mapping[str, Checker] = {"drawn": _drawn}
