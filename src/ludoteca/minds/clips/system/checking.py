"""What is wrong with knowledge before it ever runs: CLIPS's own complaints, and what a beginner may have meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ludoteca.core.errors import nearest
from ludoteca.minds.clips.system.templates import CHOOSE, RESERVED, Template
from ludoteca.rules.production.binding import Construct, Fault

_ARROW = re.compile(r"=>")
_NAME = r"[A-Za-z][\w-]*"
_SLOTTED = re.compile(rf"\(\s*({_NAME})\s+\(")  # (name (… : a pattern or an assertion with slots
_ORDERED = re.compile(rf"\(\s*({_NAME})\s+[^\s()]")  # (name value …
_PATTERN = re.compile(rf"(?:^|[\s)])\(\s*({_NAME})(?=[\s)])")
_ASSERTS = re.compile(rf"\(\s*{CHOOSE}[\s)]")
_TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|[()]', re.S)
_DECLARED = re.compile(r'^\s*\(\s*defrule\s+\S+(\s+"(?:\\.|[^"\\])*")?', re.S)


@dataclass(frozen=True, slots=True)
class Found:
    """A complaint in no words yet."""

    line: int
    kind: str
    args: Mapping[str, str] = field(default_factory=dict)
    warning: bool = False


def slips(forms: Sequence[Construct], templates: Sequence[Template], faults: Sequence[Fault]) -> Iterator[Found]:
    """Everything to complain of, grave things first."""
    known = {template.name: template for template in templates}
    names = {*known, CHOOSE, *(form.name for form in forms if form.kind == "deftemplate")}
    taken = [form for form in forms if form.kind == "deftemplate" and form.name in {*known, CHOOSE}]
    yield from (Found(form.line, "game_word", {"text": form.name}) for form in taken)
    for fault in faults:
        if not any(form.line == _form_at(forms, fault.line).line for form in taken if fault.line):
            yield _explained(fault, forms, known, names)
    if not any(fault for fault in faults if not fault.warning):
        yield from _warnings(forms, known, names)


def _explained(fault: Fault, forms: Sequence[Construct], known: Mapping[str, Template], names: set[str]) -> Found:
    """CLIPS's complaint, with what may have been meant."""
    args = {"text": fault.text}
    if fault.warning or not fault.line:
        return Found(fault.line, "clips", args, fault.warning)
    form = _form_at(forms, fault.line)
    for name in dict.fromkeys(_SLOTTED.findall(_without_strings(form.text))):
        near = nearest(name, names)
        if name not in names and near is not None and near != name and name not in RESERVED and name != "assert":
            return Found(fault.line, "near", {**args, "given": name, "near": near})
    for slot in re.findall(r"[Ii]nvalid slot '([^']*)' not defined in corresponding deftemplate '([^']*)'", fault.text):
        meant = known.get(slot[1])
        if meant is not None:
            return Found(fault.line, "form", {**args, "form": meant.form})
    for name in _ORDERED.findall(_without_strings(form.text)):
        if name in known and known[name].slots:
            return Found(fault.line, "form", {**args, "form": known[name].form})
    return Found(fault.line, "clips", args)


def _warnings(forms: Sequence[Construct], known: Mapping[str, Template], names: set[str]) -> Iterator[Found]:
    rules = [form for form in forms if form.kind == "defrule"]
    if not any(_ASSERTS.search(_without_strings(form.text)) for form in forms if form.kind != "deftemplate"):
        yield Found(0, "no_choose", {}, warning=True)
    everything = _without_strings("\n".join(form.text for form in forms))
    for rule in rules:
        for name in _patterns(rule):
            told = len(re.findall(rf"\(\s*{re.escape(name)}(?=[\s)])", everything))
            if name not in names and told == sum(list(_patterns(other)).count(name) for other in rules):
                near = nearest(name, names)
                kind, more = ("nobody_near", {"near": near}) if near is not None else ("nobody", {})
                yield Found(rule.line, kind, {"text": name, **more}, warning=True)


def _patterns(rule: Construct) -> Iterator[str]:
    """The names that a rule's patterns begin with, those within `not` and the like too."""
    left = _ARROW.split(_without_strings(_DECLARED.sub("", rule.text)), maxsplit=1)[0]
    depth, deep = 0, {0}
    for token in re.finditer(rf"\(\s*({_NAME})?|\)", left):
        if token[0] == ")":
            depth -= 1
            continue
        if depth in deep and token[1] is not None:
            if token[1] in ("and", "or", "not", "exists", "forall", "logical"):
                deep.add(depth + 1)
            else:
                deep = {level for level in deep if level <= depth}
                if token[1] not in RESERVED:
                    yield token[1]
        depth += 1


def _form_at(forms: Sequence[Construct], line: int) -> Construct:
    """The form that a line belongs to."""
    before = [form for form in forms if form.line <= line]
    return before[-1] if before else Construct("", "", None, 0, "")


def chooses(form: Construct) -> bool:
    """Whether a rule can make a move."""
    return _ASSERTS.search(_without_strings(form.text)) is not None


def _without_strings(text: str) -> str:
    """A text in which parentheses mean what they seem to."""
    return _TOKENS.sub(lambda token: token[0] if token[0] in "()" else " ", text)
