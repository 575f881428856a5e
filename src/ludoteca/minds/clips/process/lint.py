"""Checks knowledge before it runs: errors of CLIPS with suggestions, and warnings about rules that cannot work."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ludoteca.core.errors import nearest
from ludoteca.minds.clips.process.templates import CHOOSE, RESERVED, Template
from ludoteca.rules.production import clips_binding
from ludoteca.rules.production.clips_binding import ClipsMessage, Construct

UNREPEATABLE = (*clips_binding.CLOCKS, "mem-used", "mem-requests", "release-mem")
"""Functions that tell about the time or the machine: a choice by them could not be verified elsewhere."""

FORBIDDEN = {*clips_binding.FORBIDDEN, *UNREPEATABLE}
"""Functions that knowledge cannot use."""

_NAME = r"[A-Za-z][\w-]*"
_SLOTTED = re.compile(rf"\(\s*({_NAME})\s+(?=\()")  # (name (… : a pattern or an assertion with slots
_ORDERED = re.compile(rf"\(\s*({_NAME})\s+(?=[^\s()])")  # (name value …
_HEADS = re.compile(rf"\(\s*({_NAME})?|\)")
_ASSERTS = re.compile(rf"\(\s*{CHOOSE}(?=[\s)])")
_TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|[()]', re.S)
_BEGINS = re.compile(r"^\(def(?:rule|template|facts|function|global|module|class|instances|generic|method)\s", re.M)
_TITLE = re.compile(r'^\(\s*defrule\s+\S+(\s+"(?:\\.|[^"\\])*")?', re.S)
_NO_SLOT = re.compile(r"[Ii]nvalid slot '[^']*' not defined in corresponding deftemplate '([^']*)'")
_NO_FUNCTION = re.compile(r"Missing function declaration for '([^']*)'")
_NO_STRING = re.compile(r"does not match the allowed types for slot 'move'")
_WRONG_TYPE = re.compile(r"does not match the allowed types for slot '([^']*)'")
_IN_DEFRULE = re.compile(r"appropriate syntax for defrule")
_BLANK = re.compile(r"[^\n]")
_NESTING = ("and", "or", "not", "exists", "forall", "logical")


@dataclass(frozen=True, slots=True)
class Finding:
    """An error or a warning: its line, its kind, and the arguments of its message."""

    line: int
    kind: str
    args: Mapping[str, str] = field(default_factory=dict)
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The names that are defined: the game's templates, all templates, all functions."""

    game: Mapping[str, Template]
    templates: frozenset[str]
    functions: frozenset[str]


def lexicon_of(game: Iterable[Template], functions: Iterable[str], constructs: Sequence[Construct]) -> Lexicon:
    """The names defined by the game, by CLIPS and by some constructs."""
    own = [construct.name for construct in constructs if construct.kind == "deftemplate"]
    known = {template.name: template for template in game}
    return Lexicon(known, frozenset({*known, CHOOSE, *own}), frozenset(functions))


def lint(
    text: str, constructs: Sequence[Construct], lexicon: Lexicon, messages: Sequence[ClipsMessage]
) -> list[Finding]:
    """The errors of a text, from the messages of CLIPS when it was loaded; if there are none, the warnings."""
    reserved = {*lexicon.game, CHOOSE}
    redefined = {one.line: one.name for one in constructs if one.kind == "deftemplate" and one.name in reserved}
    found = [Finding(line, "game_template", {"text": name}) for line, name in redefined.items()]
    found += _unclosed(text) if messages else ()
    others = [one for one in messages if not one.line or _construct_at(constructs, one.line).line not in redefined]
    found += [_explained(message, constructs, lexicon) for message in others]
    has_errors = any(not finding.warning for finding in found)
    return found if has_errors else [*found, *_warnings(constructs, lexicon)]


def _unclosed(text: str) -> Iterator[Finding]:
    """The construct that is still open where another one begins at the start of a line, or at the end of the text."""
    depth, began = 0, 0
    begins = {match.start() for match in _BEGINS.finditer(text)}
    for token in _TOKENS.finditer(text):
        if token[0] == "(":
            if depth and token.start() in begins:
                break
            began = began if depth else token.start()
            depth += 1
        elif token[0] == ")" and depth:
            depth -= 1
    if depth:
        yield Finding(text.count("\n", 0, began) + 1, "unclosed")


def _explained(message: ClipsMessage, constructs: Sequence[Construct], lexicon: Lexicon) -> Finding:
    """A message of CLIPS, with a suggestion where there is one."""
    args = {"text": message.text}
    if message.warning or not message.line:
        return Finding(message.line, "clips", args, message.warning)
    construct = _construct_at(constructs, message.line)
    text = _code(construct.text)
    for match in _SLOTTED.finditer(text):
        name = match[1]
        if name in lexicon.templates | RESERVED | lexicon.functions:
            continue
        line, near = _line_in(construct, match.start()), nearest(name, lexicon.templates)
        if near is not None:
            return Finding(line, "near", {**args, "given": name, "near": near})
        if _IN_DEFRULE.search(message.text):
            return Finding(line, "no_template", {"given": name})
    missing = _NO_FUNCTION.search(message.text)
    if missing is not None and missing[1] in FORBIDDEN:
        return Finding(message.line, "forbidden", {"name": missing[1]})
    if _NO_STRING.search(message.text):
        return Finding(_line_of_value(construct, message), "string", args)
    if _WRONG_TYPE.search(message.text):
        return Finding(_line_of_value(construct, message), "clips", args)
    slotless = _NO_SLOT.findall(message.text) or [name for name in _ORDERED.findall(text) if name in lexicon.game]
    if slotless and slotless[0] in lexicon.game:
        return Finding(message.line, "form", {**args, "form": lexicon.game[slotless[0]].form})
    return Finding(message.line, "clips", args)


def _line_of_value(construct: Construct, message: ClipsMessage) -> int:
    """The line of the value of a wrong type; CLIPS finds it when it has read the whole rule, and names its end."""
    slot = _WRONG_TYPE.findall(message.text)[0]
    values = re.compile(rf"\(\s*{re.escape(slot)}\s+(?P<value>[^?$~&|:=\s()][^\s()]*)")
    is_move = slot == "move"
    for match in values.finditer(_TOKENS.sub(_without_comments, construct.text)):
        if match["value"].startswith('"') != is_move:
            return _line_in(construct, match.start())
    return message.line


def _line_in(construct: Construct, place: int) -> int:
    """The line of a place in the text of a construct."""
    return construct.line + construct.text.count("\n", 0, place)


def _without_comments(token: re.Match[str]) -> str:
    """A token, or as many spaces for a comment."""
    return " " * len(token[0]) if token[0].startswith(";") else token[0]


def _warnings(constructs: Sequence[Construct], lexicon: Lexicon) -> Iterator[Finding]:
    """Warnings about knowledge that loads: no rule chooses a move, or a pattern matches a fact never asserted."""
    rules = [construct for construct in constructs if construct.kind == "defrule"]
    if not any(map(chooses, constructs)):
        yield Finding(0, "no_choose", warning=True)
    mentioned = Counter(name or "" for construct in constructs for name in _HEADS.findall(_code(construct.text)))
    in_patterns = Counter(name for rule in rules for name in _patterns(rule))
    for rule in rules:
        for name in dict.fromkeys(_patterns(rule)):
            if name not in lexicon.templates and mentioned[name] == in_patterns[name]:
                near = nearest(name, lexicon.templates)
                args = {"text": name} if near is None else {"text": name, "near": near}
                yield Finding(
                    rule.line, "never_asserted" if near is None else "never_asserted_near", args, warning=True
                )


def _patterns(rule: Construct) -> Iterator[str]:
    """The first names of a rule's patterns, those inside `not`, `exists` and so on included."""
    left = _code(_TITLE.sub("", rule.text)).partition("=>")[0]
    depth, nested = 0, 0  # a pattern stands exactly as deep as the conditions it is nested in
    for token in _HEADS.finditer(left):
        if token[0] == ")":
            depth -= 1
            nested = min(nested, depth)
            continue
        if depth == nested and token[1] in _NESTING:
            nested += 1
        elif depth == nested and token[1] is not None and token[1] not in RESERVED:
            yield token[1]
        depth += 1


def _construct_at(constructs: Sequence[Construct], line: int) -> Construct:
    """The construct that a line belongs to."""
    before = [construct for construct in constructs if construct.line <= line]
    return before[-1] if before else Construct("", "", None, 0, "")


def chooses(construct: Construct) -> bool:
    """Whether a rule or a function can choose a move."""
    return construct.kind != "deftemplate" and _ASSERTS.search(_code(construct.text)) is not None


def _code(text: str) -> str:
    """A text without its strings and comments, in which parentheses could stand; all else stays at its place."""
    return _TOKENS.sub(lambda token: token[0] if token[0] in "()" else _BLANK.sub(" ", token[0]), text)
