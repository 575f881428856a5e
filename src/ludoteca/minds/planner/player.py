"""The planning player: it makes a plan, follows it, and plans again when the position is not what the plan predicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import AnsweringPlayer, Choice
from ludoteca.minds.planner.explain import PlanNews, explain, without_plan
from ludoteca.minds.planner.plan_maker import Budget, Plan, PlanMaker, Settings
from ludoteca.minds.shared.knowledge import BadKnowledge, Diagnostic, Knowledge
from ludoteca.rules.planning.as_problem import view_of
from ludoteca.rules.planning.parser import read_domain
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.task import Action, Inapplicable


@dataclass(frozen=True, slots=True)
class _Continuation:
    """The plan to follow, if any; why the last plan was dropped, if it was; and what it did not predict."""

    plan: Plan | None = None
    again: Message | None = None
    surprise: Message | None = None


class PlannerPlayer(AnsweringPlayer):
    """A player that plans for its own seat; the plan's moves of other seats are what it expects of them."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, settings: Settings) -> None:
        """Raises `BadKnowledge`."""
        view = view_of(game)
        assert view is not None, "a game without a planning view is refused before"
        self.knowledge = knowledge
        self.states = settings.states
        try:
            self.plan_maker = PlanMaker(view, game, seat, read_domain(knowledge.text, knowledge.name), settings)
        except BadInput as error:
            raise self._unusable(error) from None
        self._plan: Plan | None = None
        self._history: list[Move] = []  # up to and with the last own move

    def answer(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        """The choice; asked about a move, with a plan that begins with it."""
        budget = Budget(clock, self.states)
        goes_on = list(history[: len(self._history)]) == self._history
        last, self._plan = self._plan if goes_on else None, None
        try:
            continuation = self._continuation(last, position, history)
            plan = continuation.plan or self.plan_maker.made(position, budget)
            choice = self._played(position, plan, continuation, budget, about)
        except BadInput as error:
            raise self._unusable(error) from None
        self._history = [*history, choice.move]
        return choice

    def _continuation(self, last: Plan | None, position: Position, history: Sequence[Move]) -> _Continuation:
        """Whether the last plan can be followed."""
        if last is None or last.at is None:
            return _Continuation()
        following = self.plan_maker.next_move(last.steps, last.at + 1)
        if following is None:
            return _Continuation(again=Message("minds.planner.again.used_up"))
        plan = replace(last, at=following)
        if plan.tasks.agrees(plan.task, plan.now, position):
            return _Continuation(plan)
        surprise = self._difference(last, following, history)
        changed = self._changed(plan, position)
        return _Continuation(changed, surprise if changed is None else None, surprise)

    def _changed(self, plan: Plan, position: Position) -> Plan | None:
        """The rest of a plan from another position than it predicts, if it still reaches the goal and costs no more."""
        task = plan.tasks.task_at(position)
        if task.actions is not plan.task.actions:
            return None
        try:
            states = tuple(task.replay(plan.rest))
        except Inapplicable:
            return None
        changed = replace(plan, task=task, steps=plan.rest, states=states, status="plan", bound=None, at=0)
        worse = changed.rest_cost - plan.rest_cost
        return None if not task.finished(states[-1]) or (-worse if task.maximizes else worse) > 0 else changed

    def _difference(self, plan: Plan, following: int, history: Sequence[Move]) -> Message:
        """The first move that a plan did not predict."""
        moves = (self.plan_maker.move_of(action) for action in plan.steps[(plan.at or 0) + 1 : following])
        foreseen = [planned.text for planned in moves if planned is not None]
        done = [move.text for move in history[len(self._history) :]]
        for one, two in zip(done, foreseen, strict=False):
            if one != two:
                return Message("minds.planner.again.other", {"did": one, "foreseen": two})
        return Message("minds.planner.again.differs")

    def _played(
        self, position: Position, plan: Plan, continuation: _Continuation, budget: Budget, about: Move | None
    ) -> Choice:
        """The next move of a plan; without one, the move with the best immediate result."""
        if plan.at is None:
            others = {move.text: self.plan_maker.alternative(plan, move, False, budget) for move in position.moves}
            return without_plan(position, plan, others, continuation.again, budget)
        move = self._legal(position, plan.steps[plan.at])
        self._plan = plan
        shown = plan if continuation.plan else replace(plan, at=0)  # a new plan is shown from its beginning
        count = plan.tasks.view.compared_moves if plan.status == "optimal" else 0
        others = {
            other.text: self.plan_maker.alternative(shown, other, number < count, budget)
            for number, other in enumerate(other for other in position.moves if other != move)
        }
        effort = budget.effort
        if about is not None and about != move:
            again = self.plan_maker.looked_at_again(shown, about, others[about.text], budget.for_a_question())
            others[about.text] = again
        return explain(position, move, shown, _plan_news(continuation), others, self.knowledge, effort)

    def _legal(self, position: Position, action: Action) -> Move:
        planned = self.plan_maker.move_of(action)
        assert planned is not None, "the next move of a plan is one"
        try:
            return find_move(position, planned.text)
        except IllegalMove:
            step = Message("minds.planner.not_legal", {"step": str(action), "move": planned.text})
            raise BadKnowledge(self.knowledge, [Diagnostic(action.schema.line, step)]) from None

    def _unusable(self, error: BadInput) -> BadKnowledge:
        """The error of the domain; or of the game's problem, when the domain lacks its predicates or functions."""
        if not isinstance(error, BadPddl):
            return BadKnowledge(self.knowledge, [Diagnostic(0, error.message)])
        if error.file == self.knowledge.name:
            return BadKnowledge(self.knowledge, [Diagnostic(error.line, error.what)])
        return BadKnowledge(
            self.knowledge, [Diagnostic(0, Message("minds.planner.unfit", {"what": quoted(error.what)}))]
        )


def _plan_news(continuation: _Continuation) -> PlanNews:
    if continuation.plan is None:
        return PlanNews(True, continuation.again, () if continuation.again is None else (continuation.again,))
    still = continuation.surprise and Message("minds.planner.still", {"what": quoted(continuation.surprise)})
    return PlanNews(False, None, () if still is None else (still,))
