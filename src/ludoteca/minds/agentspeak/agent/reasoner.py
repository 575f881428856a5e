"""The reasoning cycle: events become intentions, and intentions take turns, one step at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from ludoteca.minds.agentspeak.agent.belief_base import BeliefBase
from ludoteca.minds.agentspeak.agent.budget import Budget, BudgetExceeded
from ludoteca.minds.agentspeak.agent.format import format_short
from ludoteca.minds.agentspeak.agent.intentions import Frame, Intention, RelevantPlan, Wait, worth_showing
from ludoteca.minds.agentspeak.agent.logical_formulas import Bindings, Rule
from ludoteca.minds.agentspeak.agent.operators import generator
from ludoteca.minds.agentspeak.agent.plans import (
    BodyFormula,
    Event,
    EventKind,
    LiteralFormula,
    Plan,
    believe,
    bind,
    forget,
)
from ludoteca.minds.agentspeak.agent.recovery import error_annotations
from ludoteca.minds.agentspeak.agent.terms import (
    PERCEPT,
    SELF,
    Failure,
    Literal,
    Term,
    Trigger,
    annotated,
    fits,
    found_among,
    sources_of,
    undo,
    unify,
    value_of,
)

_MOST_INTENTIONS = 10_000
_LOOKS = 400  # choices of a plan in one run for which the contexts of the other plans are looked at as well …
_LOOK_STEPS = 500  # … each in so many steps


class Reasoner(Budget):
    """One agent: its beliefs, its rules and plans, its events and intentions."""

    def __init__(self, name: str, seed: int = 0) -> None:
        super().__init__()
        self.name = name
        self.others: list[str] = []
        self.beliefs = BeliefBase()
        self.rules: dict[tuple[str, int], list[Rule]] = {}
        self.plans: dict[EventKind, list[Plan]] = {}
        self.events: deque[Event] = deque()
        self.intentions: dict[Intention, None] = {}  # in the order they were taken up
        self._ready: dict[Intention, None] = {}  # those that do not wait, in the order of their turns
        self._held: Intention | None = None  # one that must not be interrupted
        self._listening: dict[EventKind, dict[Intention, None]] = {}  # those that wait for an event
        self.random = generator
        self.random.seed(seed)
        self.used: list[Term] = []  # beliefs the query under way rests on
        self.running: Intention | None = None
        self.acting: tuple[Intention, Term, BodyFormula] | None = None
        self.has_atomic_plans = False
        self.pure_only = False  # whether internal actions with side effects fail
        self.questions = 0  # asked of other agents so far
        self._looked = 0

    def begin_run(self, steps: int, seconds: float) -> None:
        super().begin_run(steps, seconds)
        self._looked = 0

    # Perceiving

    def perceive(self, gone: Iterable[Term], come: Iterable[Term], again: Iterable[Term] = ()) -> None:
        """Update the beliefs that are percepts; every change is an event, and so are those that come again."""
        for percept in gone:
            if self.beliefs.remove(percept, [PERCEPT]):
                self.post(forget(annotated(percept, PERCEPT)))
        for percept in come:
            belief = annotated(percept, PERCEPT)
            if self.beliefs.add(belief):
                self.post(believe(belief))
        for percept in again:
            self.post(believe(annotated(percept, PERCEPT)))

    def post(self, event: Event) -> None:
        """Post an event: it ends the waits for it, and may become an intention."""
        self._wake(event)
        if event.kind in self.plans:
            self.events.append(event)
        elif event.is_goal:
            self.record_failure("failed", 0, str(event), self._no_plan(event))

    def _wake(self, event: Event) -> None:
        for intention in list(self._listening.get(event.kind, ())):
            wait, frame = intention.waiting, intention.top
            assert wait is not None and wait.event is not None
            if fits(wait.event.literal, event.literal, frame.scope, frame.trail):
                self.resume(intention)

    def resume(self, intention: Intention) -> None:
        """End the wait of an intention."""
        wait = intention.waiting
        if wait is None:
            return
        intention.waiting = None
        self._ready[intention] = None
        if wait.event is not None:
            self._listening[wait.event.kind].pop(intention, None)
        if wait.elapsed is not None:
            with suppress(Failure):
                bind(wait.elapsed, self.time - wait.since, intention.top)

    def _remove(self, intention: Intention) -> None:
        self.resume(intention)
        self.intentions.pop(intention, None)
        self._ready.pop(intention, None)

    # Believing

    def believe(self, belief: Term, intention: Intention, formula: BodyFormula) -> None:
        """Add a belief for a plan."""
        if not sources_of(belief):
            belief = annotated(belief, SELF)
        if self.beliefs.add(belief):
            self.check_size(self.beliefs.count)
            self.react(believe(belief), intention, formula)

    def forget(self, pattern: Term, at: Bindings) -> Event | None:
        """Remove the first matching belief for a plan; the event of that, or None if there is no such belief."""
        sources = sources_of(pattern) or [SELF]
        for belief in self.beliefs.matching(pattern, at.scope):
            self.tick()
            mark = len(at.trail)
            if fits(pattern, belief, at.scope, at.trail) and self.beliefs.remove(belief, sources):
                return forget(belief)
            undo(at.scope, at.trail, mark)
        return None

    def react(self, event: Event, intention: Intention, formula: BodyFormula) -> None:
        """Push a plan for a change of the beliefs, if there is one, on the intention that made the change."""
        self._wake(event)
        if event.kind in self.plans:
            frame = self._frame(event)
            if frame is not None:
                self._push(frame, intention, formula, None)

    # Choosing plans

    def pursue(self, event: Event, intention: Intention, formula: LiteralFormula) -> None:
        """Push a plan for a goal on the intention that has it; raises `Failure`."""
        self._wake(event)
        frame = self._frame(event)
        if frame is None:
            raise self._no_plan(event)
        self._push(frame, intention, formula, formula.term)

    def _no_plan(self, event: Event) -> Failure:
        return Failure("not_applicable" if event.kind in self.plans else "no_plan", goal=str(event))

    def _push(self, frame: Frame, intention: Intention, formula: BodyFormula, caller: Term | None) -> None:
        frame.caller, frame.step_below = caller, intention.top.record_of(formula)
        frame.step_below.below = frame
        intention.frames.append(frame)
        if len(intention.frames) > _MOST_INTENTIONS:
            raise BudgetExceeded("depth", _MOST_INTENTIONS)

    def _frame(self, event: Event) -> Frame | None:
        """A frame with the first applicable plan for an event; None if no plan is applicable."""
        asking, self.used = self.used, []
        look_ahead = self._looked < _LOOKS
        self._looked += 1
        relevant: list[RelevantPlan] = []
        chosen: Frame | None = None
        for plan in self.plans.get(event.kind, ()):
            self.tick()
            frame = Frame(event, plan)
            if not self.is_relevant(plan, event, frame):
                continue
            if chosen is None:
                applicable: bool | None = self._is_applicable(frame)
                chosen = frame if applicable else None
            else:
                applicable = self._would_be_applicable(frame) if look_ahead else None
            relevant.append(RelevantPlan(plan, applicable))
        if chosen is not None:
            chosen.relevant = relevant
        self.used = asking
        return chosen

    def is_relevant(self, plan: Plan, event: Event, frame: Frame) -> bool:
        """Whether the event of a plan unifies with one; its variables are then bound in the frame."""
        head, literal = plan.event.literal, event.literal
        if not unify(head, literal, frame.scope, frame.trail):
            return False
        return any(True for _ in found_among(head.annots, literal.annots, frame.scope, frame.trail))

    def _is_applicable(self, frame: Frame) -> bool:
        self.used.clear()
        before, self.at = self.at, (frame.plan.line, frame.plan.text)
        try:
            for _ in frame.plan.context.solve(self, frame):
                frame.used = worth_showing(self.used)
                self.at = before
                return True
        except Failure as failure:
            self.record_failure("unclear", frame.plan.line, frame.plan.text, failure)
        self.at = before
        return False

    def _would_be_applicable(self, frame: Frame) -> bool | None:
        """Whether a plan that is not needed would be applicable; None if that cannot be found out in a few steps."""
        with self.looking_ahead(_LOOK_STEPS):
            try:
                return any(True for _ in frame.plan.context.solve(self, frame))
            except (Failure, BudgetExceeded, RecursionError):
                return None

    @contextmanager
    def looking_ahead(self, most: int) -> Iterator[None]:
        """Solve formulas only for the explanation: in so many steps, which do not count, and without side effects."""
        steps, allowed, used, numbers = self.steps, self.allowed, self.used, self.random.getstate()
        self.allowed, self.pure_only, self.used = steps + most, True, []
        try:
            yield
        finally:
            self.steps, self.allowed, self.pure_only, self.used = steps, allowed, False, used
            self.random.setstate(numbers)

    # The cycle

    def run(self) -> bool:
        """Reason until there is an action to take, or nothing to do for now; whether there is an action."""
        while self.acting is None:
            if self.events:
                self._adopt(self.events.popleft())
            intention = self._next_ready()
            if intention is not None:
                self._step(intention)
            elif not self.events:
                return False
        return True

    @property
    def next_time(self) -> float | None:
        """When the next wait is over; None if none ends by itself."""
        waits = (intention.waiting for intention in self.intentions)
        return min((wait.until for wait in waits if wait is not None and wait.until is not None), default=None)

    def advance(self, time: float) -> None:
        """Set the clock: intentions whose wait is over go on, or fail."""
        self.time = time
        for intention in list(self.intentions):
            wait = intention.waiting
            if wait is None or wait.until is None or wait.until > time:
                continue
            self.resume(intention)
            if wait.answer is not None:
                bind(wait.answer, Literal("timeout"), intention.top)
            if wait.fails:
                frame = intention.top
                self._fail(intention, frame.blocks[-1].formulas[frame.blocks[-1].at - 1], Failure("timeout"))

    def _adopt(self, event: Event) -> None:
        """Adopt an intention for an event, if a plan for it is applicable."""
        frame = self._frame(event)
        if frame is not None:
            if len(self.intentions) == _MOST_INTENTIONS:
                raise BudgetExceeded("intentions", _MOST_INTENTIONS)
            intention = Intention([frame], root=event)
            self.intentions[intention] = None
            self._ready[intention] = None
            self.record("intends", frame.plan.line, str(event))
        elif event.is_goal:
            last = self.plans[event.kind][-1]
            self.record_failure("failed", last.line, str(event), self._no_plan(event))

    def _next_ready(self) -> Intention | None:
        """The intention whose turn it is: they take turns, but one with an atomic plan keeps its turn."""
        if self._held is not None and self._held in self._ready and self._held.atomic:
            return self._held
        intention = next(iter(self._ready), None)
        if intention is not None:
            del self._ready[intention]
            self._ready[intention] = None
            self._held = intention if self.has_atomic_plans else None
        return intention

    def _step(self, intention: Intention) -> None:
        frame = intention.top
        self.at, self.running = (frame.plan.line, frame.plan.text), intention
        formula: BodyFormula | None = None
        try:
            if not frame.blocks:
                self._finish(intention, frame)
                return
            block = frame.blocks[-1]
            if block.at == len(block.formulas):
                self.at = block.line or frame.plan.line, frame.plan.text
                self.tick()
                if not block.repeats(self, frame):
                    frame.blocks.pop()
                return
            formula = block.formulas[block.at]
            block.at += 1
            self._carry_out(formula, intention, frame)
        except Failure as failure:
            if intention.frames and intention.top is frame:  # it may have ended itself
                self._fail(intention, formula, failure)

    def _carry_out(self, formula: BodyFormula, intention: Intention, frame: Frame) -> None:
        self.at = formula.line, frame.plan.text
        self.tick()
        self.used.clear()
        record = frame.record_of(formula)
        record.count += 1
        try:
            formula.run(self, intention, frame)
        finally:
            record.used, record.bound = worth_showing(self.used), len(frame.trail)

    def _finish(self, intention: Intention, frame: Frame) -> None:
        """Pop a plan that is done, and pass its result to the goal it was for."""
        intention.frames.pop()
        _forget_details(frame)
        if not intention.frames:
            self._remove(intention)
        elif frame.caller is not None:
            result = value_of(frame.event.literal, frame.scope)
            below = intention.top
            if not unify(frame.caller, result, below.scope, below.trail):
                self._fail(intention, None, Failure("result", term=result))
            elif frame.step_below is not None:
                frame.step_below.bound = len(below.trail)

    def give_up(self, intention: Intention, failure: Failure) -> None:
        """Let the goal on top of an intention fail."""
        self._fail(intention, None, failure)

    def _fail(self, intention: Intention, formula: BodyFormula | None, failure: Failure) -> None:
        """Look for a recovery plan, from the goal at hand down; without one the intention is given up."""
        frame = intention.top
        line = formula.line if formula is not None else frame.plan.line
        if formula is not None:
            frame.record_of(formula).failed = True
        self.record_failure("failed", line, frame.plan.text, failure)
        why = error_annotations(failure, line)
        while intention.frames:
            frame = intention.frames.pop()
            event = frame.event
            if not (event.is_goal and event.trigger is Trigger.ADDITION):
                continue
            failed = annotated(value_of(event.literal, {}), *why)
            recovery = self._frame(Event(Trigger.REMOVAL, event.goal_type, failed))
            if recovery is not None:
                recovery.caller, recovery.step_below = frame.caller, frame.step_below
                intention.frames.append(recovery)
                self.record("recovers", recovery.plan.line, str(recovery.event))
                return
        self._remove(intention)
        self.record("given_up", line, str(intention.root))

    # Acting

    def act(self, action: Term, intention: Intention, formula: BodyFormula) -> None:
        """Take an action in the world; the intention waits for its result."""
        self._suspend(intention, Wait(self.time))
        self.acting = intention, action, formula
        self.record("acts", formula.line, format_short(action))

    def acted(self, refusal: str | None) -> None:
        """Go on after an action: it is done, or refused with a reason."""
        assert self.acting is not None
        intention, action, formula = self.acting
        self.acting = None
        self.resume(intention)
        if intention not in self.intentions:  # it was dropped meanwhile
            return
        if refusal is not None:
            self.record("refused", formula.line, format_short(action), reason=refusal)
            self._fail(intention, formula, Failure("refused", term=action, why=refusal))

    def wait(self, wait: Wait) -> None:
        """Let the intention under way wait."""
        assert self.running is not None
        self._suspend(self.running, wait)

    def _suspend(self, intention: Intention, wait: Wait) -> None:
        intention.waiting = wait
        self._ready.pop(intention, None)
        if wait.event is not None:
            self._listening.setdefault(wait.event.kind, {})[intention] = None

    def suspend(self, wanted: Callable[[Event], bool]) -> None:
        """Suspend the intentions for such events until `unsuspend`; what they wait for meanwhile does not end it."""
        for intention in [one for one in self.intentions if one.pursues(wanted)]:
            wait = intention.waiting
            if wait is not None and wait.event is not None:
                self._listening[wait.event.kind].pop(intention, None)
            if wait is None or not wait.suspended:
                self._suspend(intention, Wait(self.time, suspended=True, before=wait))

    def unsuspend(self, wanted: Callable[[Event], bool]) -> None:
        """Let suspended intentions for such events go on, or go on waiting."""
        for intention in [one for one in self.intentions if one.pursues(wanted)]:
            wait = intention.waiting
            if wait is not None and wait.suspended:
                self.resume(intention)
                if wait.before is not None:
                    self._suspend(intention, wait.before)

    def drop(self, wanted: Callable[[Event], bool]) -> None:
        """Drop the intentions for such events, and the events that are not adopted yet."""
        for intention in [one for one in self.intentions if one.pursues(wanted)]:
            self._remove(intention)
        self.events = deque(event for event in self.events if not wanted(event))

    def drop_all(self) -> None:
        """Drop every intention but the one under way."""
        for intention in [one for one in self.intentions if one is not self.running]:
            self._remove(intention)


def _forget_details(frame: Frame) -> None:
    """Drop the records of steps two levels down, which are not shown any more."""
    for record in frame.records.values():
        if record.below is not None:
            for detail in record.below.records.values():
                detail.below = None
