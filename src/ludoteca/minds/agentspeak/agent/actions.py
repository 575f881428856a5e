"""Internal actions, which a program calls with a dot before the name, as in Jason."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ludoteca.minds.agentspeak.agent.format import (
    fact_argument,
    format_output,
    format_short,
    format_term,
    printable,
)
from ludoteca.minds.agentspeak.agent.intentions import Wait
from ludoteca.minds.agentspeak.agent.logical_formulas import BeliefQuery, Bindings, InternalAction
from ludoteca.minds.agentspeak.agent.messages import PERFORMATIVES, OutgoingMessage
from ludoteca.minds.agentspeak.agent.plans import Event, bind
from ludoteca.minds.agentspeak.agent.terms import (
    NUMBERS,
    Failure,
    LinkedList,
    Literal,
    Term,
    Variable,
    compute,
    ground_of,
    is_ground,
    key_of,
    members_of,
    number_of,
    order_of,
    undo,
    value_of,
)

if TYPE_CHECKING:
    from ludoteca.minds.agentspeak.agent.reasoner import Reasoner

Args = tuple[Term, ...]
ACTIONS: dict[tuple[str, int | None], InternalAction] = {}
_IMPURE: set[str] = set()
_FIRST_DAY = datetime(2000, 1, 1)


def find(name: str, arity: int) -> InternalAction | None:
    """The action of that name and arity."""
    return ACTIONS.get((name, arity)) or ACTIONS.get((name, None))


def is_pure(name: str) -> bool:
    """Whether an action changes nothing but bindings."""
    return name not in _IMPURE


def suspends(name: str, arity: int) -> bool:
    """Whether an action suspends its plan, and so can only be a step of it."""
    return name == ".wait" or (name == ".send" and arity > 3)


def names() -> list[str]:
    """The names of all internal actions."""
    return sorted({name for name, _ in ACTIONS})


def action(name: str, *arities: int, pure: bool = True) -> Callable[[InternalAction], InternalAction]:
    """Register a function under a name, for these arities or for any; a pure one only binds variables."""
    if not pure:
        _IMPURE.add(name)

    def registered(function: InternalAction) -> InternalAction:
        for arity in arities or (None,):
            ACTIONS[name, arity] = function
        return function

    return registered


def answers(at: Bindings, term: Term, values: Iterable[Term]) -> Iterator[None]:
    """Bind a term to one value after another, with one answer for each."""
    for value in values:
        mark = len(at.trail)
        if bind(term, value, at):
            yield
        undo(at.scope, at.trail, mark)


def predicate(name: str, test: Callable[[Term], bool]) -> None:
    """Register a test of one argument."""

    def run(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
        if test(value_of(args[0], at.scope)):
            yield

    ACTIONS[name, 1] = run


# Output and messages


@action(".print", pure=False)
@action(".println", pure=False)
def _print(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    text = format_output([value_of(arg, at.scope) for arg in args])[:400]
    print(printable(text), file=sys.stderr, flush=True)
    agent.record("prints", agent.at[0], text)
    yield


@action(".my_name", 1)
def _my_name(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[0], [Literal(agent.name)])


@action(".all_names", 1)
def _all_names(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[0], [tuple(Literal(name) for name in sorted([agent.name, *agent.others]))])


@action(".send", 3, 4, 5, pure=False)
def _send(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    receivers = ground_of(args[0], at.scope)
    performative, content = _performative(args[1], at), value_of(args[2], at.scope)
    asks = len(args) > 3
    if asks and performative not in ("askOne", "askAll"):
        raise Failure("performative", performative=performative)
    everybody = [fact_argument(name) for name in (receivers if isinstance(receivers, tuple) else [receivers])]
    for receiver in everybody:
        if receiver not in agent.others:
            raise Failure("no_agent" if agent.others else "alone", name=str(receiver))
    if asks:
        value_of(args[3], at.scope)  # a sum that cannot be computed fails here, not when the answer comes
        agent.questions += 1
        until = agent.time + number_of(args[4], at.scope) if len(args) == 5 else None
        agent.wait(Wait(agent.time, until, reply=agent.questions, answer=args[3]))
    for receiver in everybody:
        agent.send(OutgoingMessage(str(receiver), performative, format_term(content), agent.questions if asks else 0))
    yield


@action(".broadcast", 2, pure=False)
def _broadcast(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    performative, content = _performative(args[0], at), value_of(args[1], at.scope)
    for receiver in agent.others:
        agent.send(OutgoingMessage(receiver, performative, format_term(content)))
    yield


def _performative(term: Term, at: Bindings) -> str:
    performative = str(fact_argument(ground_of(term, at.scope)))
    if performative not in PERFORMATIVES:
        raise Failure("performative", performative=performative)
    return performative


# Waiting


@action(".wait", 1, 2, 3)
def _wait(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """`.wait(1000)`, `.wait({+e})`, `.wait({+e}, 1000)`, which fails when time is up, `.wait({+e}, 1000, Elapsed)`."""
    event = args[0] if isinstance(args[0], Event) else None
    if event is not None:
        value_of(event.literal, at.scope)  # a sum that cannot be computed fails here, not when the event comes
    given = args[1:] if event is not None else args
    until = agent.time + max(0.0, number_of(given[0], at.scope)) if given else None
    elapsed = given[1] if len(given) > 1 else None
    agent.wait(Wait(agent.time, until, event, elapsed, fails=event is not None and elapsed is None))
    yield


# Lists


@action(".member", 2)
def _member(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[0], members_of(args[1], at.scope))


@action(".range", 3, 4)
def _range(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """`.range(X, 0, 7)`: X is each of 0 to 7, or each second one with a step of 2."""
    low, high, *step = (int(number_of(arg, at.scope)) for arg in args[1:])
    by = step[0] if step else 1
    if by == 0:
        raise Failure("no_step")
    return answers(at, args[0], range(low, high + (1 if by > 0 else -1), by))


@action(".findall", 3)
def _findall(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[2], [tuple(_solutions(agent, at, args[1], args[0]))])


@action(".setof", 3)
def _setof(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    unique = {key_of(term): term for term in _solutions(agent, at, args[1], args[0])}
    return answers(at, args[2], [tuple(sorted(unique.values(), key=order_of))])


@action(".count", 2)
def _count(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[1], [len(_solutions(agent, at, args[0], 0))])


def _solutions(agent: Reasoner, at: Bindings, question: Any, wanted: Term) -> list[Term]:
    """The value of a term in every answer to a question, in the order of the answers."""
    mark, used, found = len(at.trail), len(agent.used), []
    formula = question if hasattr(question, "solve") else BeliefQuery(question)
    for _ in formula.solve(agent, at):
        found.append(value_of(wanted, at.scope))
        agent.check_size(len(found))
    undo(at.scope, at.trail, mark)
    del agent.used[used:]
    return found


def _sorted(at: Bindings, term: Term) -> list[Term]:
    return sorted(members_of(term, at.scope), key=lambda member: order_of(value_of(member, at.scope)))


@action(".max", 2)
def _max(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[1], _sorted(at, args[0])[-1:])


@action(".min", 2)
def _min(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[1], _sorted(at, args[0])[:1])


@action(".sort", 2)
def _sort(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[1], [tuple(_sorted(at, args[0]))])


@action(".length", 2)
def _length(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    thing = value_of(args[0], at.scope)
    return answers(at, args[1], [len(thing if isinstance(thing, str) else members_of(args[0], at.scope))])


@action(".nth", 3)
def _nth(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """The member at a place, from 0; or the places a member is at."""
    members, place = members_of(args[1], at.scope), value_of(args[0], at.scope)
    if isinstance(place, Variable):
        return answers(at, (args[0], args[2]), enumerate(members))
    at_place = int(number_of(place, at.scope))
    if not 0 <= at_place < len(members):
        raise Failure("no_place", place=format_short(place))
    return answers(at, args[2], [members[at_place]])


@action(".reverse", 2)
def _reverse(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    thing = value_of(args[0], at.scope)
    return answers(at, args[1], [thing[::-1] if isinstance(thing, str) else members_of(args[0], at.scope)[::-1]])


@action(".concat")
def _concat(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    if not args:
        raise Failure("no_list", term=())
    parts = [value_of(arg, at.scope) for arg in args[:-1]]
    if all(map(_is_list, parts)):
        result: Term = tuple(member for arg in args[:-1] for member in members_of(arg, at.scope))
        agent.check_size(len(result))
    else:
        result = format_output(parts)
    return answers(at, args[-1], [result])


@action(".shuffle", 2, pure=False)
def _shuffle(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    members = list(members_of(args[0], at.scope))
    agent.random.shuffle(members)
    return answers(at, args[1], [tuple(members)])


@action(".random", 1, 2, pure=False)
def _random(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """`.random(X)`: a number below 1; `.random(List, X)`: one of its members."""
    if len(args) == 1:
        return answers(at, args[0], [agent.random.random()])
    members = members_of(args[0], at.scope)
    return answers(at, args[1], [agent.random.choice(members)] if members else [])


# Terms


@action(".term2string", 2)
def _term2string(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[1], [format_term(value_of(args[0], at.scope))])


@action(".abs", 2)
def _abs(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[1], [compute(abs, [number_of(args[0], at.scope)])])


@action(".floor", 2)
def _floor(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[1], [compute(math.floor, [number_of(args[0], at.scope)])])


@action(".substring", 2, 3)
def _substring(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    part, whole = (format_output([ground_of(arg, at.scope)]) for arg in args[:2])
    places = [place for place in range(len(whole) - len(part) + 1) if whole.startswith(part, place)]
    if len(args) == 3:
        yield from answers(at, args[2], places)
    elif places:
        yield


def _is_list(term: Term) -> bool:
    return isinstance(term, (tuple, LinkedList))


predicate(".atom", lambda term: isinstance(term, Literal) and not term.args and not term.annots)
predicate(".literal", lambda term: isinstance(term, Literal))
predicate(".list", _is_list)
predicate(".number", lambda term: type(term) in NUMBERS)
predicate(".string", lambda term: isinstance(term, str))
predicate(".structure", lambda term: isinstance(term, Literal) or _is_list(term))
predicate(".ground", is_ground)
predicate(".empty", lambda term: term in ("", ()))


# Time, by the agent's own clock


@action(".time", 3)
def _time(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    seconds = int(agent.time // 1000)
    clock = (seconds // 3600 % 24, seconds // 60 % 60, seconds % 60)
    return answers(at, tuple(args), [clock])


@action(".date", 3)
def _date(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """The day: a game begins on the first of January 2000."""
    day = _FIRST_DAY + timedelta(milliseconds=agent.time)
    return answers(at, tuple(args), [(day.year, day.month, day.day)])
