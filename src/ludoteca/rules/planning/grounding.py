"""Grounding: a domain and a problem become a task, with all parameters bound and static conditions evaluated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ludoteca.rules.planning.bindings import Bindings
from ludoteca.rules.planning.reachability import reachable
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.syntax import (
    And,
    Atom,
    Calculation,
    Compare,
    Comparison,
    Condition,
    Domain,
    EffectList,
    Equals,
    Expression,
    ForAll,
    Holds,
    LiftedEffect,
    Not,
    NumericEffect,
    Or,
    Problem,
    Quantified,
    Schema,
    SetFact,
    When,
    atoms_in,
    leaves,
    substitute,
    tidy,
    variables_in,
)
from ludoteca.rules.planning.task import (
    HAS_VALUE,
    TOTAL_COST,
    Action,
    Effect,
    NumericChange,
    NumericCondition,
    Polynomial,
    Precondition,
    State,
    Task,
)

_ZERO = Polynomial(())
_TURNED: Mapping[Comparison, Comparison] = {"<": ">=", "<=": ">", ">=": "<", ">": "<="}
_NEVER = None
_BoundPart = tuple[int | str | None, ...]


class _NoValue(Exception):
    """A number that never changes has no value."""

    def __init__(self, fluent: Atom) -> None:
        super().__init__(fluent)
        self.fluent = fluent


def ground(domain: Domain, problem: Problem, checkpoint: Callable[[], None] | None = None) -> Task:
    """The task of a problem; raises `BadPddl` or `TooLarge`. `checkpoint` is called often, and may raise an error."""
    return _Grounding(domain, problem, checkpoint).task()


@dataclass(slots=True)
class _EffectBuilder:
    """A ground effect under construction."""

    add: int = 0
    delete: int = 0
    needed: int = 0  # facts that must hold before: that the numbers it reads have values
    needed_if: int = 0  # the same for its conditional effects
    changes: list[NumericChange] = field(default_factory=list)
    conditional_effects: list[tuple[Precondition, Effect]] = field(default_factory=list)

    def include(self, other: _EffectBuilder) -> None:
        """Add another one to this."""
        self.add |= other.add
        self.delete |= other.delete
        self.needed |= other.needed
        self.needed_if |= other.needed_if
        self.changes += other.changes
        self.conditional_effects += other.conditional_effects

    @property
    def effect(self) -> Effect:
        """The unconditional part; a fact that is both added and deleted is added."""
        return Effect(self.add, self.delete & ~self.add, tuple(self.changes))


class _Grounding:
    def __init__(self, domain: Domain, problem: Problem, checkpoint: Callable[[], None] | None) -> None:
        self.domain = domain
        self.problem = problem
        self.checkpoint = checkpoint
        self.values = dict(problem.values)
        if domain.functions.get(TOTAL_COST.name) == ():
            self.values.setdefault(TOTAL_COST, 0)
        self.bits: dict[Atom, int] = {}
        self.places: dict[Atom, int] = {}
        self.undefined: dict[Atom, None] = {}
        moving = [effect for schema in domain.schemas.values() for effect in leaves(schema.effect)]
        self.fluent_predicates = {effect.atom.name for effect in moving if isinstance(effect, SetFact)}
        self.fluent_functions = {effect.fluent.name for effect in moving if isinstance(effect, NumericEffect)}
        self.static_facts = frozenset(fact for fact in problem.facts if fact.name not in self.fluent_predicates)
        self.static_values = {
            fluent: value for fluent, value in self.values.items() if fluent.name not in self.fluent_functions
        }
        self.bindings = Bindings(domain, problem, self.static_facts, checkpoint)
        # Most conditions and effects name few parameters of their schema: they are the same in many actions.
        self.variables: dict[int, frozenset[str]] = {}
        self.quantified: dict[_BoundPart, tuple[bool | Condition, ...]] = {}
        self.effects: dict[_BoundPart, _EffectBuilder] = {}

    def task(self) -> Task:
        for fact in sorted(self.problem.facts - self.static_facts, key=str):
            self.bit(fact)
        for fluent in self.values:
            if fluent.name in self.fluent_functions:
                self.place(fluent)
        actions = list[Action]()
        for schema in self.domain.schemas.values():
            for action in self.actions(schema):
                actions.append(action)
                self.bindings.check_count(len(actions))
        goal = self.precondition(self.problem.goal, {}, self.problem.file)
        metric = self._metric()
        initial = self._initial()
        return Task(
            self.domain,
            self.problem,
            tuple(self.bits),
            tuple(self.places),
            self.static_facts,
            self.static_values,
            tuple(reachable(actions, initial, self.checkpoint)),
            initial,
            Precondition(negative=1, positive=1) if goal is _NEVER else goal,
            metric,
            tuple(self.undefined),
        )

    def _metric(self) -> Polynomial:
        metric = self.problem.metric
        if metric is None:
            return _ZERO
        for fluent in atoms_in(metric.expression):
            if fluent not in self.values:
                raise self._unset("no_value", fluent)
        polynomial = self.polynomial(metric.expression, {}, self.problem.file)
        return polynomial if metric.direction == "minimize" else _ZERO.plus(polynomial, -1)

    def _initial(self) -> State:
        facts = sum(self.bits[fact] for fact in self.problem.facts if fact in self.bits)
        return State(facts, tuple(self.values.get(fluent, 0) for fluent in self.places))

    def bound_part(
        self, part: Quantified | LiftedEffect, bound: Mapping[str, str], positive: bool = True
    ) -> _BoundPart:
        """What a part of the domain or of the problem depends on: itself, and the objects for its own variables."""
        names = self.variables.get(id(part))
        if names is None:
            names = self.variables[id(part)] = variables_in(part)
        return id(part), positive, *[bound.get(name) for name in names]

    def bit(self, atom: Atom) -> int:
        return self.bits.setdefault(atom, 1 << len(self.bits))

    def place(self, fluent: Atom) -> int:
        return self.places.setdefault(fluent, len(self.places))

    def actions(self, schema: Schema) -> Iterator[Action]:
        for bound in self.bindings.of_action(schema, self.fluent_predicates):
            precondition = self.precondition(schema.condition, bound, self.domain.file)
            if precondition is _NEVER:
                continue
            built = _EffectBuilder()
            try:
                self.add_effect(schema.effect, bound, built)
            except _NoValue:
                continue  # it needs a number that never has a value
            precondition = replace(precondition, positive=precondition.positive | built.needed)
            self._check_defined(built.needed_if & ~precondition.positive)
            args, conditional = tuple(bound[each.name] for each in schema.parameters), built.conditional_effects
            action = Action(schema, args, precondition, built.effect, tuple(conditional), _may_conflict(conditional))
            self._check_consistent(action)
            yield action

    def _check_defined(self, needed: int) -> None:
        """Raises `BadPddl` when a conditional effect reads a number that may have no value."""
        unset = next((atom for atom, bit in self.bits.items() if bit & needed), None)
        if unset is not None:
            fluent = Atom(unset.name.removeprefix(f"{HAS_VALUE} "), unset.args)
            raise self._unset("no_value_conditional", fluent)

    def _unset(self, key: str, fluent: Atom) -> BadPddl:
        return BadPddl(self.problem.file, self.problem.init_line, key, fluent=str(fluent))

    def _check_consistent(self, action: Action) -> None:
        """Raises `BadPddl` when an action always assigns and changes the same number.

        Two conditional effects may do so: their conditions may exclude each other.
        """
        always = action.effect.changes
        maybe = [change for _, effect in action.conditional_effects for change in effect.changes]
        if not any(change.assigns for change in (*always, *maybe)):
            return
        places = Counter(change.place for change in always)
        besides = places + Counter({change.place: 1 for change in maybe})
        for change in (*always, *maybe):
            if change.assigns and (besides if change in always else places)[change.place] > (change in always):
                fluent = str(list(self.places)[change.place])
                file, line = self.domain.file, action.schema.line
                raise BadPddl(file, line, "changed_twice", action=str(action), fluent=fluent)

    # Conditions

    def precondition(self, condition: Condition, bound: Mapping[str, str], file: str) -> Precondition | None:
        """A ground condition; None when it can never hold."""
        positive, negative = 0, 0
        numeric, disjunctions = list[NumericCondition](), list[tuple[Precondition, ...]]()
        for part in self._literals(condition, bound, True):
            match part:
                case bool():
                    if not part:
                        return _NEVER
                case Holds(atom):
                    positive |= self.bit(atom)
                case Not(Holds(atom)):
                    negative |= self.bit(atom)
                case Compare():
                    try:
                        compared = self._numeric_condition(part, file)
                    except _NoValue:
                        return _NEVER
                    positive |= self._defined(part.left) | self._defined(part.right)
                    if compared.polynomial.constant is None:
                        numeric.append(compared)
                    elif not compared.holds(()):
                        return _NEVER
                case Or(parts):
                    options = [self.precondition(each, bound, file) for each in parts]
                    possible = tuple(each for each in options if each is not _NEVER)
                    if not possible:
                        return _NEVER
                    if len(possible) == 1:
                        only = possible[0]
                        positive, negative = positive | only.positive, negative | only.negative
                        numeric.extend(only.numeric)
                        disjunctions.extend(only.disjunctions)
                    elif Precondition() not in possible:
                        disjunctions.append(possible)
        if positive & negative:
            return _NEVER
        return Precondition(positive, negative, tuple(dict.fromkeys(numeric)), tuple(disjunctions))

    def _literals(self, condition: Condition, bound: Mapping[str, str], positive: bool) -> Iterator[bool | Condition]:
        """A condition as a conjunction: literals, comparisons, disjunctions, and the truth values of static parts."""
        match condition:
            case Holds(atom):
                fact = atom.substitute(bound)
                if fact.name in self.fluent_predicates:
                    yield Holds(fact) if positive else Not(Holds(fact))
                else:
                    yield (fact in self.static_facts) is positive
            case Equals(left, right):
                yield (bound.get(left, left) == bound.get(right, right)) is positive
            case Not(part):
                yield from self._literals(part, bound, not positive)
            case Compare(operator, left, right):
                left, right = substitute(left, bound), substitute(right, bound)
                if positive:
                    yield Compare(operator, left, right)
                elif operator == "=":
                    yield Or((Compare("<", left, right), Compare(">", left, right)))
                else:
                    yield Compare(_TURNED[operator], left, right)
            case And(parts) | Or(parts):
                if isinstance(condition, And) is positive:
                    for part in parts:
                        yield from self._literals(part, bound, positive)
                else:
                    yield Or(tuple(self._closed(part, bound, positive) for part in parts))
            case Quantified():
                key = self.bound_part(condition, bound, positive)
                if key not in self.quantified:
                    self.quantified[key] = tuple(self._quantified_literals(condition, bound, positive))
                yield from self.quantified[key]

    def _quantified_literals(
        self, condition: Quantified, bound: Mapping[str, str], positive: bool
    ) -> Iterator[bool | Condition]:
        """The same for a quantified condition; nothing follows a part that is false."""
        each_object = self.bindings.of_parameters(condition.parameters)
        inner = (self._closed(condition.part, {**bound, **more}, positive) for more in each_object)
        if (condition.kind == "forall") is not positive:
            yield Or(tuple(inner))
            return
        for each in inner:
            for literal in self._literals(each, {}, True):
                yield literal
                if literal is False:
                    return

    def _closed(self, condition: Condition, bound: Mapping[str, str], positive: bool) -> Condition:
        """A condition with its variables bound, negated unless `positive`."""
        parts = list[Condition]()
        for part in self._literals(condition, bound, positive):
            if part is False:
                return Or(())
            if part is not True:
                parts.append(part)
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _numeric_condition(self, comparison: Compare, file: str) -> NumericCondition:
        left, right = (self.polynomial(side, {}, file) for side in (comparison.left, comparison.right))
        match comparison.operator:
            case ">=" | ">" | "=":
                return NumericCondition(left.plus(right, -1), comparison.operator)
            case "<=":
                return NumericCondition(right.plus(left, -1), ">=")
            case "<":
                return NumericCondition(right.plus(left, -1), ">")

    def polynomial(self, expression: Expression, bound: Mapping[str, str], file: str) -> Polynomial:
        """An expression as a polynomial; static fluents are constants."""
        match expression:
            case Atom():
                fluent = expression.substitute(bound)
                if fluent.name in self.fluent_functions:
                    return Polynomial.of({(self.place(fluent),): 1})
                if fluent not in self.static_values:
                    self.undefined[fluent] = None
                    raise _NoValue(fluent)
                return Polynomial.of({(): self.static_values[fluent]})
            case Calculation(operator, parts, line):
                polynomials = [self.polynomial(part, bound, file) for part in parts]
                return _calculated(operator, polynomials, line, file)
            case number:
                return Polynomial.of({(): number})

    def _defined(self, expression: Expression) -> int:
        """The facts that the numbers which an expression reads have values, of those that have none at first."""
        found = 0
        for fluent in atoms_in(expression):
            if self._begins_undefined(fluent):
                self.undefined[fluent] = None
                found |= self._has_value(fluent)
        return found

    def _begins_undefined(self, fluent: Atom) -> bool:
        return fluent.name in self.fluent_functions and fluent not in self.values

    def _has_value(self, fluent: Atom) -> int:
        return self.bit(Atom(f"{HAS_VALUE} {fluent.name}", fluent.args))

    # Effects

    def add_effect(self, lifted: LiftedEffect, bound: Mapping[str, str], into: _EffectBuilder) -> None:
        """Ground an effect and add it to those of an action."""
        match lifted:
            case SetFact(atom, to):
                bit = self.bit(atom.substitute(bound))
                if to:
                    into.add |= bit
                else:
                    into.delete |= bit
            case EffectList(parts):
                for part in parts:
                    self.add_effect(part, bound, into)
            case _:
                key = self.bound_part(lifted, bound)
                if key not in self.effects:
                    self.effects[key] = self._effect(lifted, bound)
                into.include(self.effects[key])

    def _effect(self, lifted: NumericEffect | ForAll | When, bound: Mapping[str, str]) -> _EffectBuilder:
        """A ground effect by itself."""
        built = _EffectBuilder()
        match lifted:
            case NumericEffect():
                built.changes.append(self._change(lifted, bound))
                target = lifted.fluent.substitute(bound)
                built.needed |= self._defined(substitute(lifted.by, bound))
                if lifted.operator != "assign":
                    built.needed |= self._defined(target)
                elif self._begins_undefined(target):
                    built.add |= self._has_value(target)
            case ForAll(parameters, part):
                for more in self.bindings.of_parameters(parameters):
                    self.add_effect(part, {**bound, **more}, built)
            case When(condition, part):
                precondition = self.precondition(condition, bound, self.domain.file)
                if precondition == Precondition():
                    self.add_effect(part, bound, built)
                elif precondition is not _NEVER:
                    inner = _EffectBuilder()
                    try:
                        self.add_effect(part, bound, inner)
                    except _NoValue as error:
                        raise self._unset("no_value_conditional", error.fluent) from None
                    built.needed_if = (inner.needed | inner.needed_if) & ~precondition.positive
                    nested = ((precondition.joined(more), effect) for more, effect in inner.conditional_effects)
                    built.conditional_effects = [(precondition, inner.effect), *nested]
        return built

    def _change(self, effect: NumericEffect, bound: Mapping[str, str]) -> NumericChange:
        place = self.place(effect.fluent.substitute(bound))
        polynomial = self.polynomial(effect.by, bound, self.domain.file)
        match effect.operator:
            case "assign":
                return NumericChange(place, True, polynomial)
            case "increase":
                return NumericChange(place, False, polynomial)
            case "decrease":
                return NumericChange(place, False, _ZERO.plus(polynomial, -1))
            case "scale-up":
                return NumericChange(place, True, Polynomial.of({(place,): 1}).times(polynomial))
            case "scale-down":
                quotient = _calculated("/", [Polynomial.of({(place,): 1}), polynomial], effect.line, self.domain.file)
                return NumericChange(place, True, quotient)


def _may_conflict(conditional_effects: list[tuple[Precondition, Effect]]) -> bool:
    """Whether two conditional effects may assign and change the same number."""
    changes = [change for _, effect in conditional_effects for change in effect.changes]
    places = Counter(change.place for change in changes)
    return any(change.assigns and places[change.place] > 1 for change in changes)


def _calculated(operator: str, polynomials: list[Polynomial], line: int, file: str) -> Polynomial:
    first, *rest = polynomials
    match operator:
        case "+":
            for polynomial in rest:
                first = first.plus(polynomial)
        case "-":
            return first.plus(rest[0], -1) if rest else _ZERO.plus(first, -1)
        case "*":
            for polynomial in rest:
                first = first.times(polynomial)
        case _:
            divisor = rest[0].constant
            if not divisor:
                raise BadPddl(file, line, "divides")
            return first.times(Polynomial.of({(): tidy(Fraction(1) / divisor)}))
    return first
