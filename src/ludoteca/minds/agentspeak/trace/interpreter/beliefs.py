"""Beliefs of the second interpreter, and the questions that are asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import ge, gt, le, lt
from typing import Any

from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.operators import Kind
from ludoteca.minds.agentspeak.trace.interpreter.terms import (
    Bindings,
    Fails,
    OpenList,
    Structure,
    Term,
    Unsupported,
    Variable,
    all_unified,
    annotated,
    is_ground,
    is_number,
    members,
    rank,
    resolved,
    term_of,
    unified,
    value,
)

Used = tuple[Structure, ...]
Answer = tuple[Bindings, Used]  # what makes a formula hold, and the beliefs that it rests on

SELF = Structure("source", (Structure("self"),))
PERCEPT = Structure("source", (Structure("percept"),))
_MOST_STEPS = 3_000_000
_ORDERED: dict[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


class Beliefs:
    """Beliefs in the order they came; one from several sources is kept once, with all of them."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], dict[Structure, tuple[Term, ...]]] = {}

    def own(self) -> set[Structure]:
        """The beliefs that are not percepts alone."""
        rows = (row for kept in self._known.values() for row in kept.items())
        return {bare for bare, annots in rows if annots != (PERCEPT,)}

    def add(self, belief: Structure) -> bool:
        """Add a belief or a source of one; whether that changed anything."""
        kept = self._known.setdefault((belief.functor, len(belief.args)), {})
        before = kept.get(belief.bare)
        after = (*(before or ()), *(annot for annot in belief.annots if annot not in (before or ())))
        kept[belief.bare] = after
        return before != after

    def remove(self, belief: Structure, annots: Sequence[Term]) -> bool:
        """Remove sources from a belief, and with the last one the belief; whether that changed anything."""
        kept = self._known[belief.functor, len(belief.args)]
        before = kept[belief.bare]
        after = tuple(annot for annot in before if annot not in annots)
        if after == before:
            return False
        if sources_of(Structure(belief.functor, (), after)):
            kept[belief.bare] = after
        else:
            del kept[belief.bare]
        return True

    def matching(self, pattern: Structure, bindings: Bindings) -> list[Structure]:
        """The beliefs that may be meant, the oldest first."""
        kept = self._known.get((pattern.functor, len(pattern.args)), {})
        wanted = [_known(arg, bindings) for arg in pattern.args]
        if all(isinstance(arg, tuple) for arg in wanted):
            bare = Structure(pattern.functor, tuple(arg[0] for arg in wanted if isinstance(arg, tuple)))
            return [Structure(bare.functor, bare.args, kept[bare])] if bare in kept else []
        return [
            Structure(bare.functor, bare.args, annots)
            for bare, annots in list(kept.items())
            if all(not isinstance(one, tuple) or one[0] == arg for one, arg in zip(wanted, bare.args, strict=True))
        ]


def _known(arg: Term, bindings: Bindings) -> tuple[Term] | None:
    """A number, a string or an atom that an argument stands for, in a tuple; None for anything else."""
    try:
        found = resolved(arg, bindings)
    except Fails:  # a sum of what is bound by an argument before it
        return None
    plain = is_number(found) or isinstance(found, str) or (isinstance(found, Structure) and not found.args)
    return (found.bare if isinstance(found, Structure) else found,) if plain else None


class Reasoning:
    """Answers logical formulas by beliefs and rules."""

    def __init__(self, program: tree.Program, name: str) -> None:
        self.name = name
        self.beliefs = Beliefs()
        self.steps = 0
        self._terms: dict[int, Term] = {}
        self._rules: dict[tuple[str, int], list[tuple[Structure, tree.Expression | None]]] = {}
        for rule in program.rules:
            self._add_rule(self.term(rule.head), rule.body)
        for node in program.beliefs:
            belief = self.term(node)
            if is_ground(value(belief, {})):
                self.beliefs.add(sourced(value(belief, {})))
            else:
                self._add_rule(belief, None)

    def _add_rule(self, head: Structure, body: tree.Expression | None) -> None:
        self._rules.setdefault((head.functor, len(head.args)), []).append((head, body))

    def term(self, node: tree.Expression) -> Term:
        """A node as a term; made once, so that its variables stay the same."""
        if id(node) not in self._terms:
            self._terms[id(node)] = term_of(node)
        return self._terms[id(node)]

    def tick(self) -> None:
        """Count a step; raises `Unsupported` when there are too many."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise Unsupported("steps")

    def solve(self, node: tree.Expression, bindings: Bindings) -> Iterator[Answer]:
        """Every way in which a formula holds; raises `Fails`."""
        match node:
            case tree.Constant():
                if node.value is True:
                    yield bindings, ()
            case tree.Variable():
                yield from self._by_value(value(self.term(node), bindings), bindings)
            case tree.Literal() if node.is_internal_action:
                for found in self._called(node, bindings):
                    yield found, ()
            case tree.Literal():
                yield from self.believed(self.term(node), bindings)
            case tree.Unary():
                if not any(True for _ in self.solve(node.operand, bindings)):
                    yield bindings, ()
            case tree.Binary() if node.operator.symbol == "&":
                for found, used in self.solve(node.left, bindings):
                    for last, more in self.solve(node.right, found):
                        yield last, (*used, *more)
            case tree.Binary() if node.operator.symbol == "|":
                yield from self.solve(node.left, bindings)
                yield from self.solve(node.right, bindings)
            case tree.Binary() if node.operator.symbol == "=":
                same = unified(self.term(node.left), self.term(node.right), bindings)
                if same is not None:
                    yield same, ()
            case tree.Binary() if node.operator.kind is Kind.COMPARISON:
                if self._compares(node, bindings):
                    yield bindings, ()
            case _:
                raise Unsupported(str(node))

    def _by_value(self, found: Term, bindings: Bindings) -> Iterator[Answer]:
        """A question that a variable stands for."""
        if found == Structure("true"):
            yield bindings, ()
        elif isinstance(found, Structure) and found != Structure("false"):
            yield from self.believed(found, bindings)
        elif not isinstance(found, Structure):
            raise Fails

    def believed(self, pattern: Structure, bindings: Bindings) -> Iterator[Answer]:
        """A literal that is believed, or follows by a rule."""
        for belief in self.beliefs.matching(pattern, bindings):
            self.tick()
            found = all_unified(pattern.args, belief.args, bindings)
            if found is not None:
                for whole in annotated(pattern.annots, belief.annots, found):
                    yield whole, (belief,)
        for head, body in self._rules.get((pattern.functor, len(pattern.args)), ()):
            self.tick()
            yield from self._by_rule(head, body, pattern, bindings)

    def _by_rule(
        self, head: Structure, body: tree.Expression | None, pattern: Structure, bindings: Bindings
    ) -> Iterator[Answer]:
        """The answers of a rule, whose variables are its own."""
        renamed: dict[Variable, Variable] = {}
        asked = tuple(value(arg, bindings, renamed) for arg in pattern.args)
        own = all_unified(head.args, asked, {})
        if own is None:
            return
        for found, used in self.solve(body, own) if body is not None else [(own, ())]:
            answers: dict[Variable, Variable] = {}
            results = tuple(value(arg, found, answers) for arg in head.args)
            whole = all_unified(pattern.args, results, bindings)
            if whole is not None:
                yield whole, used

    def _compares(self, node: tree.Binary, bindings: Bindings) -> bool:
        renamed: dict[Variable, Variable] = {}
        left, right = (value(self.term(side), bindings, renamed) for side in (node.left, node.right))
        symbol = node.operator.symbol
        if symbol in ("==", "\\=="):
            return bool(_plain(left) == _plain(right)) == (symbol == "==")
        compare = _ORDERED[symbol]
        if is_number(left) and is_number(right):
            return bool(compare(left, right))
        if isinstance(left, Variable) or isinstance(right, Variable):
            raise Fails
        return bool(compare(rank(left), rank(right)))

    # Internal actions

    def _called(self, node: tree.Literal, bindings: Bindings) -> Iterator[Bindings]:
        """The answers of an internal action that changes nothing but bindings."""
        name, args = node.functor, node.args
        if name in (".findall", ".setof", ".count"):
            yield from self._collected(node, bindings)
            return
        terms = [self.term(arg) for arg in args]
        match name, len(args):
            case ".member", 2:
                yield from _each(terms[0], members(terms[1], bindings), bindings)
            case ".range", 3:
                low, high = (_whole(term, bindings) for term in terms[1:])
                yield from _each(terms[0], range(low, high + 1), bindings)
            case ((".max" | ".min" | ".sort"), 2):
                ordered = sorted(members(terms[0], bindings), key=lambda member: rank(value(member, bindings)))
                found = {".max": ordered[-1:], ".min": ordered[:1], ".sort": [tuple(ordered)]}[name]
                yield from _each(terms[1], found, bindings)
            case ".length", 2:
                thing = resolved(terms[0], bindings)
                size = len(thing) if isinstance(thing, str) else len(members(terms[0], bindings))
                yield from _each(terms[1], [size], bindings)
            case ".nth", 3:
                yield from self._nth(terms, bindings)
            case ".reverse", 2:
                yield from _each(terms[1], [members(terms[0], bindings)[::-1]], bindings)
            case ".concat", _ if all(isinstance(resolved(term, bindings), tuple | OpenList) for term in terms[:-1]):
                whole = tuple(member for term in terms[:-1] for member in members(term, bindings))
                yield from _each(terms[-1], [whole], bindings)
            case ((".union" | ".intersection" | ".difference"), 3):
                first, second = (_set(members(term, bindings), bindings) for term in terms[:2])
                kept = {
                    ".union": {**first, **second},
                    ".intersection": {key: one for key, one in first.items() if key in second},
                    ".difference": {key: one for key, one in first.items() if key not in second},
                }[name]
                yield from _each(terms[2], [tuple(sorted(kept.values(), key=rank))], bindings)
            case ".abs", 2:
                yield from _each(terms[1], [abs(_number(terms[0], bindings))], bindings)
            case ".floor", 2:
                yield from _each(terms[1], [int(_number(terms[0], bindings) // 1)], bindings)
            case ".my_name", 1:
                yield from _each(terms[0], [Structure(self.name)], bindings)
            case ((".print" | ".println"), _):
                yield bindings
            case ".fail", 0:
                raise Fails
            case _ if name in _TESTS and len(args) == 1:
                if _TESTS[name](value(terms[0], bindings)):
                    yield bindings
            case _:
                raise Unsupported(name)

    def _collected(self, node: tree.Literal, bindings: Bindings) -> Iterator[Bindings]:
        """All answers to a question, as a list or counted."""
        name, args = node.functor, node.args
        question, shown = (args[0], None) if name == ".count" else (args[1], self.term(args[0]))
        found = [0 if shown is None else value(shown, each) for each, _ in self.solve(question, bindings)]
        if name == ".setof":
            found = sorted({_plain(each): each for each in found}.values(), key=rank)
        result = len(found) if name == ".count" else tuple(found)
        yield from _each(self.term(args[-1]), [result], bindings)

    def _nth(self, terms: Sequence[Term], bindings: Bindings) -> Iterator[Bindings]:
        whole, place = members(terms[1], bindings), resolved(terms[0], bindings)
        if isinstance(place, Variable):
            yield from _each((terms[0], terms[2]), list(enumerate(whole)), bindings)
        elif 0 <= _whole(place, bindings) < len(whole):
            yield from _each(terms[2], [whole[_whole(place, bindings)]], bindings)
        else:
            raise Fails


_TESTS: dict[str, Callable[[Term], bool]] = {
    ".atom": lambda term: isinstance(term, Structure) and not term.args and not term.annots,
    ".literal": lambda term: isinstance(term, Structure),
    ".list": lambda term: isinstance(term, tuple | OpenList),
    ".number": is_number,
    ".string": lambda term: isinstance(term, str),
    ".ground": is_ground,
    ".empty": lambda term: term in ("", ()),
}


def sources_of(belief: Structure) -> list[Term]:
    """The annotations that tell where a belief comes from."""
    return [annot for annot in belief.annots if isinstance(annot, Structure) and annot.functor == "source"]


def sourced(belief: Structure) -> Structure:
    """A belief with the annotation that the agent has it from itself, unless it says where it has it from."""
    return belief if sources_of(belief) else Structure(belief.functor, belief.args, (*belief.annots, SELF))


def _each(term: Term, values: Sequence[Term] | range, bindings: Bindings) -> Iterator[Bindings]:
    """Bind a term to one value after another."""
    for one in values:
        found = unified(term, one, bindings)
        if found is not None:
            yield found


def _set(found: Sequence[Term], bindings: Bindings) -> dict[Term, Term]:
    """The values of the members of a list, each once."""
    return {_plain(one): one for one in (value(member, bindings) for member in found)}


def _number(term: Term, bindings: Bindings) -> float:
    found = resolved(term, bindings)
    if not is_number(found):
        raise Fails
    return float(found)


def _whole(term: Term, bindings: Bindings) -> int:
    return int(_number(term, bindings))


def _plain(term: Term) -> Term:
    """A value without annotations, so that it can be compared."""
    if isinstance(term, Structure):
        return Structure(term.functor, tuple(map(_plain, term.args)))
    return tuple(map(_plain, term)) if isinstance(term, tuple) else term
