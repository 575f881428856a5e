"""What a plan's context, a rule or a condition asks of the beliefs."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from agentspeak import BinaryOp, Literal, Var

from ludoteca.minds.agentspeak.agent.terms import (
    NUMBERS,
    Failure,
    Scope,
    Term,
    Trail,
    found_among,
    is_settled,
    key_of,
    literal,
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

Internal = Callable[["Reasoner", "Bindings", tuple[Term, ...]], Iterator[None]]


class Bindings:
    """What the variables of one plan or rule stand for."""

    __slots__ = ("scope", "trail")

    def __init__(self) -> None:
        self.scope: Scope = {}
        self.trail: Trail = []


class Query(Protocol):
    """Something that can hold in several ways; each way is one step of `solve`, with its bindings made."""

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]: ...


class Always:
    """What holds anyway."""

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        yield


class Never:
    """What never holds."""

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        yield from ()


class Believed:
    """A literal that is believed, or follows by a rule."""

    def __init__(self, term: Term) -> None:
        self.term = term

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        scope, trail, term = at.scope, at.trail, self.term
        if isinstance(term, Var):
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
    """A literal that follows when a query holds."""

    def __init__(self, head: Term, query: Query) -> None:
        self.head = head
        self.query = query

    def solve(self, agent: Reasoner, at: Bindings, term: Term) -> Iterator[None]:
        """Answer in bindings of the rule's own, then tell those who ask what they did not know."""
        own = Bindings()
        told: list[tuple[Term, Term]] = []
        for mine, asked, value in zip(self.head.args, term.args, values_of(term.args, at.scope), strict=True):
            if not is_settled(value):
                told.append((asked, mine))
            if type(mine) is Var and mine not in own.scope:
                own.scope[mine] = value
            elif not unify(mine, value, own.scope, own.trail):
                return
        asked_for, answers = [asked for asked, _ in told], [mine for _, mine in told]
        for _ in self.query.solve(agent, own):
            mark = len(at.trail)
            found = values_of(answers, own.scope)
            if all(unify(asked, value, at.scope, at.trail) for asked, value in zip(asked_for, found, strict=True)):
                yield
            undo(at.scope, at.trail, mark)


class All:
    """Several queries at once, from left to right."""

    def __init__(self, parts: Sequence[Query]) -> None:
        self.parts = tuple(parts)

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        return self._solve(agent, at, 0)

    def _solve(self, agent: Reasoner, at: Bindings, first: int) -> Iterator[None]:
        mark = len(at.trail)
        for place in range(first, len(self.parts)):
            part = self.parts[place]
            if isinstance(part, Decided):
                if not part.holds(agent, at):
                    break
                continue
            for _ in part.solve(agent, at):
                yield from self._solve(agent, at, place + 1)
            break
        else:
            yield
        undo(at.scope, at.trail, mark)


class Either:
    """One query or another."""

    def __init__(self, left: Query, right: Query) -> None:
        self.left, self.right = left, right

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        yield from self.left.solve(agent, at)
        yield from self.right.solve(agent, at)


class Decided(ABC):
    """A query that holds in one way or not at all; if it does, what it binds stays bound until that is undone."""

    @abstractmethod
    def holds(self, agent: Reasoner, at: Bindings) -> bool: ...

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        mark = len(at.trail)
        if self.holds(agent, at):
            yield
        undo(at.scope, at.trail, mark)


class Not(Decided):
    """What cannot be shown."""

    def __init__(self, query: Query) -> None:
        self.query = query

    def holds(self, agent: Reasoner, at: Bindings) -> bool:
        mark, used = len(at.trail), len(agent.used)
        found = any(True for _ in self.query.solve(agent, at))
        undo(at.scope, at.trail, mark)
        del agent.used[used:]
        return not found


class Equal(Decided):
    """Two terms that can be made one."""

    def __init__(self, left: Term, right: Term) -> None:
        self.left, self.right = left, right

    def holds(self, agent: Reasoner, at: Bindings) -> bool:
        return unify(self.left, self.right, at.scope, at.trail)


class Taken:
    """``Literal =.. [name, [arguments], [annotations]]``, in either direction."""

    def __init__(self, whole: Term, parts: Term) -> None:
        self.whole, self.parts = whole, parts

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        mark = len(at.trail)
        whole = value_of(self.whole, at.scope)
        if isinstance(whole, Literal):
            found: Term = (literal(whole.functor), whole.args, whole.annots)
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
        return literal(name.functor, args, annots)


_COMPARED: dict[Any, Callable[[Any, Any], bool]] = {
    BinaryOp.op_lt: operator.lt,
    BinaryOp.op_le: operator.le,
    BinaryOp.op_gt: operator.gt,
    BinaryOp.op_ge: operator.ge,
}


class Compared(Decided):
    """Two terms in the order of all terms; numbers as numbers."""

    def __init__(self, sign: Any, left: Term, right: Term) -> None:
        self.sign, self.left, self.right = sign, left, right

    def holds(self, agent: Reasoner, at: Bindings) -> bool:
        return self._holds(*values_of((self.left, self.right), at.scope))

    def _holds(self, left: Term, right: Term) -> bool:
        if self.sign in (BinaryOp.op_eq, BinaryOp.op_ne):
            return bool(key_of(left) == key_of(right)) == (self.sign is BinaryOp.op_eq)
        if type(left) in NUMBERS and type(right) in NUMBERS:
            return bool(_COMPARED[self.sign](left, right))
        for side in (left, right):
            if isinstance(side, Var):
                raise Failure("unbound")
        return bool(_COMPARED[self.sign](order_of(left), order_of(right)))


class Called:
    """An internal action, such as ``.member(X, List)``; one that is not calm changes more than bindings."""

    def __init__(self, action: Internal, args: tuple[Term, ...], calm: bool) -> None:
        self.action, self.args, self.calm = action, args, calm

    def solve(self, agent: Reasoner, at: Bindings) -> Iterator[None]:
        agent.tick()
        if agent.looking_on and not self.calm:
            raise Failure("not_looked_at")
        mark = len(at.trail)
        for _ in self.action(agent, at, self.args):
            yield
            agent.tick()
        undo(at.scope, at.trail, mark)
