"""An interpreter of PDDL text: it executes a plan without grounding, for validation.

It evaluates the s-expressions of domain and problem directly, over a set of facts and a table of numbers. It is slow
and simple, and shares only the s-expressions with the parser, the grounding and the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add, eq, ge, gt, le, lt, mul, sub, truediv

from ludoteca.rules.planning.s_expressions import Group, Node, Word, read_text

Words = tuple[str, ...]
Names = Mapping[str, str]  # the objects that variables are bound to

_CALCULATE = {"+": add, "-": sub, "*": mul, "/": truediv}
_COMPARE = {"<": lt, "<=": le, "=": eq, ">=": ge, ">": gt}


class _Undefined(Exception):
    """A numeric fluent has no value."""


class Interpreter:
    """A problem and its current state."""

    def __init__(self, domain: str, problem: str) -> None:
        self.supertypes: dict[str, list[str]] = {}
        self.objects: dict[str, list[str]] = {}
        self.actions: dict[str, dict[str, Node]] = {}
        self.facts: set[Words] = set()
        self.numbers: dict[Words, Fraction] = {}
        self.goal: Node = Group((), 0)
        self.functions: set[str] = set()
        self.metric: Node | None = None
        self.steps = 0
        for text in (domain, problem):
            for section in read_text(text, "").items[2:]:
                assert isinstance(section, Group)
                self._section(section)
        if "total-cost" in self.functions:
            self.numbers.setdefault(("total-cost",), Fraction(0))

    # Reading

    def _section(self, section: Group) -> None:
        rest = section.items[1:]
        match section.head:
            case ":types":
                for name, kinds in _typed_pairs(rest):
                    self.supertypes.setdefault(name, []).extend(kinds)
            case ":functions":
                self.functions = {item.head for item in rest if isinstance(item, Group)}
            case ":constants" | ":objects":
                self.objects.update(_typed(rest))
            case ":action":
                self.actions[_word(rest[0])] = {
                    _word(key): part for key, part in zip(rest[1::2], rest[2::2], strict=True)
                }
            case ":init":
                for node in rest:
                    self._set_initial(node)
            case ":goal":
                self.goal = rest[0]
            case ":metric":
                name = rest[1].text if isinstance(rest[1], Word) else rest[1].head
                is_time = name == "total-time" and name not in self.functions
                self.metric = None if is_time else rest[1]

    def _set_initial(self, node: Node) -> None:
        assert isinstance(node, Group)
        if node.head == "=":
            self.numbers[_atom(node.items[1], {})] = Fraction(_word(node.items[2]))
        elif node.head != "not":
            self.facts.add(_atom(node, {}))

    def _has_type(self, name: str, kinds: list[str]) -> bool:
        seen, pending = set[str](), ["object", *self.objects[name]]
        while pending:
            kind = pending.pop()
            if kind not in seen:
                seen.add(kind)
                pending += self.supertypes.get(kind, [])
        return not seen.isdisjoint(kinds)

    def _bindings(self, parameters: Node, names: Names) -> Iterator[Names]:
        """All bindings of some variables."""
        typed = _typed(_items(parameters))
        fitting = [[name for name in self.objects if self._has_type(name, kinds)] for kinds in typed.values()]
        for values in product(*fitting):
            yield {**names, **dict(zip(typed, values, strict=True))}

    # Executing

    def step(self, action: str, args: Sequence[str]) -> bool:
        """Apply an action; whether it is applicable."""
        parts = self.actions[action]
        typed = _typed(_items(parts.get(":parameters", Group((), 0))))
        if len(typed) != len(args) or not all(
            self._has_type(arg, kinds) for arg, kinds in zip(args, typed.values(), strict=True)
        ):
            return False
        names = dict(zip(typed, args, strict=True))
        if not self._holds(parts.get(":precondition", Group((), 0)), names):
            return False
        added, deleted = set[Words](), set[Words]()
        assigned, increased = dict[Words, Fraction](), dict[Words, Fraction]()
        for effect, bound in self._effects(parts.get(":effect", Group((), 0)), names):
            if effect.head == "not":
                deleted.add(_atom(effect.items[1], bound))
            elif effect.head in ("assign", "increase", "decrease", "scale-up", "scale-down"):
                try:
                    if not self._change(effect, bound, assigned, increased):
                        return False
                except _Undefined:
                    return False
            else:
                added.add(_atom(effect, bound))
        self.facts = self.facts - deleted | added
        self.numbers.update(assigned)
        for fluent, amount in increased.items():
            self.numbers[fluent] += amount
        self.steps += 1
        return True

    def _change(
        self, effect: Group, names: Names, assigned: dict[Words, Fraction], increased: dict[Words, Fraction]
    ) -> bool:
        """Collect a numeric effect; False when a number would be assigned and changed at once."""
        fluent, amount = _atom(effect.items[1], names), self._value(effect.items[2], names)
        if effect.head != "assign" and fluent not in self.numbers:
            raise _Undefined(fluent)
        if fluent in assigned or (fluent in increased and effect.head not in ("increase", "decrease")):
            return False
        match effect.head:
            case "assign":
                assigned[fluent] = amount
            case "increase":
                increased[fluent] = increased.get(fluent, Fraction(0)) + amount
            case "decrease":
                increased[fluent] = increased.get(fluent, Fraction(0)) - amount
            case "scale-up":
                assigned[fluent] = self.numbers[fluent] * amount
            case _:
                assigned[fluent] = self.numbers[fluent] / amount
        return True

    def _effects(self, node: Node, names: Names) -> Iterator[tuple[Group, Names]]:
        """The simple effects within an effect whose conditions hold, each with its bindings."""
        assert isinstance(node, Group)
        match node.head:
            case "" | "and":
                for part in node.items[1:]:
                    yield from self._effects(part, names)
            case "forall":
                for bound in self._bindings(node.items[1], names):
                    yield from self._effects(node.items[2], bound)
            case "when":
                if self._holds(node.items[1], names):
                    yield from self._effects(node.items[2], names)
            case _:
                yield node, names

    @property
    def finished(self) -> bool:
        """Whether the goal holds."""
        return self._holds(self.goal, {})

    @property
    def cost(self) -> Fraction:
        """The value of the metric; the number of steps where there is none."""
        return Fraction(self.steps) if self.metric is None else self._value(self.metric, {})

    # Evaluating

    def _holds(self, node: Node, names: Names, wanted: bool = True) -> bool:
        """Whether a condition holds, or its negation if not `wanted`: a comparison without a value is neither."""
        assert isinstance(node, Group)
        head, rest = node.head, node.items[1:]
        match head:
            case "" | "and" | "or":
                return self._all_or_any((head != "or") is wanted)(self._holds(part, names, wanted) for part in rest)
            case "not":
                return self._holds(rest[0], names, not wanted)
            case "imply":
                parts = (self._holds(rest[0], names, not wanted), self._holds(rest[1], names, wanted))
                return self._all_or_any(not wanted)(parts)
            case "forall" | "exists":
                bindings = self._bindings(rest[0], names)
                return self._all_or_any((head == "forall") is wanted)(
                    self._holds(rest[1], bound, wanted) for bound in bindings
                )
        if head == "=" and all(isinstance(side, Word) and self._object(side, names) in self.objects for side in rest):
            return (self._object(rest[0], names) == self._object(rest[1], names)) is wanted
        if head in _COMPARE:
            try:
                return bool(_COMPARE[head](self._value(rest[0], names), self._value(rest[1], names))) is wanted
            except _Undefined:
                return False
        return (_atom(node, names) in self.facts) is wanted

    @staticmethod
    def _all_or_any(every: bool) -> Callable[[Iterable[bool]], bool]:
        return all if every else any

    def _object(self, node: Node, names: Names) -> str:
        word = _word(node)
        return names.get(word, word)

    def _value(self, node: Node, names: Names) -> Fraction:
        if isinstance(node, Word):
            return self.numbers[(node.text,)] if (node.text,) in self.numbers else _number(node.text)
        if node.head not in _CALCULATE:
            fluent = _atom(node, names)
            if fluent not in self.numbers:
                raise _Undefined(fluent)
            return self.numbers[fluent]
        first, *others = (self._value(part, names) for part in node.items[1:])
        if node.head == "-" and not others:
            return -first
        return reduce(_CALCULATE[node.head], others, first)


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except ValueError:  # a function without arguments, which has no value
        raise _Undefined(text) from None


def _word(node: Node) -> str:
    assert isinstance(node, Word)
    return node.text


def _items(node: Node) -> tuple[Node, ...]:
    assert isinstance(node, Group)
    return node.items


def _atom(node: Node, names: Names) -> Words:
    words = [_word(item) for item in _items(node)] if isinstance(node, Group) else [node.text]
    return tuple(names.get(word, word) for word in words)


def _typed(nodes: Sequence[Node]) -> dict[str, list[str]]:
    """Names and their types, in order."""
    return dict(_typed_pairs(nodes))


def _typed_pairs(nodes: Sequence[Node]) -> Iterator[tuple[str, list[str]]]:
    """Names and their types; a name may come several times."""
    waiting: list[str] = []
    rest = iter(nodes)
    for node in rest:
        if _word(node) != "-":
            waiting.append(_word(node))
            continue
        kind = next(rest)
        kinds = [kind.text] if isinstance(kind, Word) else [_word(item) for item in kind.items[1:]]
        yield from ((name, kinds) for name in waiting)
        waiting = []
    yield from ((name, ["object"]) for name in waiting)
