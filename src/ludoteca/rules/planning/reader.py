"""Reads PDDL 2.1 (level 2, with ADL): domains and problems from text, checked word by word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, cast

from ludoteca.core.errors import BadInput, nearest
from ludoteca.core.language import Argument
from ludoteca.rules.planning.syntax import (
    Atom,
    Calculation,
    Changes,
    Compare,
    Comparison,
    Condition,
    Domain,
    Effect,
    Every,
    Expression,
    ForAll,
    Holds,
    Metric,
    Not,
    Number,
    Parameter,
    Problem,
    Quantified,
    Same,
    Schema,
    Sets,
    Some,
    Together,
    Types,
    When,
    number_of,
)
from ludoteca.rules.planning.text import BadPddl, Group, Node, Word, read_text

LARGEST = 4 << 20  # bytes of PDDL that are read
ELSEWHERE: Mapping[str, tuple[str, ...]] = {  # parts of PDDL that the referee does not know, and engines that do
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
_CHANGES = ("assign", "increase", "decrease", "scale-up", "scale-down")


def read_domain(text: str, file: str = "domain.pddl") -> Domain:
    """A domain from its text; raises `BadPddl`."""
    return _DomainReader(text, file).domain()


def read_problem(text: str, domain: Domain, file: str = "problem.pddl") -> Problem:
    """A problem of a domain from its text; raises `BadPddl`."""
    return _ProblemReader(text, file, domain).problem()


def read_file(path: Path) -> str:
    """The text of a file of PDDL; raises `BadInput`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput("rules.planning.unreadable", file=str(path), reason=error.strerror or "") from None
    if len(data) > LARGEST:
        raise BadInput("rules.planning.too_large", file=str(path), most=LARGEST >> 20)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadPddl(str(path), data[: error.start].count(b"\n") + 1, "not_text") from None


class _Reader:
    """What domains and problems have in common: types, names, conditions, expressions."""

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
        """What `(define (KIND NAME) …)` holds: the name, and its sections in order."""
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

    def kinds(self, types: Types) -> set[str]:
        found, pending = {"object"}, list(types)
        while pending:
            kind = pending.pop()
            if kind not in found or kind == "object":
                found.add(kind)
                pending.extend(self.types.get(kind, ()))
        return found

    def atom(self, node: Group, scope: Mapping[str, Types], kind: Literal["predicate", "function"]) -> Atom:
        """A declared predicate or function with arguments that fit it."""
        known = self.predicates if kind == "predicate" else self.functions
        name, given = node.head, node.items[1:]
        if name not in known:
            raise self.unknown(node, kind, name or str(node), known)
        wanted = known[name]
        if len(given) != len(wanted):
            raise self.wrong(node, "arity", name=name, wanted=len(wanted), given=len(given))
        return Atom(name, tuple(self.term(arg, scope, parameter) for arg, parameter in zip(given, wanted, strict=True)))

    def term(self, node: Node, scope: Mapping[str, Types], wanted: Parameter | None = None) -> str:
        word = self.word(node)
        known = scope if word.startswith("?") else self.names
        if word not in known:
            raise self.unknown(node, "variable" if word.startswith("?") else "object", word, known)
        if wanted is not None and not self._fits(known[word], wanted.types):
            types, needed = "/".join(known[word]), "/".join(wanted.types)
            raise self.wrong(node, "wrong_type", name=word, given=types, wanted=needed)
        return word

    def _fits(self, given: Types, wanted: Types) -> bool:
        """Whether something of the types given can be of a type that is wanted: above it, or below it for variables."""
        return any(
            not self.kinds((kind,)).isdisjoint(wanted) or any(kind in self.kinds((need,)) for need in wanted)
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
            return Atom(node.text) if bare else self.number(node)
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
            return Every(())
        if head == "and":
            return Every(tuple(self.condition(part, scope) for part in rest))
        if head in ("or", "imply"):
            self.features.add("disjunctive-preconditions")
            parts = [self.condition(part, scope) for part in rest]
            if head == "imply":
                self.count(group, rest, 2)
                parts[0] = Not(parts[0])
            return Some(tuple(parts))
        if head == "not":
            self.count(group, rest, 1)
            part = self.condition(rest[0], scope)
            if not isinstance(part, Same):
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
            return Same(*(self.term(side, scope) for side in rest))
        left, right = (self.expression(side, scope) for side in rest)
        return Compare(cast("Comparison", group.head), left, right)

    def _is_name(self, word: str) -> bool:
        return word.startswith("?") or word in self.names

    def count(self, group: Group, rest: Sequence[Node], wanted: int) -> None:
        if len(rest) != wanted:
            raise self.wrong(group, "operands_wanted", operator=group.head, wanted=wanted, given=len(rest))


class _DomainReader(_Reader):
    def domain(self) -> Domain:
        name, sections = self.sections("domain")
        schemas: dict[str, Schema] = {}
        for section in sections:
            rest = section.items[1:]
            match section.head:
                case ":requirements":
                    self.requirements(rest)
                case ":types":
                    self._declare_types(rest)
                case ":constants":
                    self.declare(self.typed(rest))
                case ":predicates":
                    self.predicates.update(self._signatures(rest))
                case ":functions":
                    self.functions.update(self._signatures(self._without_number(rest)))
                case ":action":
                    schema = self._schema(section)
                    if schema.name in schemas:
                        raise self.wrong(section, "twice", name=schema.name)
                    schemas[schema.name] = schema
                case other:
                    raise self.wrong(section, "no_section", given=other)
        constants, features = dict(self.names), frozenset(self.features)
        return Domain(
            name, self.file, self.text, self.types, constants, self.predicates, self.functions, schemas, features
        )

    def _declare_types(self, nodes: tuple[Node, ...]) -> None:
        pairs = list(self.typed(nodes))
        for word, types in pairs:
            if self.types.get(word.text, types) != types and word.text != "object":
                raise self.wrong(word, "twice", name=word.text)
            if word.text != "object":
                self.types[word.text] = types
        for word, types in pairs:
            self.check_types(word, types)
            if word.text in types or any(word.text in self.kinds((kind,)) - {"object"} for kind in types):
                raise self.wrong(word, "circle", name=word.text)

    def _signatures(self, nodes: Sequence[Node]) -> dict[str, tuple[Parameter, ...]]:
        found: dict[str, tuple[Parameter, ...]] = {}
        for node in nodes:
            group = self.group(node, "(NAME …)")
            if not group.head:
                raise self.wrong(group, "expected", wanted="(NAME …)", given=str(group))
            if group.head in found or group.head in self.predicates or group.head in self.functions:
                raise self.wrong(group, "twice", name=group.head)
            found[group.head] = self.parameters(group.items[1:])
        return found

    def _without_number(self, nodes: tuple[Node, ...]) -> list[Node]:
        """Functions without the ``- number`` that some write after them."""
        left: list[Node] = []
        at = 0
        while at < len(nodes):
            node = nodes[at]
            if isinstance(node, Word) and node.text == "-":
                if at + 1 >= len(nodes) or self.word(nodes[at + 1]) != "number":
                    raise self.unsupported(node, ":object-fluents")
                at += 2
            else:
                left.append(node)
                at += 1
        return left

    def _schema(self, section: Group) -> Schema:
        rest = section.items[1:]
        if not rest:
            raise self.wrong(section, "expected", wanted="(:action NAME …)", given=str(section))
        name, parts = self.word(rest[0]), dict[str, Node]()
        for key, value in zip(rest[1::2], rest[2::2], strict=False):
            if not isinstance(key, Word) or key.text not in (":parameters", ":precondition", ":effect"):
                raise self.wrong(key, "expected", wanted=":parameters, :precondition, :effect", given=str(key))
            if key.text in parts:
                raise self.wrong(key, "twice", name=key.text)
            parts[key.text] = value
        if len(rest) % 2 == 0:
            raise self.wrong(rest[-1], "nothing_after", name=str(rest[-1]))
        given = parts.get(":parameters")
        parameters = () if given is None else self.parameters(self.group(given, "(?x - …)").items)
        scope = {each.name: each.types for each in parameters}
        condition = self.condition(parts[":precondition"], scope) if ":precondition" in parts else Every(())
        effect = self._effect(parts[":effect"], scope) if ":effect" in parts else Together(())
        return Schema(name, parameters, condition, effect, section.line, section.comment)

    def _effect(self, node: Node, scope: Mapping[str, Types]) -> Effect:
        group = self.group(node, "(…)")
        head, rest = group.head, group.items[1:]
        if not group.items:
            return Together(())
        if head == "and":
            return Together(tuple(self._effect(part, scope) for part in rest))
        if head == "not":
            self.count(group, rest, 1)
            return Sets(self.atom(self.group(rest[0], "(…)"), scope, "predicate"), False)
        if head == "forall":
            self.count(group, rest, 2)
            self.features.add("universal-effects")
            parameters = self.parameters(self.group(rest[0], "(?x - …)").items)
            inner = {**scope, **{each.name: each.types for each in parameters}}
            return ForAll(parameters, self._effect(rest[1], inner))
        if head == "when":
            self.count(group, rest, 2)
            self.features.add("conditional-effects")
            return When(self.condition(rest[0], scope), self._effect(rest[1], scope))
        if head in _CHANGES:
            self.count(group, rest, 2)
            return self._change(group, rest, scope)
        return Sets(self.atom(group, scope, "predicate"), True)

    def _change(self, group: Group, rest: tuple[Node, ...], scope: Mapping[str, Types]) -> Changes:
        target = self.expression(rest[0], scope)
        if not isinstance(target, Atom):
            raise self.wrong(rest[0], "expected_fluent", given=str(rest[0]))
        operator = cast("Literal['assign', 'increase', 'decrease', 'scale-up', 'scale-down']", group.head)
        return Changes(operator, target, self.expression(rest[1], scope), group.line)


class _ProblemReader(_Reader):
    def __init__(self, text: str, file: str, domain: Domain) -> None:
        super().__init__(text, file)
        self.domain = domain
        self.types = dict(domain.types)
        self.names = dict(domain.constants)
        self.predicates = dict(domain.predicates)
        self.functions = dict(domain.functions)
        self.facts: set[Atom] = set()
        self.values: dict[Atom, Number] = {}

    def problem(self) -> Problem:
        name, sections = self.sections("problem")
        goal: Condition | None = None
        metric: Metric | None = None
        for number, section in enumerate(sections):
            rest = section.items[1:]
            if section.head in {other.head for other in sections[:number]}:
                raise self.wrong(section, "twice", name=section.head)
            match section.head:
                case ":domain":
                    self._same_domain(section)
                case ":requirements":
                    self.requirements(rest)
                case ":objects":
                    self.declare(self.typed(rest))
                case ":init":
                    for node in rest:
                        self._initial(node)
                case ":goal":
                    self.count(section, rest, 1)
                    goal = self.condition(rest[0], {})
                case ":metric":
                    metric = self._metric(section)
                case other:
                    raise self.wrong(section, "no_section", given=other)
        if ":domain" not in {section.head for section in sections}:
            raise BadPddl(self.file, 1, "no_domain", name=self.domain.name)
        if goal is None:
            raise BadPddl(self.file, 1, "no_goal")
        objects, features = dict(self.names), frozenset(self.features)
        return Problem(name, self.file, self.text, objects, frozenset(self.facts), self.values, goal, metric, features)

    def _same_domain(self, section: Group) -> None:
        self.count(section, section.items[1:], 1)
        given = self.word(section.items[1])
        if given != self.domain.name:
            raise self.wrong(section, "other_domain", given=given, wanted=self.domain.name)

    def _initial(self, node: Node) -> None:
        group = self.group(node, "(…)")
        if group.head == "=":
            self.count(group, group.items[1:], 2)
            side = group.items[1]
            target = self.expression(side, {})
            if not isinstance(target, Atom):
                raise self.wrong(side, "expected_fluent", given=str(side))
            value = group.items[2]
            if not isinstance(value, Word):
                raise self.wrong(value, "expected_number", given=str(value))
            if target in self.values:
                raise self.wrong(group, "twice", name=str(target))
            self.values[target] = self.number(value)
        elif group.head == "at" and len(group.items) == 3 and isinstance(group.items[2], Group):
            raise self.unsupported(group, ":timed-initial-literals")
        elif group.head == "not":  # what is not said does not hold: to say so is allowed
            self.count(group, group.items[1:], 1)
            self.atom(self.group(group.items[1], "(…)"), {}, "predicate")
        else:
            self.facts.add(self.atom(group, {}, "predicate"))

    def _metric(self, section: Group) -> Metric:
        rest = section.items[1:]
        self.count(section, rest, 2)
        direction = self.word(rest[0])
        if direction not in ("minimize", "maximize"):
            raise self.wrong(rest[0], "expected", wanted="minimize, maximize", given=direction)
        if rest[1] == Word("total-time", rest[1].line) or (isinstance(rest[1], Group) and rest[1].head == "total-time"):
            raise self.unsupported(rest[1], ":durative-actions")
        return Metric(cast("Literal['minimize', 'maximize']", direction), self.expression(rest[1], {}))
