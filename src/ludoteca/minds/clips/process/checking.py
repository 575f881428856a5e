"""What is wrong with knowledge before it ever runs: CLIPS's own complaints, and what a beginner may have meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ludoteca.core.errors import nearest
from ludoteca.minds.clips.process.templates import CHOOSE, RESERVED, Template
from ludoteca.rules.production import clips_binding
from ludoteca.rules.production.clips_binding import Construct, Fault

FORBIDDEN = {*clips_binding.FORBIDDEN, *clips_binding.CLOCKS}
"""What knowledge has to do without; if it looked at a clock, its choices could not be checked."""

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
_NESTING = ("and", "or", "not", "exists", "forall", "logical")


@dataclass(frozen=True, slots=True)
class Found:
    """A complaint in no words yet."""

    line: int
    kind: str
    args: Mapping[str, str] = field(default_factory=dict)
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words there are: the game's templates, all templates, all functions."""

    game: Mapping[str, Template]
    templates: frozenset[str]
    functions: frozenset[str]


def lexicon_of(game: Iterable[Template], functions: Iterable[str], forms: Sequence[Construct]) -> Lexicon:
    own = [form.name for form in forms if form.kind == "deftemplate"]
    known = {template.name: template for template in game}
    return Lexicon(known, frozenset({*known, CHOOSE, *own}), frozenset(functions))


def slips(text: str, forms: Sequence[Construct], words: Lexicon, faults: Sequence[Fault]) -> list[Found]:
    """Everything to complain of."""
    ours = {*words.game, CHOOSE}
    taken = {form.line: form.name for form in forms if form.kind == "deftemplate" and form.name in ours}
    found = [Found(line, "game_word", {"text": name}) for line, name in taken.items()]
    found += _unclosed(text) if faults else ()
    others = [fault for fault in faults if not fault.line or _form_at(forms, fault.line).line not in taken]
    found += [_explained(fault, forms, words) for fault in others]
    return found if any(not fault.warning for fault in found) else [*found, *_warnings(forms, words)]


def _unclosed(text: str) -> Iterator[Found]:
    """A form that goes on where, by the look of it, another one begins, or to the very end."""
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
        yield Found(text.count("\n", 0, began) + 1, "unclosed")


def _explained(fault: Fault, forms: Sequence[Construct], words: Lexicon) -> Found:
    """CLIPS's complaint, with what may have been meant."""
    args = {"text": fault.text}
    if fault.warning or not fault.line:
        return Found(fault.line, "clips", args, fault.warning)
    text = _bare(_form_at(forms, fault.line).text)
    for name in _SLOTTED.findall(text):
        near = None if name in words.templates | RESERVED | words.functions else nearest(name, words.templates)
        if near is not None:
            return Found(fault.line, "near", {**args, "given": name, "near": near})
    missing = _NO_FUNCTION.search(fault.text)
    if missing is not None and missing[1] in FORBIDDEN:
        return Found(fault.line, "forbidden", {"name": missing[1]})
    if _NO_STRING.search(fault.text):
        return Found(fault.line, "string", args)
    slotless = _NO_SLOT.findall(fault.text) or [name for name in _ORDERED.findall(text) if name in words.game]
    if slotless and slotless[0] in words.game:
        return Found(fault.line, "form", {**args, "form": words.game[slotless[0]].form})
    return Found(fault.line, "clips", args)


def _warnings(forms: Sequence[Construct], words: Lexicon) -> Iterator[Found]:
    """Knowledge that loads and cannot be what was meant: nothing is chosen, or a pattern waits for what never comes."""
    rules = [form for form in forms if form.kind == "defrule"]
    if not any(map(chooses, forms)):
        yield Found(0, "no_choose", warning=True)
    mentioned = Counter(name or "" for form in forms for name in _HEADS.findall(_bare(form.text)))
    waited_for = Counter(name for rule in rules for name in _patterns(rule))
    for rule in rules:
        for name in dict.fromkeys(_patterns(rule)):
            if name not in words.templates and mentioned[name] == waited_for[name]:
                near = nearest(name, words.templates)
                args = {"text": name} if near is None else {"text": name, "near": near}
                yield Found(rule.line, "nobody" if near is None else "nobody_near", args, warning=True)


def _patterns(rule: Construct) -> Iterator[str]:
    """The names that a rule's patterns begin with, those within `not` and the like too."""
    left = _bare(_TITLE.sub("", rule.text)).partition("=>")[0]
    depth, nested = 0, 0  # patterns stand as deep as the words they are nested in
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


def _form_at(forms: Sequence[Construct], line: int) -> Construct:
    """The form that a line belongs to."""
    before = [form for form in forms if form.line <= line]
    return before[-1] if before else Construct("", "", None, 0, "")


def chooses(form: Construct) -> bool:
    """Whether a rule, or a function, can make a move."""
    return form.kind != "deftemplate" and _ASSERTS.search(_bare(form.text)) is not None


def _bare(text: str) -> str:
    """A text in which parentheses mean what they seem to."""
    return _TOKENS.sub(lambda token: token[0] if token[0] in "()" else " ", text)
