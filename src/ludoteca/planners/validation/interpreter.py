"""A referee that plays a plan by the words of the problem: nothing is grounded, nothing worked out before it is asked.

It goes through the brackets of domain and problem as they stand, with a set of facts and a table of numbers. It is
slow and simple, shares nothing with the referee of the games but the brackets, and reads what pymimir cannot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add, eq, ge, gt, le, lt, mul, sub, truediv

from ludoteca.rules.planning.s_expressions import Group, Node, Word, read_text

Words = tuple[str, ...]
Names = Mapping[str, str]  # what variables stand for

_CALCULATE = {"+": add, "-": sub, "*": mul, "/": truediv}
_COMPARE = {"<": lt, "<=": le, "=": eq, ">=": ge, ">": gt}


class Plainly:
    """A problem, and where it is now."""

    def __init__(self, domain: str, problem: str) -> None:
        self.above: dict[str, list[str]] = {}
        self.things: dict[str, list[str]] = {}
        self.actions: dict[str, dict[str, Node]] = {}
        self.facts: set[Words] = set()
        self.numbers: dict[Words, Fraction] = {}
        self.goal: Node = Group((), 0)
        self.metric: Node | None = None
        self.steps = 0
        for text in (domain, problem):
            for section in read_text(text, "").items[2:]:
                assert isinstance(section, Group)
                self._section(section)

    # Reading

    def _section(self, section: Group) -> None:
        rest = section.items[1:]
        match section.head:
            case ":types":
                self.above.update(_typed(rest))
            case ":constants" | ":objects":
                self.things.update(_typed(rest))
            case ":action":
                self.actions[_word(rest[0])] = {
                    _word(key): part for key, part in zip(rest[1::2], rest[2::2], strict=True)
                }
            case ":init":
                for node in rest:
                    self._begin(node)
            case ":goal":
                self.goal = rest[0]
            case ":metric":
                self.metric = rest[1]

    def _begin(self, node: Node) -> None:
        assert isinstance(node, Group)
        if node.head == "=":
            self.numbers[_atom(node.items[1], {})] = Fraction(_word(node.items[2]))
        elif node.head != "not":
            self.facts.add(_atom(node, {}))

    def _is(self, thing: str, kinds: list[str]) -> bool:
        seen, pending = {"object"}, list(self.things[thing])
        while pending:
            kind = pending.pop()
            if kind not in seen:
                seen.add(kind)
                pending += self.above.get(kind, [])
        return not seen.isdisjoint(kinds)

    def _all(self, parameters: Node, names: Names) -> Iterator[Names]:
        """All that some variables can stand for."""
        typed = _typed(_items(parameters))
        fitting = [[thing for thing in self.things if self._is(thing, kinds)] for kinds in typed.values()]
        for values in product(*fitting):
            yield {**names, **dict(zip(typed, values, strict=True))}

    # Playing

    def step(self, action: str, args: Sequence[str]) -> bool:
        """Take a step; whether it can be taken."""
        parts = self.actions[action]
        typed = _typed(_items(parts.get(":parameters", Group((), 0))))
        if len(typed) != len(args) or not all(
            self._is(arg, kinds) for arg, kinds in zip(args, typed.values(), strict=True)
        ):
            return False
        names = dict(zip(typed, args, strict=True))
        if not self._holds(parts.get(":precondition", Group((), 0)), names):
            return False
        coming, going = set[Words](), set[Words]()
        set_to, more = dict[Words, Fraction](), dict[Words, Fraction]()
        for effect, bound in self._effects(parts.get(":effect", Group((), 0)), names):
            if effect.head == "not":
                going.add(_atom(effect.items[1], bound))
            elif effect.head in ("assign", "increase", "decrease", "scale-up", "scale-down"):
                if not self._change(effect, bound, set_to, more):
                    return False
            else:
                coming.add(_atom(effect, bound))
        self.facts = self.facts - going | coming
        self.numbers.update(set_to)
        for fluent, amount in more.items():
            self.numbers[fluent] += amount
        self.steps += 1
        return True

    def _change(self, effect: Group, names: Names, set_to: dict[Words, Fraction], more: dict[Words, Fraction]) -> bool:
        """Note what becomes of a number; whether that can be: nothing is set and changed at once."""
        fluent, amount = _atom(effect.items[1], names), self._value(effect.items[2], names)
        if fluent in set_to or (fluent in more and effect.head not in ("increase", "decrease")):
            return False
        match effect.head:
            case "assign":
                set_to[fluent] = amount
            case "increase":
                more[fluent] = more.get(fluent, Fraction(0)) + amount
            case "decrease":
                more[fluent] = more.get(fluent, Fraction(0)) - amount
            case "scale-up":
                set_to[fluent] = self.numbers[fluent] * amount
            case _:
                set_to[fluent] = self.numbers[fluent] / amount
        return True

    def _effects(self, node: Node, names: Names) -> Iterator[tuple[Group, Names]]:
        """What happens, one by one, where it happens."""
        assert isinstance(node, Group)
        match node.head:
            case "" | "and":
                for part in node.items[1:]:
                    yield from self._effects(part, names)
            case "forall":
                for bound in self._all(node.items[1], names):
                    yield from self._effects(node.items[2], bound)
            case "when":
                if self._holds(node.items[1], names):
                    yield from self._effects(node.items[2], names)
            case _:
                yield node, names

    @property
    def finished(self) -> bool:
        return self._holds(self.goal, {})

    @property
    def cost(self) -> Fraction:
        """What the metric says; the number of steps where there is none."""
        return Fraction(self.steps) if self.metric is None else self._value(self.metric, {})

    # Asking

    def _holds(self, node: Node, names: Names) -> bool:
        assert isinstance(node, Group)
        head, rest = node.head, node.items[1:]
        match head:
            case "" | "and":
                return all(self._holds(part, names) for part in rest)
            case "or":
                return any(self._holds(part, names) for part in rest)
            case "not":
                return not self._holds(rest[0], names)
            case "imply":
                return not self._holds(rest[0], names) or self._holds(rest[1], names)
            case "forall":
                return all(self._holds(rest[1], bound) for bound in self._all(rest[0], names))
            case "exists":
                return any(self._holds(rest[1], bound) for bound in self._all(rest[0], names))
        if head == "=" and all(isinstance(side, Word) and self._thing(side, names) in self.things for side in rest):
            return self._thing(rest[0], names) == self._thing(rest[1], names)
        if head in _COMPARE:
            return bool(_COMPARE[head](self._value(rest[0], names), self._value(rest[1], names)))
        return _atom(node, names) in self.facts

    def _thing(self, node: Node, names: Names) -> str:
        word = _word(node)
        return names.get(word, word)

    def _value(self, node: Node, names: Names) -> Fraction:
        if isinstance(node, Word):
            return self.numbers[(node.text,)] if (node.text,) in self.numbers else Fraction(node.text)
        if node.head not in _CALCULATE:
            return self.numbers[_atom(node, names)]
        first, *others = (self._value(part, names) for part in node.items[1:])
        if node.head == "-" and not others:
            return -first
        return reduce(_CALCULATE[node.head], others, first)


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
    found: dict[str, list[str]] = {}
    waiting: list[str] = []
    rest = iter(nodes)
    for node in rest:
        if _word(node) != "-":
            waiting.append(_word(node))
            continue
        kind = next(rest)
        kinds = [kind.text] if isinstance(kind, Word) else [_word(item) for item in kind.items[1:]]
        found.update(dict.fromkeys(waiting, kinds))
        waiting = []
    return {**found, **{name: ["object"] for name in waiting}}
