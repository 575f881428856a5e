"""An agent of the second interpreter: its reasoning cycle, and what its intentions did in one turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.terms import GoalType, Trigger
from ludoteca.minds.agentspeak.trace.interpreter.beliefs import (
    PERCEPT,
    SELF,
    Answer,
    Reasoning,
    Used,
    sourced,
    sources_of,
)
from ludoteca.minds.agentspeak.trace.interpreter.intentions import (
    Block,
    Event,
    Frame,
    Intention,
    StepDone,
    achievement,
    plan_text,
    shown,
    step_text,
)
from ludoteca.minds.agentspeak.trace.interpreter.terms import (
    Bindings,
    Fails,
    Structure,
    Term,
    Unsupported,
    all_unified,
    annotated,
    fresh,
    is_ground,
    text,
    unified,
    value,
)

_SOLUTIONS = 200  # of a context, among which that of a trace is looked for
_TURN = "turn"  # the relation that says who is to move
_ROUNDS = 500  # of a loop that are remembered

Guide = Callable[[str, int], Sequence[Sequence[str]]]
"""The beliefs that a trace shows for a plan or a step, by its text and line: of several solutions these are taken."""


class Agent(Reasoning):
    """An agent with a program; `allows` tells whether the game allows an action."""

    def __init__(self, program: tree.Program, name: str, allows: Callable[[Structure], bool], guide: Guide) -> None:
        super().__init__(program, name)
        self.acted: tuple[Intention, Structure, tree.StepNode] | None = None
        self.journal: list[tuple[str, int, str]] = []  # what happened in a turn: its kind, a line, and a text
        self.allows = allows
        self.skipped: dict[int, int] = {}  # how many solutions of a plan's context are passed over, by its line
        self._guide = guide
        self._plans = program.plans
        self._events: deque[Event] = deque()
        self._intentions: list[Intention] = []
        self._held: Intention | None = None
        self._percepts: dict[Structure, None] = {}
        self._new: set[Structure] = set()  # the percepts that came last, until it takes a turn
        for goal in program.goals:
            self._events.append(achievement(value(self.term(goal.literal), {})))

    def perceive(self, percepts: Sequence[Structure]) -> None:
        """Believe some percepts, and no others any more."""
        self._new.clear()
        beliefs = {Structure(percept.functor, percept.args, (PERCEPT,)): None for percept in percepts}
        for belief in [belief for belief in self._percepts if belief not in beliefs]:
            if self.beliefs.remove(belief, [PERCEPT]):
                self._post(Event(Trigger.REMOVAL, GoalType.BELIEF, belief))
        for belief in beliefs:
            if belief not in self._percepts and self.beliefs.add(belief):
                self._post(Event(Trigger.ADDITION, GoalType.BELIEF, belief))
                self._new.add(belief)
        self._percepts = beliefs

    def take_turn(self, goal: str) -> None:
        """Reason until it acts for a goal, or has nothing to do."""
        if self.acted is not None:
            self._ready_again(self.acted[0])
        self.acted = None
        self.journal = []
        for belief in self._percepts:  # that it is to move is an event at every turn
            if belief.functor == _TURN and belief not in self._new:
                self._post(Event(Trigger.ADDITION, GoalType.BELIEF, belief))
        self._new.clear()
        self._post(achievement(Structure(goal)))
        self.reason()

    def reason(self) -> None:
        """Reason until it acts, or has nothing to do."""
        while self.acted is None:
            if self._events:
                self._adopt(self._events.popleft())
            intention = self._next()
            if intention is not None:
                self._step(intention)
            elif not self._events:
                return

    @property
    def others(self) -> list[Intention]:
        """The intentions that did not act."""
        return [each for each in self._intentions if self.acted is None or each is not self.acted[0]]

    def _ready_again(self, intention: Intention) -> None:
        if intention not in self._intentions and intention.frames:
            self._intentions.append(intention)

    # Choosing plans

    def _relevant_plans(self, event: Event) -> Iterator[tree.PlanNode]:
        for plan in self._plans:
            node = plan.event
            same_kind = (node.trigger, node.goal_type) == (event.trigger, event.goal_type)
            if same_kind and (node.head.functor, len(node.head.args)) == (
                event.literal.functor,
                len(event.literal.args),
            ):
                yield plan

    def _post(self, event: Event) -> None:
        if any(True for _ in self._relevant_plans(event)):
            self._events.append(event)

    def _adopt(self, event: Event) -> None:
        frame = self._frame(event)
        if frame is not None:
            self._intentions.append(Intention([frame], event))
            self.journal.append(("intends", frame.plan.event.line, str(event)))
        elif event.is_goal:
            *_, last = self._relevant_plans(event)
            self.journal.append(("failed", last.event.line, str(event)))

    def _frame(self, event: Event) -> Frame | None:
        """The first plan for an event whose context holds, and what is known of the others."""
        chosen: Frame | None = None
        candidates: list[tuple[tree.PlanNode, bool | None]] = []
        for plan in self._relevant_plans(event):
            self.tick()
            head = self.term(plan.event.head)
            found = all_unified(head.args, event.literal.args, {})
            start = None if found is None else next(annotated(head.annots, event.literal.annots, found), None)
            if start is None:
                continue
            answer = self._holding(plan, event, start)
            candidates.append((plan, answer is not None))
            if answer is not None and chosen is None:
                chosen = Frame(event, plan, answer[0], answer[1], candidates, [Block(plan.body)])
        return chosen

    def _holding(self, plan: tree.PlanNode, event: Event, start: Bindings) -> Answer | None:
        """How the context of a plan holds: as a trace shows, if that is one way, or else in the first way."""
        if plan.context is None:
            return start, ()
        try:
            answers = self.solve(plan.context, start)
            return self._chosen(
                islice(answers, self.skipped.get(plan.event.line, 0), None), self._guide(str(event), plan.event.line)
            )
        except Fails:
            return None

    def _chosen(self, answers: Iterator[Answer], wanted: Sequence[Sequence[str]]) -> Answer | None:
        first = next(answers, None)
        if first is None or not wanted or shown(first[1]) in wanted:
            return first
        others = islice(answers, _SOLUTIONS)
        return next((other for other in others if shown(other[1]) in wanted), first)

    # Carrying out

    def _next(self) -> Intention | None:
        """The intention whose turn it is: they take turns, but one with an atomic plan keeps its turn."""
        if self._held in self._intentions and self._held is not None and self._held.is_atomic:
            return self._held
        if not self._intentions:
            return None
        intention = self._intentions.pop(0)
        self._intentions.append(intention)
        self._held = intention
        return intention

    def _step(self, intention: Intention) -> None:
        frame = intention.frames[-1]
        step: tree.StepNode | None = None
        try:
            if not frame.blocks:
                self._finish(intention, frame)
                return
            block = frame.blocks[-1]
            if block.at == len(block.steps):
                self.tick()
                if not self._repeats(block, frame):
                    frame.blocks.pop()
                return
            step = block.steps[block.at]
            block.at += 1
            self._take(step, intention, frame)
        except Fails:
            self._fail(intention, frame, step)

    def _repeats(self, block: Block, frame: Frame) -> bool:
        """Begin the next round of a loop, if there is one."""
        if block.loop is None:
            return False
        frame.bindings = block.before
        if isinstance(block.loop, tree.WhileStep):
            answer = next(self.solve(block.loop.condition, block.before), None)
            following = None if answer is None else answer[0]
        else:
            following = None if block.rounds is None else next(block.rounds, None)
        if following is None:
            return False
        frame.bindings, block.at = following, 0
        return True

    def _take(self, step: tree.StepNode, intention: Intention, frame: Frame) -> None:
        self.tick()
        done = frame.done(step)
        done.count += 1
        used: Used = ()
        try:
            used = self._carry_out(step, intention, frame, done)
        finally:
            done.used = [*done.used[-_ROUNDS:], used]
            done.bound = frozenset(frame.bindings)

    def _carry_out(self, step: tree.StepNode, intention: Intention, frame: Frame, done: StepDone) -> Used:
        """Take a step; the beliefs that it used."""
        before = frame.bindings
        if isinstance(step, tree.SimpleStep):
            return self._simple(step, intention, frame, done)
        if isinstance(step, tree.WhileStep):
            frame.blocks.append(Block(step.body, len(step.body), step, before))
            return ()
        if isinstance(step, tree.ForStep):
            rounds = [found for found, _ in self.solve(step.condition, before)]
            if rounds:
                frame.blocks.append(Block(step.body, len(step.body), step, before, iter(rounds)))
            return ()
        answer = next(self.solve(step.condition, before), None)
        frame.blocks.append(Block(step.otherwise if answer is None else step.then))
        if answer is None:
            return ()
        frame.bindings = answer[0]
        return answer[1]

    def _simple(self, step: tree.SimpleStep, intention: Intention, frame: Frame, done: StepDone) -> Used:
        term = None if isinstance(step.term, tree.Unary | tree.Binary | tree.Constant) else self.term(step.term)
        match step.sign:
            case None:
                return self._unsigned(step, intention, frame)
            case tree.Sign.ACHIEVE:
                self._pursue(achievement(_literal(term, frame.bindings)), term, intention, done)
            case tree.Sign.ACHIEVE_LATER:
                self._post(achievement(_literal(term, frame.bindings)))
            case tree.Sign.TEST:
                return self._test(step, intention, frame, done)
            case tree.Sign.ADD:
                self._believe(_ground(term, frame.bindings), intention, done)
            case tree.Sign.REMOVE:
                gone = self._forget(_literal(term, frame.bindings), frame)
                if gone is not None:
                    self._react(gone, intention, done)
            case tree.Sign.REPLACE:
                belief = _ground(term, frame.bindings)
                anything = Structure(belief.functor, tuple(fresh() for _ in belief.args))
                gone = self._forget(anything, None)
                self._believe(belief, intention, done)
                if gone is not None:
                    self._post(gone)
        return ()

    def _unsigned(self, step: tree.SimpleStep, intention: Intention, frame: Frame) -> Used:
        """An action in the world, an internal one, or a condition that must hold."""
        node = step.term
        if isinstance(node, tree.Literal) and node.functor == ".abolish":
            pattern = _literal(self.term(node.args[0]), frame.bindings)
            for belief in self.beliefs.matching(pattern, {}):
                if all_unified(pattern.args, belief.args, {}) is not None:
                    self.beliefs.remove(belief, [annot for annot in belief.annots if annot != PERCEPT])
            return ()
        if isinstance(node, tree.Variable) or (isinstance(node, tree.Literal) and not node.is_internal_action):
            action = _ground(self.term(node), frame.bindings)
            self.journal.append(("acts", step.line, text(action)))
            if not self.allows(action):
                self.journal.append(("refused", step.line, text(action)))
                raise Fails
            self.acted = intention, action, step
            self._intentions.remove(intention)
            return ()
        wanted = self._guide(step_text(step), step.line)
        answer = self._chosen(self.solve(node, frame.bindings), wanted)
        if answer is None:
            raise Fails
        frame.bindings = answer[0]
        return answer[1]

    def _test(self, step: tree.SimpleStep, intention: Intention, frame: Frame, done: StepDone) -> Used:
        wanted = self._guide(step_text(step), step.line)
        answer = self._chosen(self.solve(step.term, frame.bindings), wanted)
        if answer is not None:
            frame.bindings = answer[0]
            return answer[1]
        term = self.term(step.term)
        event = Event(Trigger.ADDITION, GoalType.TEST, _literal(term, frame.bindings))
        self._pursue(event, term, intention, done)
        return ()

    def _pursue(self, event: Event, caller: Term, intention: Intention, done: StepDone) -> None:
        frame = self._frame(event)
        if frame is None:
            raise Fails
        self._push(frame, intention, done, caller)

    def _push(self, frame: Frame, intention: Intention, done: StepDone, caller: Term | None) -> None:
        frame.caller, frame.called_by = caller, done
        done.below = [*done.below[-_ROUNDS:], frame]
        intention.frames.append(frame)

    def _react(self, event: Event, intention: Intention, done: StepDone) -> None:
        """Push a plan for a change of the beliefs, if there is one."""
        frame = self._frame(event)
        if frame is not None:
            self._push(frame, intention, done, None)

    def _believe(self, belief: Structure, intention: Intention, done: StepDone) -> None:
        belief = sourced(belief)
        if self.beliefs.add(belief):
            self._react(Event(Trigger.ADDITION, GoalType.BELIEF, belief), intention, done)

    def _forget(self, pattern: Structure, frame: Frame | None) -> Event | None:
        """Remove the first belief of a kind; the event of that."""
        sources = sources_of(pattern) or [SELF]
        bindings: Bindings = {} if frame is None else frame.bindings
        for belief in self.beliefs.matching(pattern, bindings):
            found = all_unified(pattern.args, belief.args, bindings)
            whole = None if found is None else next(annotated(pattern.annots, belief.annots, found), None)
            if whole is not None and self.beliefs.remove(belief, sources):
                if frame is not None:
                    frame.bindings = whole
                return Event(Trigger.REMOVAL, GoalType.BELIEF, belief)
        return None

    def _finish(self, intention: Intention, frame: Frame) -> None:
        """End a plan, and pass its result to the goal that it was for."""
        intention.frames.pop()
        if not intention.frames:
            self._intentions.remove(intention)
        elif frame.caller is not None:
            below = intention.frames[-1]
            found = unified(frame.caller, value(frame.event.literal, frame.bindings), below.bindings)
            if found is None:
                self._fail(intention, below, None)
                return
            below.bindings = found
            if frame.called_by is not None:
                frame.called_by.bound = frozenset(found)

    def _fail(self, intention: Intention, frame: Frame, step: tree.StepNode | None) -> None:
        """Look for a plan that recovers, from the goal at hand down; without one the intention is given up."""
        if step is not None:
            frame.done(step).failed = True
        line = frame.plan.event.line if step is None else step.line
        self.journal.append(("failed", line, plan_text(frame.plan)))
        while intention.frames:
            failed = intention.frames.pop()
            if not (failed.event.is_goal and failed.event.trigger is Trigger.ADDITION):
                continue
            event = Event(Trigger.REMOVAL, failed.event.goal_type, failed.event.literal)
            if any(plan.event.head.annots for plan in self._relevant_plans(event)):
                raise Unsupported("a plan that asks what went wrong")
            recovery = self._frame(event)
            if recovery is not None:
                recovery.caller, recovery.called_by = failed.caller, failed.called_by
                intention.frames.append(recovery)
                self.journal.append(("recovers", recovery.plan.event.line, str(event)))
                return
        self._intentions.remove(intention)
        self.journal.append(("given_up", line, str(intention.root)))


def _literal(term: Term, bindings: Bindings) -> Structure:
    found = value(term, bindings)
    if not isinstance(found, Structure):
        raise Fails
    return found


def _ground(term: Term, bindings: Bindings) -> Structure:
    found = _literal(term, bindings)
    if not is_ground(found):
        raise Fails
    return found
