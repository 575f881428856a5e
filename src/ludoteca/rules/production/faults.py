"""What can be wrong with a knowledge base: it does not load, or it fails while it runs."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.i18n import Argument, Message
from ludoteca.rules.production.rule_parser import Rule, Slip


def says(text: str) -> Message:
    """What CLIPS says, in its own words."""
    return Message("rules.production.says", {"text": text})


class Unloadable(Exception):
    """Knowledge that CLIPS does not take, or that is no game: what is wrong, by file."""

    def __init__(self, complaints: Sequence[tuple[str, Slip]]) -> None:
        super().__init__(complaints)
        self.complaints = tuple(complaints)


class Broken(Exception):
    """Knowledge that failed while it ran: how, and in which rule, if that is known."""

    def __init__(self, rule: Rule | None, fault: Message) -> None:
        super().__init__(rule, fault)
        self.rule = rule
        self.fault = fault


def broken(rule: Rule | None, key: str, **args: Argument) -> Broken:
    """A fault that CLIPS itself knows nothing of."""
    return Broken(rule, Message(f"rules.production.broken.{key}", args))
