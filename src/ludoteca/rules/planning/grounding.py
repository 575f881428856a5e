"""From domain and problem to a task: every parameter stands for something, and what never changes is done with."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

from ludoteca.core.errors import BadInput
from ludoteca.rules.planning.s_expressions import BadPddl
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
    Not,
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
    conjuncts,
    tidy,
)
from ludoteca.rules.planning.task import Action, Change, Does, Form, Needs, State, Task, Test

MOST = 200_000  # ground actions
_TRIED = 1_000_000  # ways to fill in parameters that are looked at to find them

_ZERO = Form(())
_TURNED: Mapping[Comparison, Comparison] = {"<": ">=", "<=": ">", ">=": "<", ">": "<="}
_NEVER = None


class TooLarge(BadInput):
    """There are more ground actions than anybody can hold."""


def ground(domain: Domain, problem: Problem) -> Task:
    """The task of a problem; raises `BadPddl` or `TooLarge`."""
    return _Grounding(domain, problem).task()


@dataclass(slots=True)
class _Written:
    """What is gathered of an effect while it is put together."""

    add: int = 0
    remove: int = 0
    changes: list[Change] = field(default_factory=list)
    whens: list[tuple[Needs, Does]] = field(default_factory=list)


class _Grounding:
    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.problem = problem
        self.tried = 0
        self.bits: dict[Atom, int] = {}
        self.places: dict[Atom, int] = {}
        moving = [effect for schema in domain.schemas.values() for effect in leaves(schema.effect)]
        self.fluent_predicates = {effect.atom.name for effect in moving if isinstance(effect, Sets)}
        self.fluent_functions = {effect.fluent.name for effect in moving if isinstance(effect, Changes)}
        self.static_facts = frozenset(fact for fact in problem.facts if fact.name not in self.fluent_predicates)
        self.static_by_name: dict[str, list[Atom]] = defaultdict(list)
        for fact in sorted(self.static_facts, key=str):
            self.static_by_name[fact.name].append(fact)
        self.static_values = {
            fluent: value for fluent, value in problem.values.items() if fluent.name not in self.fluent_functions
        }
        self.of_type: dict[Types, tuple[str, ...]] = {}

    def task(self) -> Task:
        for fact in sorted(self.problem.facts - self.static_facts, key=str):
            self.bit(fact)
        for fluent in self.problem.values:
            if fluent.name in self.fluent_functions:
                self.place(fluent)
        actions = list[Action]()
        for schema in self.domain.schemas.values():
            for action in self.actions(schema):
                actions.append(action)
                if len(actions) > MOST:
                    raise self._too_many()
        goal = self.needs(self.problem.goal, {}, self.problem.file)
        metric = self._metric()
        initial = self._initial()
        return Task(
            self.domain,
            self.problem,
            tuple(self.bits),
            tuple(self.places),
            self.static_facts,
            self.static_values,
            tuple(_reachable(actions, initial)),
            initial,
            Needs(absent=1, there=1) if goal is _NEVER else goal,
            metric,
        )

    def _too_many(self) -> TooLarge:
        return TooLarge("rules.planning.too_many", most=MOST, file=self.domain.file)

    def _metric(self) -> Form:
        metric = self.problem.metric
        if metric is None:
            return _ZERO
        form = self.form(metric.expression, {}, self.problem.file)
        return form if metric.direction == "minimize" else _ZERO.plus(form, -1)

    def _initial(self) -> State:
        facts = sum(self.bits[fact] for fact in self.problem.facts if fact in self.bits)
        unset = [fluent for fluent in self.places if fluent not in self.problem.values]
        if unset:
            raise BadPddl(self.problem.file, self.problem.begins, "no_value", fluent=str(unset[0]))
        return State(facts, tuple(self.problem.values[fluent] for fluent in self.places))

    def bit(self, atom: Atom) -> int:
        return self.bits.setdefault(atom, 1 << len(self.bits))

    def place(self, fluent: Atom) -> int:
        return self.places.setdefault(fluent, len(self.places))

    def candidates(self, types: Types) -> tuple[str, ...]:
        """The objects of any of some types, in the order they are declared."""
        if types not in self.of_type:
            self.of_type[types] = tuple(
                name
                for name, own in self.problem.objects.items()
                if any(not self.domain.kinds(kind).isdisjoint(types) for kind in own)
            )
        return self.of_type[types]

    def actions(self, schema: Schema) -> Iterator[Action]:
        for bound in self.bindings(schema):
            self.tried += 1
            if self.tried > _TRIED:
                raise self._too_many()
            needs = self.needs(schema.condition, bound, self.domain.file)
            if needs is _NEVER:
                continue
            written = _Written()
            self.write(schema.effect, bound, written)
            does = Does(written.add, written.remove & ~written.add, tuple(written.changes))
            args = tuple(bound[each.name] for each in schema.parameters)
            action = Action(schema, args, needs, does, tuple(written.whens), _clashing(written.whens))
            self._consistent(action)
            yield action

    def _consistent(self, action: Action) -> None:
        """What is set may not be changed at the same time; conditions that exclude each other may both set it."""
        always, maybe = action.does.changes, [change for _, does in action.whens for change in does.changes]
        if not any(change.sets for change in (*always, *maybe)):
            return
        places = Counter(change.place for change in always)
        besides = places + Counter({change.place: 1 for change in maybe})
        for change in (*always, *maybe):
            if change.sets and (besides if change in always else places)[change.place] > (change in always):
                fluent = str(list(self.places)[change.place])
                file, line = self.domain.file, action.schema.line
                raise BadPddl(file, line, "changed_twice", action=str(action), fluent=fluent)

    def bindings(self, schema: Schema) -> Iterator[dict[str, str]]:
        """Names for the parameters of an action that agree with what never changes."""
        static = [
            part.atom
            for part in conjuncts(schema.condition)
            if isinstance(part, Holds) and part.atom.name not in self.fluent_predicates
        ]
        yield from self._extended(list(schema.parameters), static, {})

    def _extended(self, free: list[Parameter], static: list[Atom], bound: dict[str, str]) -> Iterator[dict[str, str]]:
        if not free:
            if all(atom.put(bound) in self.static_facts for atom in static):
                yield dict(bound)
            return
        # The parameter with the fewest candidates first: what never changes cuts most of them off at once.
        options = {each: self._options(each, static, bound) for each in free}
        chosen = min(free, key=lambda each: (len(options[each]), free.index(each)))
        rest = [each for each in free if each is not chosen]
        for name in options[chosen]:
            bound[chosen.name] = name
            yield from self._extended(rest, static, bound)
        bound.pop(chosen.name, None)

    def _options(self, parameter: Parameter, static: list[Atom], bound: Mapping[str, str]) -> list[str]:
        options = list(self.candidates(parameter.types))
        for atom in static:
            if parameter.name in atom.args:
                place = atom.args.index(parameter.name)
                pattern = atom.put(bound).args
                fitting = {
                    fact.args[place]
                    for fact in self.static_by_name[atom.name]
                    if all(want.startswith("?") or want == have for want, have in zip(pattern, fact.args, strict=True))
                }
                options = [name for name in options if name in fitting]
        return options

    # What must hold

    def needs(self, condition: Condition, bound: Mapping[str, str], file: str) -> Needs | None:
        """A condition on the ground; None when it can never hold."""
        there, absent, tests, choices = 0, 0, list[Test](), list[tuple[Needs, ...]]()
        for part in self._literals(condition, bound, True):
            match part:
                case bool():
                    if not part:
                        return _NEVER
                case Holds(atom):
                    there |= self.bit(atom)
                case Not(Holds(atom)):
                    absent |= self.bit(atom)
                case Compare():
                    test = self._test(part, file)
                    value = test.form.constant
                    if value is None:
                        tests.append(test)
                    elif not test.holds(()):
                        return _NEVER
                case Some(parts):
                    options = [self.needs(each, bound, file) for each in parts]
                    possible = tuple(each for each in options if each is not _NEVER)
                    if not possible:
                        return _NEVER
                    if len(possible) == 1:
                        only = possible[0]
                        there, absent = there | only.there, absent | only.absent
                        tests.extend(only.tests)
                        choices.extend(only.choices)
                    elif Needs() not in possible:
                        choices.append(possible)
        return _NEVER if there & absent else Needs(there, absent, tuple(dict.fromkeys(tests)), tuple(choices))

    def _literals(self, condition: Condition, bound: Mapping[str, str], positive: bool) -> Iterator[bool | Condition]:
        """A condition as parts that must all hold: facts and their opposites, comparisons, choices, or a plain no."""
        match condition:
            case Holds(atom):
                fact = atom.put(bound)
                if fact.name in self.fluent_predicates:
                    yield Holds(fact) if positive else Not(Holds(fact))
                else:
                    yield (fact in self.static_facts) is positive
            case Same(left, right):
                yield (bound.get(left, left) == bound.get(right, right)) is positive
            case Not(part):
                yield from self._literals(part, bound, not positive)
            case Compare(operator, left, right):
                left, right = _put(left, bound), _put(right, bound)
                if positive:
                    yield Compare(operator, left, right)
                elif operator == "=":
                    yield Some((Compare("<", left, right), Compare(">", left, right)))
                else:
                    yield Compare(_TURNED[operator], left, right)
            case Every(parts) | Some(parts):
                if isinstance(condition, Every) is positive:
                    for part in parts:
                        yield from self._literals(part, bound, positive)
                else:
                    yield Some(tuple(self._closed(part, bound, positive) for part in parts))
            case Quantified(kind, parameters, part):
                inner = (self._closed(part, {**bound, **more}, positive) for more in self._values(parameters))
                if (kind == "forall") is positive:
                    for each in inner:
                        yield from self._literals(each, {}, True)
                else:
                    yield Some(tuple(inner))

    def _closed(self, condition: Condition, bound: Mapping[str, str], positive: bool) -> Condition:
        """A condition with its variables filled in, turned round if need be."""
        parts = list[Condition]()
        for part in self._literals(condition, bound, positive):
            if part is False:
                return Some(())
            if part is not True:
                parts.append(part)
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def _values(self, parameters: tuple[Parameter, ...]) -> Iterator[dict[str, str]]:
        names, options = [each.name for each in parameters], [self.candidates(each.types) for each in parameters]
        if prod(map(len, options)) > MOST:
            raise self._too_many()
        for values in product(*options):
            yield dict(zip(names, values, strict=True))

    def _test(self, comparison: Compare, file: str) -> Test:
        left, right = (self.form(side, {}, file) for side in (comparison.left, comparison.right))
        match comparison.operator:
            case ">=" | ">" | "=":
                return Test(left.plus(right, -1), comparison.operator)
            case "<=":
                return Test(right.plus(left, -1), ">=")
            case "<":
                return Test(right.plus(left, -1), ">")

    def form(self, expression: Expression, bound: Mapping[str, str], file: str) -> Form:
        """An expression as a sum of products; what never changes is a plain number."""
        match expression:
            case int() | Fraction():
                return Form.of({(): expression})
            case Atom():
                fluent = expression.put(bound)
                if fluent.name in self.fluent_functions:
                    return Form.of({(self.place(fluent),): 1})
                if fluent not in self.static_values:
                    raise BadPddl(self.problem.file, self.problem.begins, "no_value", fluent=str(fluent))
                return Form.of({(): self.static_values[fluent]})
            case Calculation(operator, parts, line):
                forms = [self.form(part, bound, file) for part in parts]
                return _calculated(operator, forms, line, file)

    # What happens

    def write(self, effect: Effect, bound: Mapping[str, str], into: _Written) -> None:
        match effect:
            case Sets(atom, to):
                bit = self.bit(atom.put(bound))
                if to:
                    into.add |= bit
                else:
                    into.remove |= bit
            case Changes():
                into.changes.append(self._change(effect, bound))
            case Together(parts):
                for part in parts:
                    self.write(part, bound, into)
            case ForAll(parameters, part):
                for more in self._values(parameters):
                    self.write(part, {**bound, **more}, into)
            case When(condition, part):
                needs = self.needs(condition, bound, self.domain.file)
                if needs == Needs():
                    self.write(part, bound, into)
                elif needs is not _NEVER:
                    inner = _Written()
                    self.write(part, bound, inner)
                    into.whens.append((needs, Does(inner.add, inner.remove & ~inner.add, tuple(inner.changes))))
                    into.whens.extend((_both(needs, more), does) for more, does in inner.whens)

    def _change(self, effect: Changes, bound: Mapping[str, str]) -> Change:
        place = self.place(effect.fluent.put(bound))
        form, old = self.form(effect.by, bound, self.domain.file), Form.of({(place,): 1})
        match effect.operator:
            case "assign":
                return Change(place, True, form)
            case "increase":
                return Change(place, False, form)
            case "decrease":
                return Change(place, False, _ZERO.plus(form, -1))
            case "scale-up":
                return Change(place, True, old.times(form))
            case "scale-down":
                return Change(place, True, _calculated("/", [old, form], effect.line, self.domain.file))


def _clashing(whens: list[tuple[Needs, Does]]) -> bool:
    """Whether what happens under several conditions may set a number and change it besides."""
    changes = [change for _, does in whens for change in does.changes]
    places = Counter(change.place for change in changes)
    return any(change.sets and places[change.place] > 1 for change in changes)


def _both(one: Needs, two: Needs) -> Needs:
    return Needs(one.there | two.there, one.absent | two.absent, one.tests + two.tests, one.choices + two.choices)


def _calculated(operator: str, forms: list[Form], line: int, file: str) -> Form:
    first, *rest = forms
    match operator:
        case "+":
            for form in rest:
                first = first.plus(form)
        case "-":
            return first.plus(rest[0], -1) if rest else _ZERO.plus(first, -1)
        case "*":
            for form in rest:
                first = first.times(form)
        case _:
            divisor = rest[0].constant
            if not divisor:
                raise BadPddl(file, line, "divides")
            return first.times(Form.of({(): tidy(Fraction(1) / divisor)}))
    return first


def _put(expression: Expression, bound: Mapping[str, str]) -> Expression:
    match expression:
        case Atom():
            return expression.put(bound)
        case Calculation(operator, parts, line):
            return Calculation(operator, tuple(_put(part, bound) for part in parts), line)
        case _:
            return expression


def leaves(effect: Effect) -> Iterator[Sets | Changes]:
    match effect:
        case Sets() | Changes():
            yield effect
        case Together(parts):
            for part in parts:
                yield from leaves(part)
        case ForAll(_, part) | When(_, part):
            yield from leaves(part)


def _reachable(actions: list[Action], initial: State) -> list[Action]:
    """The actions whose facts can all come about, if nothing ever went and numbers were as wished."""
    facts, left, found = initial.facts, list(actions), set[int]()
    while True:
        now = [action for action in left if facts & action.needs.there == action.needs.there]
        if not now:
            return [action for action in actions if id(action) in found]
        found.update(map(id, now))
        left = [action for action in left if id(action) not in found]
        for action in now:
            facts |= action.does.add
            for _, does in action.whens:
                facts |= does.add
