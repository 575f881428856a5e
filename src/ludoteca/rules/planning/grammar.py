"""The grammar that domains and problems share: types, names, conditions and expressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, cast

from ludoteca.core.errors import nearest
from ludoteca.core.i18n import Argument
from ludoteca.rules.planning.s_expressions import BadPddl, Group, Node, Word, read_text
from ludoteca.rules.planning.syntax import (
    And,
    Atom,
    Calculation,
    Compare,
    Comparison,
    Condition,
    Equals,
    Expression,
    Holds,
    Not,
    Number,
    Or,
    Parameter,
    Quantified,
    Types,
    all_supertypes,
    number_of,
)

ELSEWHERE: Mapping[str, tuple[str, ...]] = {  # parts of PDDL that are not supported, and programs that support them
    ":durative-actions": (),
    ":durative-action": (),
    ":timed-initial-literals": ("enhsp",),
    ":derived-predicates": ("pymimir",),
    ":derived": ("pymimir",),
    ":axioms": ("pymimir",),
    ":preferences": (),
    ":constraints": ("enhsp",),
    ":process": ("enhsp",),
    ":event": ("enhsp",),
    ":time": ("enhsp",),
    ":continuous-effects": ("enhsp",),
    ":duration-inequalities": (),
    ":object-fluents": (),
}
_KNOWN = {
    ":strips",
    ":typing",
    ":equality",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":adl",
    ":fluents",
    ":numeric-fluents",
    ":action-costs",
    ":domain-axioms",
}
_COMPARISONS = ("<", "<=", "=", ">=", ">")
CHANGES = ("assign", "increase", "decrease", "scale-up", "scale-down")
_WORDS = ("and", "or", "not", "imply", "forall", "exists", "when", *CHANGES)  # may stand where a predicate does


def is_total_time(node: Node) -> bool:
    """Whether an expression is the time that a plan takes, with or without brackets."""
    return (node.text if isinstance(node, Word) else node.head) == "total-time"


class Reader:
    """The part of the parser that domains and problems share."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.features: set[str] = set()
        self.names: dict[str, Types] = {}
        self.predicates: dict[str, tuple[Parameter, ...]] = {}
        self.functions: dict[str, tuple[Parameter, ...]] = {}
        self.types: dict[str, Types] = {"object": ()}

    def wrong(self, node: Node, key: str, /, **args: Argument) -> BadPddl:
        return BadPddl(self.file, node.line, key, **args)

    def sections(self, kind: str) -> tuple[str, list[Group]]:
        """The name in `(define (KIND NAME) …)`, and the sections in order."""
        whole = read_text(self.text, self.file)
        title = whole.items[1] if len(whole.items) > 1 else whole
        if whole.head != "define":
            raise self.wrong(whole, "expected", wanted=f"(define ({kind} …) …)", given=str(whole))
        if not isinstance(title, Group) or title.head != kind or len(title.items) != 2:
            raise self.wrong(title, "expected", wanted=f"({kind} NAME)", given=str(title))
        sections = []
        for node in whole.items[2:]:
            if not isinstance(node, Group) or not node.head.startswith(":"):
                raise self.wrong(node, "expected", wanted="(:…)", given=str(node))
            if node.head in ELSEWHERE:
                raise self.unsupported(node, node.head)
            sections.append(node)
        return self.word(title.items[1]), sections

    def unsupported(self, node: Node, feature: str) -> BadPddl:
        engines = ELSEWHERE[feature]
        key = "unsupported" if engines else "unsupported_anywhere"
        return self.wrong(node, key, feature=feature, engines=engines)

    def requirements(self, nodes: tuple[Node, ...]) -> None:
        for node in nodes:
            word = self.word(node)
            if word in ELSEWHERE:
                raise self.unsupported(node, word)
            if word not in _KNOWN:
                raise self.unknown(node, "requirement", word, _KNOWN)

    def word(self, node: Node) -> str:
        if not isinstance(node, Word):
            raise self.wrong(node, "expected_word", given=str(node))
        return node.text

    def group(self, node: Node, wanted: str) -> Group:
        if not isinstance(node, Group):
            raise self.wrong(node, "expected", wanted=wanted, given=str(node))
        return node

    def unknown(self, node: Node, kind: str, given: str, known: Iterable[str]) -> BadPddl:
        near = nearest(given, known)
        word = f"rules.planning.kind.{kind}"
        if near is None:
            return self.wrong(node, "unknown", kind=word, given=given)
        return self.wrong(node, "unknown_near", kind=word, given=given, near=near)

    def typed(self, nodes: Sequence[Node]) -> Iterator[tuple[Word, Types]]:
        """Names with their types: ``a b - t c - (either t u) d``."""
        waiting: list[Word] = []
        at = 0
        while at < len(nodes):
            node = nodes[at]
            if isinstance(node, Word) and node.text == "-":
                if not waiting or at + 1 >= len(nodes):
                    raise self.wrong(node, "lonely_dash")
                types = self._types(nodes[at + 1])
                yield from ((word, types) for word in waiting)
                waiting, at = [], at + 2
                continue
            if not isinstance(node, Word):
                raise self.wrong(node, "expected_word", given=str(node))
            waiting.append(node)
            at += 1
        yield from ((word, ("object",)) for word in waiting)

    def _types(self, node: Node) -> Types:
        if isinstance(node, Word):
            return (node.text,)
        if node.head != "either" or len(node.items) < 2:
            raise self.wrong(node, "expected", wanted="(either …)", given=str(node))
        self.features.add("either-types")
        return tuple(map(self.word, node.items[1:]))

    def check_types(self, word: Word, types: Types) -> None:
        for kind in types:
            if kind not in self.types:
                raise self.unknown(word, "type", kind, self.types)

    def parameters(self, nodes: Sequence[Node]) -> tuple[Parameter, ...]:
        found: dict[str, Parameter] = {}
        for word, types in self.typed(nodes):
            if not word.text.startswith("?") or len(word.text) < 2:
                raise self.wrong(word, "expected_variable", given=word.text)
            if word.text in found:
                raise self.wrong(word, "twice", name=word.text)
            self.check_types(word, types)
            found[word.text] = Parameter(word.text, types)
        return tuple(found.values())

    def declare(self, nodes: Iterable[tuple[Word, Types]]) -> None:
        for word, types in nodes:
            self.check_types(word, types)
            if word.text.startswith("?"):
                raise self.wrong(word, "expected_name", given=word.text)
            if word.text in self.names and self.names[word.text] != types:
                raise self.wrong(word, "twice", name=word.text)
            self.names[word.text] = types

    def supertypes(self, types: Types) -> frozenset[str]:
        return all_supertypes(self.types, types)

    def atom(self, node: Group, scope: Mapping[str, Types], kind: Literal["predicate", "function"]) -> Atom:
        """A declared predicate or function with arguments of its types."""
        known = self.predicates if kind == "predicate" else self.functions
        name, given = node.head, node.items[1:]
        if name not in known:
            words = (*known, *_WORDS) if kind == "predicate" else known
            raise self.unknown(node, kind, name or str(node), words)
        wanted = known[name]
        if len(given) != len(wanted):
            raise self.wrong(node, "arity", name=name, wanted=len(wanted), given=len(given))
        return Atom(name, tuple(self.term(arg, scope, parameter) for arg, parameter in zip(given, wanted, strict=True)))

    def term(self, node: Node, scope: Mapping[str, Types], wanted: Parameter | None = None) -> str:
        word = self.word(node)
        known = scope if word.startswith("?") else self.names
        if word not in known:
            raise self.unknown(node, "variable" if word.startswith("?") else "object", word, known)
        if wanted is not None and not self._fits(known[word], wanted.types, word.startswith("?")):
            types, needed = "/".join(known[word]), "/".join(wanted.types)
            raise self.wrong(node, "wrong_type", name=word, given=types, wanted=needed)
        return word

    def _fits(self, given: Types, wanted: Types, variable: bool) -> bool:
        """Whether a term of the given types fits the types wanted; a variable fits if one of its values may."""
        return any(
            not self.supertypes((kind,)).isdisjoint(wanted)
            or (variable and any(kind in self.supertypes((need,)) for need in wanted))
            for kind in given
        )

    def number(self, node: Word) -> Number:
        value = number_of(node.text)
        if value is None:
            raise self.wrong(node, "expected_number", given=node.text)
        return value

    def expression(self, node: Node, scope: Mapping[str, Types]) -> Expression:
        if isinstance(node, Word):
            bare = node.text in self.functions and not self.functions[node.text]
            if is_total_time(node) and not bare:
                raise self.wrong(node, "total_time")
            return Atom(node.text) if bare else self.number(node)
        if is_total_time(node) and "total-time" not in self.functions:
            raise self.wrong(node, "total_time")
        if node.head in ("+", "-", "*", "/"):
            parts = tuple(self.expression(part, scope) for part in node.items[1:])
            if not parts or (len(parts) == 1 and node.head != "-") or (len(parts) > 2 and node.head in "-/"):
                raise self.wrong(node, "operands", operator=node.head, given=len(parts))
            return Calculation(cast("Literal['+', '-', '*', '/']", node.head), parts, node.line)
        self.features.add("numeric-fluents")
        return self.atom(node, scope, "function")

    def condition(self, node: Node, scope: Mapping[str, Types]) -> Condition:
        group = self.group(node, "(…)")
        head, rest = group.head, group.items[1:]
        if not group.items:
            return And(())
        if head == "and":
            return And(tuple(self.condition(part, scope) for part in rest))
        if head in ("or", "imply"):
            self.features.add("disjunctive-preconditions")
            parts = [self.condition(part, scope) for part in rest]
            if head == "imply":
                self.count(group, rest, 2)
                parts[0] = Not(parts[0])
            return Or(tuple(parts))
        if head == "not":
            self.count(group, rest, 1)
            part = self.condition(rest[0], scope)
            if not isinstance(part, Equals):
                self.features.add("negative-preconditions")
            return Not(part)
        if head in ("forall", "exists"):
            return self._quantified(group, rest, scope)
        if head == "preference":
            raise self.unsupported(group, ":preferences")
        if head in _COMPARISONS:
            return self._comparison(group, rest, scope)
        return Holds(self.atom(group, scope, "predicate"))

    def _quantified(self, group: Group, rest: tuple[Node, ...], scope: Mapping[str, Types]) -> Condition:
        self.count(group, rest, 2)
        self.features.add("quantified-preconditions")
        parameters = self.parameters(self.group(rest[0], "(?x - …)").items)
        part = self.condition(rest[1], {**scope, **{each.name: each.types for each in parameters}})
        return Quantified(cast("Literal['forall', 'exists']", group.head), parameters, part)

    def _comparison(self, group: Group, rest: tuple[Node, ...], scope: Mapping[str, Types]) -> Condition:
        self.count(group, rest, 2)
        words = [side.text for side in rest if isinstance(side, Word)]
        if group.head == "=" and len(words) == 2 and any(map(self._is_name, words)):
            return Equals(*(self.term(side, scope) for side in rest))
        left, right = (self.expression(side, scope) for side in rest)
        return Compare(cast("Comparison", group.head), left, right)

    def _is_name(self, word: str) -> bool:
        return word.startswith("?") or word in self.names

    def count(self, group: Group, rest: Sequence[Node], wanted: int) -> None:
        if len(rest) != wanted:
            raise self.wrong(group, "operands_wanted", operator=group.head, wanted=wanted, given=len(rest))
