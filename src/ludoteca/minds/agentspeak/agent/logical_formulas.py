"""Logical formulas: contexts of plans, bodies of rules and conditions, as questions to an agent's beliefs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from ludoteca.minds.agentspeak.agent.operators import DIFFERENT, EQUAL, Operator
from ludoteca.minds.agentspeak.agent.terms import (
    NUMBERS,
    Failure,
    Literal,
    Scope,
    Term,
    Trail,
    Variable,
    found_among,
    is_settled,
    key_of,
    literal_of,
    match,
    members_of,
    order_of,
    undo,
    unify,
    value_of,
    values_of,
)

if TYPE_CHECKING:
    from ludoteca.minds.agentspeak.agent.reasoner import Reasoner

InternalAction = Callable[["Reasoner", "Bindings", tuple[Term, ...]], Iterator[None]]


class Bindings:
    """The bindings of the variables of one plan or rule."""

    __slots__ = ("scope", "trail")

    def __init__(self) -> None:
        self.scope: Scope = {}
        self.trail: Trail = []


class LogicalFormula(Protocol):
    """A formula that may hold in several ways; each is one step of `solve`, with its bindings made."""

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]: ...


class TrueFormula:
    """A formula that always holds."""

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        yield


class FalseFormula:
    """A formula that never holds."""

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        yield from ()


class BeliefQuery:
    """A literal that is believed, or that follows by a rule."""

    def __init__(self, term: Term) -> None:
        self.term = term

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        scope, trail, term = at.scope, at.trail, self.term
        if isinstance(term, Variable):
            term = value_of(term, scope)
            if isinstance(term, bool):
                if term:
                    yield
                return
            term = literal_of(term, scope)
        used = agent.used
        for belief in agent.beliefs.matching(term, scope):
            agent.tick()
            mark = len(trail)
            if match(term, belief, scope, trail):
                used.append(belief)
                if term.annots:
                    yield from found_among(term.annots, belief.annots, scope, trail)
                else:
                    yield
                used.pop()
            undo(scope, trail, mark)
        for rule in agent.rules.get((term.functor, len(term.args)), ()):
            agent.tick()
            yield from rule.solve(agent, at, term)


class Rule:
    """A literal that follows when the body holds."""

    def __init__(self, head: Term, body: LogicalFormula) -> None:
        self.head = head
        self.body = body

    def solve(self, agent: Reasoner, at: Bindings, term: Term) -> Iterator[None]:
        """Solve the body with bindings of its own, then bind the variables of the term that was asked."""
        own = Bindings()
        unbound: list[tuple[Term, Term]] = []
        for mine, asked, value in zip(self.head.args, term.args, values_of(term.args, at.scope), strict=True):
            if not is_settled(value):
                unbound.append((asked, mine))
            if type(mine) is Variable and mine not in own.scope:
                own.scope[mine] = value
            elif not unify(mine, value, own.scope, own.trail):
                return
        asked_for, answers = [asked for asked, _ in unbound], [mine for _, mine in unbound]
        for _ in self.body.solve(agent, own):
            mark = len(at.trail)
            found = values_of(answers, own.scope)
            if all(unify(asked, value, at.scope, at.trail) for asked, value in zip(asked_for, found, strict=True)):
                yield
            undo(at.scope, at.trail, mark)


class And:
    """A conjunction, from left to right."""

    def __init__(self, parts: Sequence[LogicalFormula]) -> None:
        self.parts = tuple(parts)

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        return self._solve(agent, at, 0)

    def _solve(self, agent: Reasoner, at: Bindings, first: int) -> Iterator[None]:
        mark = len(at.trail)
        for place in range(first, len(self.parts)):
            part = self.parts[place]
            if isinstance(part, Deterministic):
                if not part.holds(agent, at):
                    break
                continue
            for _ in part.solve(agent, at):
                yield from self._solve(agent, at, place + 1)
            break
        else:
            yield
        undo(at.scope, at.trail, mark)


class Or:
    """A disjunction: the answers of the left side, then those of the right."""

    def __init__(self, left: LogicalFormula, right: LogicalFormula) -> None:
        self.left, self.right = left, right

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        yield from self.left.solve(agent, at)
        yield from self.right.solve(agent, at)


class Deterministic(ABC):
    """A formula that holds in one way or not at all; its bindings stay until they are undone."""

    @abstractmethod
    def holds(self, agent: Reasoner, at: Bindings) -> bool: ...

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        mark = len(at.trail)
        if self.holds(agent, at):
            yield
        undo(at.scope, at.trail, mark)


class Not(Deterministic):
    """Negation as failure: a formula that cannot be shown."""

    def __init__(self, formula: LogicalFormula) -> None:
        self.formula = formula

    def holds(self, agent: Reasoner, at: Bindings) -> bool:
        mark, used = len(at.trail), len(agent.used)
        found = any(True for _ in self.formula.solve(agent, at))
        undo(at.scope, at.trail, mark)
        del agent.used[used:]
        return not found


class Unification(Deterministic):
    """``Left = Right``: two terms that can be unified."""

    def __init__(self, left: Term, right: Term) -> None:
        self.left, self.right = left, right

    def holds(self, agent: Reasoner, at: Bindings) -> bool:
        return unify(self.left, self.right, at.scope, at.trail)


class Decomposition:
    """``Literal =.. [name, [arguments], [annotations]]``, in either direction."""

    def __init__(self, whole: Term, parts: Term) -> None:
        self.whole, self.parts = whole, parts

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        mark = len(at.trail)
        whole = value_of(self.whole, at.scope)
        if isinstance(whole, Literal):
            found: Term = (Literal(whole.functor), whole.args, whole.annots)
            same = unify(self.parts, found, at.scope, at.trail)
        else:
            same = unify(self.whole, self._put_together(at), at.scope, at.trail)
        if same:
            yield
        undo(at.scope, at.trail, mark)

    def _put_together(self, at: Bindings) -> Term:
        parts = members_of(self.parts, at.scope)
        if len(parts) not in (2, 3):
            raise Failure("decompose")
        name = value_of(parts[0], at.scope)
        if not isinstance(name, Literal):
            raise Failure("decompose")
        args, annots = members_of(parts[1], at.scope), members_of(parts[2], at.scope) if len(parts) == 3 else ()
        return Literal(name.functor, args, annots)


class Comparison(Deterministic):
    """Two terms in the order of all terms; numbers as numbers."""

    def __init__(self, operator: Operator, left: Term, right: Term) -> None:
        self.operator, self.left, self.right = operator, left, right

    def holds(self, agent: Reasoner, at: Bindings) -> bool:
        return self._holds(*values_of((self.left, self.right), at.scope))

    def _holds(self, left: Term, right: Term) -> bool:
        if self.operator in (EQUAL, DIFFERENT):
            return bool(key_of(left) == key_of(right)) == (self.operator is EQUAL)
        compare = self.operator.compute
        assert compare is not None
        if type(left) in NUMBERS and type(right) in NUMBERS:
            return bool(compare(left, right))
        for side in (left, right):
            if isinstance(side, Variable):
                raise Failure("unbound")
        return bool(compare(order_of(left), order_of(right)))


class InternalActionCall:
    """An internal action, such as ``.member(X, List)``; a pure one changes nothing but bindings."""

    def __init__(self, action: InternalAction, args: tuple[Term, ...], pure: bool) -> None:
        self.action, self.args, self.pure = action, args, pure

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        agent.tick()
        if agent.pure_only and not self.pure:
            raise Failure("not_looked_at")
        mark = len(at.trail)
        for _ in self.action(agent, at, self.args):
            yield
            agent.tick()
        undo(at.scope, at.trail, mark)
