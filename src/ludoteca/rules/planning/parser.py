"""The parser of PDDL 2.1 (level 2, with ADL): domains and problems from text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, cast

from ludoteca.core.errors import BadInput
from ludoteca.rules.planning.grammar import CHANGES, Reader, is_total_time
from ludoteca.rules.planning.s_expressions import BadPddl, Group, Node, Word
from ludoteca.rules.planning.syntax import (
    And,
    Atom,
    Condition,
    Domain,
    EffectList,
    ForAll,
    LiftedEffect,
    Metric,
    Number,
    NumericEffect,
    Parameter,
    Problem,
    Schema,
    SetFact,
    Types,
    When,
    all_supertypes,
)

LARGEST = 4 << 20  # bytes of a PDDL file


def read_domain(text: str, file: str = "domain.pddl") -> Domain:
    """A domain from its text; raises `BadPddl`."""
    return _DomainReader(text, file).domain()


def read_problem(text: str, domain: Domain, file: str = "problem.pddl") -> Problem:
    """A problem of a domain from its text; raises `BadPddl`."""
    return _ProblemReader(text, file, domain).problem()


def read_file(path: Path) -> str:
    """The text of a PDDL file; raises `BadInput`."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadInput("rules.planning.unreadable", file=str(path), reason=error.strerror or "") from None
    if len(data) > LARGEST:
        raise BadInput("rules.planning.too_large", file=str(path), most=LARGEST >> 20)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadPddl(str(path), data[: error.start].count(b"\n") + 1, "not_text") from None


class _DomainReader(Reader):
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
        """Declare types: a type may have several supertypes; one that is only named as a supertype is declared too."""
        pairs = list(self.typed(nodes))
        for word, types in pairs:
            named = [kind for kind in (*self.types.get(word.text, ()), *types) if kind != "object"]
            self.types[word.text] = tuple(dict.fromkeys(named)) or (() if word.text == "object" else ("object",))
            if len(self.types[word.text]) > 1 or self.types["object"]:
                self.features.add("either-types")
        for word, types in pairs:
            for kind in types:
                self.types.setdefault(kind, ("object",))
            above = all_supertypes(self.types, types) - all_supertypes(self.types, ("object",))
            if word.text != "object" and (word.text in types or word.text in above):
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
        """The functions without the ``- number`` that may follow them."""
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
        condition = self.condition(parts[":precondition"], scope) if ":precondition" in parts else And(())
        effect = self._effect(parts[":effect"], scope) if ":effect" in parts else EffectList(())
        return Schema(name, parameters, condition, effect, section.line, section.comment)

    def _effect(self, node: Node, scope: Mapping[str, Types]) -> LiftedEffect:
        group = self.group(node, "(…)")
        head, rest = group.head, group.items[1:]
        if not group.items:
            return EffectList(())
        if head == "and":
            return EffectList(tuple(self._effect(part, scope) for part in rest))
        if head == "not":
            self.count(group, rest, 1)
            return SetFact(self.atom(self.group(rest[0], "(…)"), scope, "predicate"), False)
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
        if head in CHANGES:
            self.count(group, rest, 2)
            return self._change(group, rest, scope)
        return SetFact(self.atom(group, scope, "predicate"), True)

    def _change(self, group: Group, rest: tuple[Node, ...], scope: Mapping[str, Types]) -> NumericEffect:
        target = self.expression(rest[0], scope)
        if not isinstance(target, Atom):
            raise self.wrong(rest[0], "expected_fluent", given=str(rest[0]))
        operator = cast("Literal['assign', 'increase', 'decrease', 'scale-up', 'scale-down']", group.head)
        return NumericEffect(operator, target, self.expression(rest[1], scope), group.line)


class _ProblemReader(Reader):
    def __init__(self, text: str, file: str, domain: Domain) -> None:
        super().__init__(text, file)
        self.domain = domain
        self.types = dict(domain.types)
        self.names = dict(domain.constants)
        self.predicates = dict(domain.predicates)
        self.functions = dict(domain.functions)
        self.facts: set[Atom] = set()
        self.values: dict[Atom, Number] = {}
        self.init_line = 1
        self.time_as_steps = False

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
                    self.init_line = section.line
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
        return Problem(
            name,
            self.file,
            self.text,
            objects,
            frozenset(self.facts),
            self.values,
            goal,
            metric,
            features,
            self.init_line,
            self.time_as_steps,
        )

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
        elif group.head == "not":  # the default, which may be stated
            self.count(group, group.items[1:], 1)
            self.atom(self.group(group.items[1], "(…)"), {}, "predicate")
        else:
            self.facts.add(self.atom(group, {}, "predicate"))

    def _metric(self, section: Group) -> Metric | None:
        """The metric; None for the time of a plan, which is counted in steps."""
        rest = section.items[1:]
        self.count(section, rest, 2)
        direction = self.word(rest[0])
        if direction not in ("minimize", "maximize"):
            raise self.wrong(rest[0], "expected", wanted="minimize, maximize", given=direction)
        if direction == "minimize" and is_total_time(rest[1]) and "total-time" not in self.functions:
            self.time_as_steps = True
            return None
        return Metric(cast("Literal['minimize', 'maximize']", direction), self.expression(rest[1], {}))
