"""Verdicts on explanations: every claim a mind can make has a checker beside its words, discovered by folder.

The words of a claim stand in a school's `messages.toml`, its checker in `claims.py` of the same folder: `CLAIMS` maps
the key of a message, within the school, to a function of a `Claim`. The words that all schools share have theirs in
`minds/shared/claims.py` and `compare_claims.py`. A checker asks the referee and uses no code of the mind.

A trace has its checker in `check.py` of the trace's folder: `defects` lists what is wrong with it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from ludoteca.core.explanation import Explanation
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.loading import broken_by, load_class
from ludoteca.core.plugins import Plugin, plugins
from ludoteca.core.traces import trace_types


class Verdict(StrEnum):
    """What is known of a claim; the value names a message."""

    TRUE = "true"  # checked independently of the mind
    REPRODUCED = "reproduced"  # the same mind says it again
    FALSE = "false"
    UNCHECKABLE = "uncheckable"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim where it was made: about a move, in a position as the mind saw it, within a whole explanation."""

    message: Message
    position: Position
    move: Move  # that the claim is about: the chosen one, or one that was rejected
    chosen: Move
    why: Explanation
    mind: str  # its name with parameters

    @property
    def args(self) -> Mapping[str, Argument]:
        return self.message.args

    @property
    def seat(self) -> int:
        """The seat that chose."""
        assert self.position.turn is not None
        return self.position.turn


Checker = Callable[[Claim], bool | None]
"""Whether a claim is true; None when that cannot be found out, or not within reasonable effort."""


def checker_of(key: str) -> Checker | None:
    """The checker of a claim by the key of its message; None if it has none. Raises `BrokenPlugin`."""
    root, _, rest = key.partition(".")
    if root != "minds":
        return None
    school, _, name = rest.partition(".")
    plugin = plugins("minds").get(school)
    found = claims_of(plugin).get(name) if plugin is not None else None
    return found or _shared_claims().get(rest)


@cache
def claims_of(plugin: Plugin) -> Mapping[str, Checker]:
    """The checkers in a school's `claims.py`; none when there is no such file. Raises `BrokenPlugin`."""
    if not (plugin.folder / "claims.py").is_file():
        return {}
    load_class(plugin)  # a plugin outside the package can be imported only then
    try:
        claims: Mapping[str, Checker] = importlib.import_module(f"{plugin.package}.claims").CLAIMS
    except Exception as error:
        raise broken_by(plugin, error) from error
    return claims


@cache
def _shared_claims() -> Mapping[str, Checker]:
    modules = (importlib.import_module(f"ludoteca.minds.shared.{name}") for name in ("claims", "compare_claims"))
    return {key: checker for module in modules for key, checker in module.CLAIMS.items()}


def trace_defects(claim: Claim) -> list[Message] | None:
    """What is wrong with the trace of an explanation; None when it has none, or its kind cannot be checked.

    The answer for the last explanation is kept, since many claims in it ask.
    """
    global _last
    last, answer = _last
    if last is None or not _is_same_choice(last, claim):
        answer = _trace_defects(claim)
        _last = claim, answer
    return answer


_last: tuple[Claim | None, list[Message] | None] = None, None


def _is_same_choice(one: Claim, other: Claim) -> bool:
    """Whether two claims are within the very same explanation of one choice."""
    same = one.why is other.why and one.position is other.position
    return same and (one.chosen, one.mind) == (other.chosen, other.mind)


def _trace_defects(claim: Claim) -> list[Message] | None:
    trace = claim.why.trace
    if trace is None:
        return None
    package = trace_types()[trace.kind].package
    try:
        check: Any = importlib.import_module(f"{package}.check")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.check":
            raise
        return None
    found: list[Message] | None = check.defects(trace, claim)
    return found


def certified(claim: Claim) -> bool | None:
    """True when the trace of an explanation is right: what it shows is as true as the trace. Else None."""
    return True if trace_defects(claim) == [] else None
