"""The reasoning cycle: events become intentions, intentions take turns, step by step, on a clock of their own."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress

from agentspeak import Trigger

from ludoteca.minds.agentspeak.agent.beliefs import Beliefs
from ludoteca.minds.agentspeak.agent.intentions import Candidate, Frame, Intention, Wait, worth_naming
from ludoteca.minds.agentspeak.agent.ledger import Exhausted, Ledger
from ludoteca.minds.agentspeak.agent.plans import Event, Formula, Kind, Plan, Stated, believe, binds, forget
from ludoteca.minds.agentspeak.agent.queries import Bindings, Rule
from ludoteca.minds.agentspeak.agent.terms import (
    PERCEPT,
    SELF,
    Failure,
    Term,
    annotated,
    fits,
    found_among,
    literal,
    sources_of,
    undo,
    unify,
    value_of,
)
from ludoteca.minds.agentspeak.agent.writing import reasons, shown

_MOST_INTENTIONS = 10_000
_LOOKED_AT = 400  # choices of a plan for which the other plans' contexts are looked at too, for the explanation …
_LOOK = 500  # … each in so many steps


class Reasoner(Ledger):
    """One agent: its beliefs, its plans, its intentions."""

    def __init__(self, name: str, seed: int = 0) -> None:
        super().__init__()
        self.name = name
        self.others: list[str] = []
        self.beliefs = Beliefs()
        self.rules: dict[tuple[str, int], list[Rule]] = {}
        self.plans: dict[Kind, list[Plan]] = {}
        self.events: deque[Event] = deque()
        self.intentions: dict[Intention, None] = {}  # in the order they were taken up
        self._ready: dict[Intention, None] = {}  # those that do not wait, in the order of their turns
        self._held: Intention | None = None  # one that must not be interrupted
        self._listening: dict[Kind, dict[Intention, None]] = {}  # those that wait for an event
        self.random = random.Random(seed)
        self.used: list[Term] = []  # beliefs the query under way rests on
        self.running: Intention | None = None
        self.acting: tuple[Intention, Term, Formula] | None = None
        self.patient = False  # whether it has plans that must not be interrupted
        self.looking_on = False  # at contexts, for the explanation only
        self.asked = 0
        self._looked = 0

    def begin_run(self, steps: int, seconds: float) -> None:
        super().begin_run(steps, seconds)
        self._looked = 0

    # Perceiving

    def perceive(self, gone: Iterable[Term], come: Iterable[Term]) -> None:
        """The world has changed."""
        for percept in gone:
            if self.beliefs.remove(percept, [PERCEPT]):
                self.post(forget(annotated(percept, PERCEPT)))
        for percept in come:
            belief = annotated(percept, PERCEPT)
            if self.beliefs.add(belief):
                self.post(believe(belief))

    def post(self, event: Event) -> None:
        """An event from outside: it wakes who waits for it, and may become an intention."""
        self._wake(event)
        if event.kind in self.plans:
            self.events.append(event)
        elif event.is_goal:
            self.tell_failure("failed", 0, str(event), self._no_plan(event))

    def _wake(self, event: Event) -> None:
        for intention in list(self._listening.get(event.kind, ())):
            wait, frame = intention.waiting, intention.top
            assert wait is not None and wait.event is not None
            if fits(wait.event.literal, event.literal, frame.scope, frame.trail):
                self.resume(intention)

    def resume(self, intention: Intention) -> None:
        """What an intention waited for has come, or will not be waited for any more."""
        wait = intention.waiting
        if wait is None:
            return
        intention.waiting = None
        self._ready[intention] = None
        if wait.event is not None:
            self._listening[wait.event.kind].pop(intention, None)
        if wait.elapsed is not None:
            with suppress(Failure):
                binds(wait.elapsed, self.time - wait.since, intention.top)

    def _end(self, intention: Intention) -> None:
        self.resume(intention)
        self.intentions.pop(intention, None)
        self._ready.pop(intention, None)

    # Believing

    def believe(self, belief: Term, intention: Intention, formula: Formula) -> None:
        """A plan adds a belief."""
        if not sources_of(belief):
            belief = annotated(belief, SELF)
        if self.beliefs.add(belief):
            self.weigh(self.beliefs.count)
            self.react(believe(belief), intention, formula)

    def forget(self, pattern: Term, at: Bindings) -> Event | None:
        """A plan takes back the first belief of its own that matches; there may be none. The event that is."""
        sources = sources_of(pattern) or [SELF]
        for belief in self.beliefs.matching(pattern, at.scope):
            self.tick()
            mark = len(at.trail)
            if fits(pattern, belief, at.scope, at.trail) and self.beliefs.remove(belief, sources):
                return forget(belief)
            undo(at.scope, at.trail, mark)
        return None

    def react(self, event: Event, intention: Intention, formula: Formula) -> None:
        """What a plan did to the beliefs is an event too; a plan for it comes first."""
        self._wake(event)
        if event.kind in self.plans:
            frame = self._frame(event)
            if frame is not None:
                self._push(frame, intention, formula, None)

    # Choosing plans

    def pursue(self, event: Event, intention: Intention, formula: Stated) -> None:
        """A plan wants a goal achieved before it goes on."""
        self._wake(event)
        frame = self._frame(event)
        if frame is None:
            raise self._no_plan(event)
        self._push(frame, intention, formula, formula.term)

    def _no_plan(self, event: Event) -> Failure:
        return Failure("not_applicable" if event.kind in self.plans else "no_plan", goal=str(event))

    def _push(self, frame: Frame, intention: Intention, formula: Formula, caller: Term | None) -> None:
        frame.caller, frame.asked_by = caller, intention.top.note(formula)
        frame.asked_by.below = frame
        intention.frames.append(frame)
        if len(intention.frames) > _MOST_INTENTIONS:
            raise Exhausted("depth", _MOST_INTENTIONS)

    def _frame(self, event: Event) -> Frame | None:
        """The first plan about an event whose context holds, ready to be carried out."""
        asking, self.used = self.used, []
        look_on = self._looked < _LOOKED_AT
        self._looked += 1
        candidates: list[Candidate] = []
        chosen: Frame | None = None
        for plan in self.plans.get(event.kind, ()):
            self.tick()
            frame = Frame(event, plan)
            if not self._relevant(plan, event, frame):
                continue
            if chosen is None:
                applicable: bool | None = self._applicable(frame)
                chosen = frame if applicable else None
            else:
                applicable = self._looked_at(frame) if look_on else None
            candidates.append(Candidate(plan, applicable))
        if chosen is not None:
            chosen.candidates = candidates
        self.used = asking
        return chosen

    def _relevant(self, plan: Plan, event: Event, frame: Frame) -> bool:
        head, literal = plan.event.literal, event.literal
        if not unify(head, literal, frame.scope, frame.trail):
            return False
        return any(True for _ in found_among(head.annots, literal.annots, frame.scope, frame.trail))

    def _applicable(self, frame: Frame) -> bool:
        self.used.clear()
        before, self.at = self.at, (frame.plan.line, frame.plan.text)
        try:
            for _ in frame.plan.context.solve(self, frame):
                frame.used = worth_naming(self.used)
                self.at = before
                return True
        except Failure as failure:
            self.tell_failure("unclear", frame.plan.line, frame.plan.text, failure)
        self.at = before
        return False

    def _looked_at(self, frame: Frame) -> bool | None:
        """Whether a plan that is not needed would be applicable: found out without a trace, or not at all."""
        steps, allowed = self.steps, self.allowed
        self.allowed, self.looking_on = steps + _LOOK, True
        try:
            return any(True for _ in frame.plan.context.solve(self, frame))
        except (Failure, Exhausted, RecursionError):
            return None
        finally:
            self.steps, self.allowed, self.looking_on = steps, allowed, False

    # The cycle

    def run(self) -> bool:
        """Reason until there is something to do in the world, or nothing at all for now; whether there is."""
        while self.acting is None:
            if self.events:
                self._take_up(self.events.popleft())
            intention = self._next_ready()
            if intention is not None:
                self._step(intention)
            elif not self.events:
                return False
        return True

    @property
    def next_time(self) -> float | None:
        """When something would happen by itself; None if nothing would."""
        waits = (intention.waiting for intention in self.intentions)
        return min((wait.until for wait in waits if wait is not None and wait.until is not None), default=None)

    def advance(self, time: float) -> None:
        """Time has passed: those whose wait is over go on, or fail."""
        self.time = time
        for intention in list(self.intentions):
            wait = intention.waiting
            if wait is None or wait.until is None or wait.until > time:
                continue
            self.resume(intention)
            if wait.answer is not None:
                binds(wait.answer, literal("timeout"), intention.top)
            if wait.fails:
                frame = intention.top
                self._fail(intention, frame.blocks[-1].formulas[frame.blocks[-1].at - 1], Failure("timeout"))

    def _take_up(self, event: Event) -> None:
        """An event from outside becomes an intention, if there is a plan for it."""
        frame = self._frame(event)
        if frame is not None:
            if len(self.intentions) == _MOST_INTENTIONS:
                raise Exhausted("intentions", _MOST_INTENTIONS)
            intention = Intention([frame], root=event)
            self.intentions[intention] = None
            self._ready[intention] = None
            self.tell("intends", frame.plan.line, str(event))
        elif event.is_goal:
            last = self.plans[event.kind][-1]
            self.tell_failure("failed", last.line, str(event), self._no_plan(event))

    def _next_ready(self) -> Intention | None:
        """They take turns; one that must not be interrupted keeps its."""
        if self._held is not None and self._held in self._ready and self._held.atomic:
            return self._held
        intention = next(iter(self._ready), None)
        if intention is not None:
            del self._ready[intention]
            self._ready[intention] = None
            self._held = intention if self.patient else None
        return intention

    def _step(self, intention: Intention) -> None:
        frame = intention.top
        self.at, self.running = (frame.plan.line, frame.plan.text), intention
        formula: Formula | None = None
        try:
            if not frame.blocks:
                self._finish(intention, frame)
                return
            block = frame.blocks[-1]
            if block.at == len(block.formulas):
                self.at = block.line or frame.plan.line, frame.plan.text
                self.tick()
                if not block.again(self, frame):
                    frame.blocks.pop()
                return
            formula = block.formulas[block.at]
            block.at += 1
            self._take(formula, intention, frame)
        except Failure as failure:
            if intention.frames and intention.top is frame:  # it may have ended itself
                self._fail(intention, formula, failure)

    def _take(self, formula: Formula, intention: Intention, frame: Frame) -> None:
        self.at = formula.line, frame.plan.text
        self.tick()
        self.used.clear()
        note = frame.note(formula)
        note.count += 1
        try:
            formula.run(self, intention, frame)
        finally:
            note.used, note.bound = worth_naming(self.used), len(frame.trail)

    def _finish(self, intention: Intention, frame: Frame) -> None:
        """A plan is done: those who asked for it hear what its variables stand for."""
        intention.frames.pop()
        _forget_details(frame)
        if not intention.frames:
            self._end(intention)
        elif frame.caller is not None:
            result = value_of(frame.event.literal, frame.scope)
            below = intention.top
            if not unify(frame.caller, result, below.scope, below.trail):
                self._fail(intention, None, Failure("result", term=result))
            elif frame.asked_by is not None:
                frame.asked_by.bound = len(below.trail)

    def give_up(self, intention: Intention, failure: Failure) -> None:
        """The goal on top of an intention is taken for failed."""
        self._fail(intention, None, failure)

    def _fail(self, intention: Intention, formula: Formula | None, failure: Failure) -> None:
        """Look for a plan that deals with the failure, from the goal at hand down to the first one."""
        frame = intention.top
        line = formula.line if formula is not None else frame.plan.line
        if formula is not None:
            frame.note(formula).failed = True
        self.tell_failure("failed", line, frame.plan.text, failure)
        why = _error(failure, line)
        while intention.frames:
            frame = intention.frames.pop()
            event = frame.event
            if not (event.is_goal and event.trigger is Trigger.addition):
                continue
            failed = annotated(value_of(event.literal, {}), *why)
            recovery = self._frame(Event(Trigger.removal, event.goal, failed))
            if recovery is not None:
                recovery.caller, recovery.asked_by = frame.caller, frame.asked_by
                intention.frames.append(recovery)
                self.tell("recovers", recovery.plan.line, str(recovery.event))
                return
        self._end(intention)
        self.tell("given_up", line, str(intention.root))

    # Acting

    def act(self, action: Term, intention: Intention, formula: Formula) -> None:
        """Something is to be done in the world; the plan goes on when the world has answered."""
        self._suspend(intention, Wait(self.time))
        self.acting = intention, action, formula
        self.tell("acts", formula.line, shown(action))

    def acted(self, refusal: str | None) -> None:
        """The world has answered: it is done, or it is refused with a reason."""
        assert self.acting is not None
        intention, action, formula = self.acting
        self.acting = None
        self.resume(intention)
        if intention not in self.intentions:  # it was dropped meanwhile
            return
        if refusal is not None:
            self.tell("refused", formula.line, shown(action), reason=refusal)
            self._fail(intention, formula, Failure("refused", term=action, why=refusal))

    def wait(self, wait: Wait) -> None:
        """The plan under way goes on when the wait is over."""
        assert self.running is not None
        self._suspend(self.running, wait)

    def _suspend(self, intention: Intention, wait: Wait) -> None:
        intention.waiting = wait
        self._ready.pop(intention, None)
        if wait.event is not None:
            self._listening.setdefault(wait.event.kind, {})[intention] = None

    def drop(self, wanted: Callable[[Event], bool]) -> None:
        """Let go of intentions for such goals, and of what is asked for and not taken up yet."""
        for intention in [one for one in self.intentions if one.mentions(wanted)]:
            self._end(intention)
        self.events = deque(event for event in self.events if not wanted(event))

    def drop_all(self) -> None:
        """Let go of every intention but the one at work."""
        for intention in [one for one in self.intentions if one is not self.running]:
            self._end(intention)


# What Jason calls the ways a plan can fail.
_ERRORS = {
    "no_plan": "no_relevant",
    "not_applicable": "no_applicable",
    "not_believed": "test_goal_failed",
    "refused": "action_failed",
    "timeout": "wait_timeout",
}


def _error(failure: Failure, line: int) -> list[Term]:
    """What a plan for the failure may ask about it, as annotations."""
    told = ", ".join(str(value) for name, value in reasons(failure).items() if name != "why")
    return [
        literal("error", [literal(_ERRORS.get(failure.kind, "ia_failed"))]),
        literal("error_msg", [f"{failure.kind}: {told}" if told else failure.kind]),
        literal("code_line", [line]),
    ]


def _forget_details(frame: Frame) -> None:
    """What was done two levels down is not told any more."""
    for note in frame.notes.values():
        if note.below is not None:
            for detail in note.below.notes.values():
                detail.below = None
