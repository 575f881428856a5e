"""Errors of a knowledge base: it does not load, or it fails while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.i18n import Argument, Message
from ludoteca.rules.production.rule_parser import Rule


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error in a file of a knowledge base, with its line (0: unknown)."""

    file: str
    line: int
    message: Message


class LoadError(Exception):
    """A knowledge base that CLIPS rejects or that cannot be a game, with the errors found."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(diagnostics)


class RuntimeFault(Exception):
    """A knowledge base that failed while it ran, with the rule at fault if that is known."""

    def __init__(self, rule: Rule | None, message: Message) -> None:
        super().__init__(rule, message)
        self.rule = rule
        self.message = message


def clips_message(text: str) -> Message:
    """A message of CLIPS, in its own words."""
    return Message("rules.production.clips", {"text": text})


def runtime_fault(rule: Rule | None, key: str, **args: Argument) -> RuntimeFault:
    """A fault that CLIPS itself does not report."""
    return RuntimeFault(rule, Message(f"rules.production.fault.{key}", args))
