"""Checks rules for what CLIPS accepts but a game cannot have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludoteca.core.i18n import Message
from ludoteca.rules.production.clips_binding import Construct, constructs
from ludoteca.rules.production.faults import Diagnostic
from ludoteca.rules.production.rule_parser import VARIABLE, parse_rule

_LOGICAL = re.compile(r"\(\s*logical\b")


def lint(file: str, text: str) -> Iterator[Diagnostic]:
    """The errors in a file that CLIPS does not report."""
    for construct in constructs(text):
        if construct.kind == "defmodule":
            yield Diagnostic(file, construct.line, Message("rules.production.diagnostic.module"))
        elif construct.kind == "defrule":
            for message in _rule_errors(construct):
                yield Diagnostic(file, construct.line, message)


def _rule_errors(construct: Construct) -> Iterator[Message]:
    rule, comment = parse_rule("", construct), construct.comment or ""
    if rule.role == "forced" and VARIABLE.search(comment):
        yield Message("rules.production.diagnostic.colon", {"text": comment})
    if _LOGICAL.search(construct.text):
        yield Message("rules.production.diagnostic.logical")
    unbound = [name for name in rule.comment_variables if name not in rule.bound]
    if rule.role != "forced" and unbound:
        yield Message("rules.production.diagnostic.unbound", {"name": unbound[0]})
