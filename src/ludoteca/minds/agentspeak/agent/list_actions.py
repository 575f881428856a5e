"""Internal actions on lists and sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludoteca.minds.agentspeak.agent.actions import Args, action, answers
from ludoteca.minds.agentspeak.agent.logical_formulas import Bindings
from ludoteca.minds.agentspeak.agent.terms import Key, Term, key_of, members_of, order_of, value_of

if TYPE_CHECKING:
    from ludoteca.minds.agentspeak.agent.reasoner import Reasoner


def _members(agent: Reasoner, at: Bindings, term: Term) -> list[Term]:
    members = [value_of(member, at.scope) for member in members_of(term, at.scope)]
    agent.check_size(len(members))
    return members


def _set(agent: Reasoner, at: Bindings, term: Term) -> dict[Key, Term]:
    return {key_of(member): member for member in _members(agent, at, term)}


def _ordered(members: dict[Key, Term]) -> tuple[Term, ...]:
    return tuple(sorted(members.values(), key=order_of))


@action(".prefix", 2)
def _prefix(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """The beginnings of a list, the longest first."""
    whole = tuple(_members(agent, at, args[1]))
    return answers(at, args[0], (whole[:end] for end in range(len(whole), -1, -1)))


@action(".suffix", 2)
def _suffix(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """The ends of a list, the longest first."""
    whole = tuple(_members(agent, at, args[1]))
    return answers(at, args[0], (whole[start:] for start in range(len(whole) + 1)))


@action(".delete", 3)
def _delete(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """A list without a member, wherever it occurs."""
    gone = key_of(value_of(args[0], at.scope))
    return answers(at, args[2], [tuple(one for one in _members(agent, at, args[1]) if key_of(one) != gone)])


@action(".union", 3)
def _union(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[2], [_ordered(_set(agent, at, args[0]) | _set(agent, at, args[1]))])


@action(".intersection", 3)
def _intersection(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    first, second = _set(agent, at, args[0]), _set(agent, at, args[1])
    return answers(at, args[2], [_ordered({key: one for key, one in first.items() if key in second})])


@action(".difference", 3)
def _difference(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    first, second = _set(agent, at, args[0]), _set(agent, at, args[1])
    return answers(at, args[2], [_ordered({key: one for key, one in first.items() if key not in second})])
