"""The library's complaints about syntax, by the words it uses for them; a message of ours goes with each."""

from __future__ import annotations

IGNORED = {"literal in boolean context"}
"""Not errors: a question may be the argument of an internal action."""

HINTS = {
    ("character", "%"): "comment",
    ("character", "\\"): "not",
    ("character", '"'): "string",
    ("stop", ","): "and",
    ("in_body", ","): "semicolon",
    ("stop", ":-"): "arrow",
    ("in_body", ":-"): "arrow",
    ("stop", "!"): "different",
    ("in_body", "!"): "different",
    ("closing", "!"): "different",
    ("stop", "is"): "equals",
    ("in_body", "is"): "equals",
    ("stop", "("): "capital",
    ("in_body", "("): "capital",
    ("term", "!"): "missing_stop",
    ("term", "?"): "missing_stop",
    ("in_body", ":"): "missing_stop",
    ("in_body", "<-"): "missing_stop",
}
"""What is meant by some mistakes, more often than not: by the complaint and the token it stumbled over."""

KEYS = {
    "unexpected end of file": "end",
    "illegal character '%s'": "character",
    "expected functor, got '%s'": "name",
    "expected term, got '%s'": "term",
    "expected ')' or another argument for the literal, got '%s'": "argument",
    "expected ']' or another annotation, got '%s'": "annotation",
    "expected ']' or another term for list, got '%s'": "list",
    "expected ')' after term, got '%s'": "closing",
    "expected ')' after if condition, got '%s'": "closing",
    "expected ')' after for generator, got '%s'": "closing",
    "expected ')' after while condition, got '%s'": "closing",
    "expected '(' after if, got '%s'": "opening",
    "expected '(' after for, got '%s'": "opening",
    "expected '(' after while, got '%s'": "opening",
    "expected '{' after if head, got '%s'": "block",
    "expected '{' after for head, got '%s'": "block",
    "expected '{' after while head, got '%s'": "block",
    "expected '{' after else, got '%s'": "block",
    "expected ';' or '}' after formula, got '%s'": "in_block",
    "expected ';' or '.' after formula, got '%s'": "in_body",
    "expected plan trigger, got '%s'": "trigger",
    "expected '.' after rule, got '%s'": "stop",
    "expected '.' after belief, got '%s'": "stop",
    "expected '.' after initial goal, got '%s'": "stop",
    "expected '.' after plan, got '%s'": "stop",
    "unexpected token: '%s'": "unexpected",
    "plan head is supposed to be unifiable, but contains non-const expression": "head",
    "rule head is supposed to be unifiable, but contains non-const expression": "head",
    "base belief can not contain this expression": "belief",
    "expected no further tokens after event for .wait, got: '%s'": "event",
}
