"""Internal actions about beliefs, goals and intentions; and the directory of services, which knows one agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ludoteca.minds.agentspeak.agent.actions import Args, action, answers
from ludoteca.minds.agentspeak.agent.intentions import Intention
from ludoteca.minds.agentspeak.agent.logical_formulas import Bindings
from ludoteca.minds.agentspeak.agent.plans import Event
from ludoteca.minds.agentspeak.agent.terms import (
    PERCEPT,
    Failure,
    Literal,
    Term,
    ground_of,
    literal_of,
    unifies,
)

if TYPE_CHECKING:
    from ludoteca.minds.agentspeak.agent.reasoner import Reasoner


@action(".abolish", 1, pure=False)
def _abolish(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """Remove every matching belief that is not a percept; that is no event."""
    pattern = literal_of(args[0], at.scope)
    for belief in list(agent.beliefs.matching(pattern, {})):
        agent.tick()
        if unifies(pattern, belief):
            agent.beliefs.remove(belief, [annot for annot in belief.annots if annot != PERCEPT])
    yield


def _about(term: Term, at: Bindings) -> Callable[[Event], bool]:
    goal = literal_of(term, at.scope)
    return lambda event: bool(event.is_goal and unifies(goal, event.literal))


@action(".drop_intention", 0, 1, pure=False)
@action(".drop_desire", 1, pure=False)
def _drop(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    if args:
        agent.drop(_about(args[0], at))
    elif agent.running is not None:
        dropped = agent.running
        agent.drop(lambda event: any(frame.event is event for frame in dropped.frames))
    yield


@action(".drop_all_intentions", 0, pure=False)
def _drop_all_intentions(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    agent.drop_all()
    yield


@action(".drop_all_desires", 0, pure=False)
def _drop_all_desires(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    agent.drop_all()
    agent.events.clear()
    yield


@action(".drop_all_events", 0, pure=False)
def _drop_all_events(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    agent.events.clear()
    yield


@action(".intend", 1)
def _intend(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    if any(intention.pursues(_about(args[0], at)) for intention in agent.intentions):
        yield


@action(".desire", 1)
def _desire(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    wanted = _about(args[0], at)
    if any(intention.pursues(wanted) for intention in agent.intentions) or any(map(wanted, agent.events)):
        yield


@action(".succeed_goal", 1, pure=False)
def _succeed_goal(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    wanted = _about(args[0], at)
    for intention in agent.intentions:
        cut = _first(intention, wanted)
        if cut is not None:
            del intention.frames[cut + 1 :]
            intention.top.blocks.clear()
            agent.resume(intention)
    yield


@action(".fail_goal", 1, pure=False)
def _fail_goal(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    wanted = _about(args[0], at)
    for intention in list(agent.intentions):
        cut = _first(intention, wanted)
        if cut is not None:
            del intention.frames[cut + 1 :]
            agent.resume(intention)
            agent.give_up(intention, Failure("told_to"))
    yield


def _first(intention: Intention, wanted: Callable[[Event], bool]) -> int | None:
    return next((place for place, frame in enumerate(intention.frames) if wanted(frame.event)), None)


@action(".fail", 0)
def _fail(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    raise Failure("told_to")
    yield


@action(".suspend", 0, 1, pure=False)
def _suspend(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """Suspend the intentions for a goal, or the one under way, until `.resume`."""
    running = agent.running
    if args:
        agent.suspend(_about(args[0], at))
    elif running is not None:
        agent.suspend(lambda event: any(frame.event is event for frame in running.frames))
    yield


@action(".resume", 1, pure=False)
def _resume(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    agent.unsuspend(_about(args[0], at))
    yield


@action(".suspended", 2)
def _suspended(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """Whether an intention for a goal is suspended; the second argument is the reason."""
    wanted = _about(args[0], at)
    if any(one.waiting is not None and one.waiting.suspended and one.pursues(wanted) for one in agent.intentions):
        yield from answers(at, args[1], ["suspended"])


@action(".current_intention", 1)
def _current_intention(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """The intention under way, as `intention(Number, Goals)`: the goals from the last to the first."""
    if agent.running is None:
        return iter(())
    number = list(agent.intentions).index(agent.running) + 1 if agent.running in agent.intentions else 0
    goals = tuple(frame.event.literal for frame in reversed(agent.running.frames))
    return answers(at, args[0], [Literal("intention", (number, goals))])


@action(".stopMAS", 0, 1, 2, pure=False)
def _stop(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """End all that the agent does; the others and the game go on."""
    agent.drop(lambda event: True)
    agent.events.clear()
    yield


@action(".df_register", 1, 2, pure=False)
@action(".df_deregister", 1, 2, pure=False)
@action(".df_subscribe", 1, 2, pure=False)
def _directory(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    """Does nothing: there is no directory; agents have messages, and the game tells who plays."""
    ground_of(args[0], at.scope)
    yield


@action(".df_search", 2, 3)
def _directory_search(agent: Reasoner, at: Bindings, args: Args) -> Iterator[None]:
    return answers(at, args[-1], [()])
