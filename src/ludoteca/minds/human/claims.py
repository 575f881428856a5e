"""Checker of what is claimed of a human player's move."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.mind import MindName
from ludoteca.core.verdicts import Checker, Claim


def _chosen(claim: Claim) -> bool | None:
    """False for a mind; that a person chose cannot be checked."""
    return None if MindName.read(claim.mind).school == "human" else False


CLAIMS: Mapping[str, Checker] = {"chosen": _chosen}
