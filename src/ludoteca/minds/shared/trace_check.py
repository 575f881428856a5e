"""The knowledge that the mind of a trace played by, for the checkers of traces."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ludoteca.core.errors import LudotecaError
from ludoteca.core.traces import Trace
from ludoteca.core.verdicts import Claim
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import Knowledge, KnowledgeMind

_Trace = TypeVar("_Trace", bound=Trace)


class Uncheckable(Exception):
    """A trace that cannot be checked here: its knowledge is not there, or was changed."""


class OtherSchool(Exception):
    """A trace of a school that the mind is not of."""


def knowledge_of(claim: Claim, suffix: str) -> Knowledge:
    """The knowledge by which the mind of a claim played; raises `Uncheckable` and `OtherSchool`."""
    try:
        mind = load_mind(claim.mind, claim.position.game)
        if not isinstance(mind, KnowledgeMind) or mind.suffix != suffix:
            raise OtherSchool
        return mind.knowledge(claim.position.game, claim.seat)
    except LudotecaError:
        raise Uncheckable from None


def in_text(trace: _Trace, claim: Claim, knowledge: Knowledge) -> tuple[_Trace, Claim]:
    """A trace and its claim with sources in the linked text of all files, as the engines know it."""
    return knowledge.in_text(trace), replace(claim, why=knowledge.in_text(claim.why))
