"""The parser: from the text of a program, a literal or an event to its syntax tree, or to what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Token, UnexpectedToken

from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.diagnostics import Diagnostic, ParseError
from ludoteca.minds.agentspeak.agent.grammar_tables import lalr_parser
from ludoteca.minds.agentspeak.agent.syntax_errors import end_error, syntax_error, token_errors
from ludoteca.minds.agentspeak.agent.tree_builder import TreeBuilder
from ludoteca.minds.agentspeak.agent.validation import validate

_PARSER = lalr_parser()  # at import: when agents reason, no file can be opened any more
_TAB = " " * 4


def parse_program(text: str) -> tree.Program:
    """The syntax tree of a program; raises `ParseError`."""
    program: tree.Program = _parse(text, "program")
    try:
        diagnostics = validate(program)
    except RecursionError:
        diagnostics = [Diagnostic(0, "syntax.deep")]
    if diagnostics:
        raise ParseError(diagnostics)
    return program


def parse_literal(text: str) -> tree.Literal:
    """The syntax tree of a literal; raises `ParseError`."""
    literal: tree.Literal = _parse(text, "literal_text")
    return literal


def parse_event(text: str) -> tree.EventNode:
    """The syntax tree of an event; raises `ParseError`."""
    event: tree.EventNode = _parse(text, "event_text")
    return event


def _parse(text: str, start: str) -> Any:
    session: Any = _PARSER.parse_interactive(text.replace("\t", _TAB), start)
    tokens = list(session.lexer_thread.lex(session.parser_state))
    errors = token_errors(tokens)
    if errors:
        raise ParseError(errors)
    builder = TreeBuilder()
    result = builder.transform(_derivation(tokens, start))
    if builder.diagnostics:
        raise ParseError(builder.diagnostics)
    return result


def _derivation(tokens: Sequence[Token], start: str) -> Any:
    """The tree of grammar rules that derives the tokens."""
    session: Any = _PARSER.parse_interactive(start=start)
    for place, token in enumerate(tokens):
        try:
            session.feed_token(token)
        except UnexpectedToken:
            raise ParseError([syntax_error(tokens, place, _accepted_after(tokens[:place], start))]) from None
    try:
        return session.feed_eof(tokens[-1] if tokens else None)
    except UnexpectedToken:
        raise ParseError([end_error(tokens)]) from None


def _accepted_after(tokens: Sequence[Token], start: str) -> set[str]:
    """The terminals that can follow some tokens; a parser that has seen a wrong one may have reduced too much."""
    session: Any = _PARSER.parse_interactive(start=start)
    for token in tokens:
        session.feed_token(token)
    return set(session.accepts())
