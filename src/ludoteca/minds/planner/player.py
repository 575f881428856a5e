"""A player with a plan: makes it, follows it, and makes another when the world is not what it foresaw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Choice, Player
from ludoteca.minds.planner.explain import News, explain, without_plan
from ludoteca.minds.planner.plan_maker import Budget, Maker, Plan, Settings
from ludoteca.minds.shared.knowledge import BadKnowledge, Diagnostic, Knowledge
from ludoteca.rules.planning.as_problem import view_of
from ludoteca.rules.planning.parser import read_domain
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.task import Action, Inapplicable


@dataclass(frozen=True, slots=True)
class _Kept:
    """The plan to go on with, if there is one; why the last was given up, if it was; what it did not foresee."""

    plan: Plan | None = None
    again: Message | None = None
    surprise: Message | None = None


class PlannerPlayer(Player):
    """Plans for its own side; what others do in the plan is what it expects of them."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, settings: Settings) -> None:
        """Raises `BadKnowledge`."""
        view = view_of(game)
        assert view is not None, "no planner sits down without a view"
        self.knowledge = knowledge
        self.states = settings.states
        try:
            self.maker = Maker(view, game, seat, read_domain(knowledge.text, knowledge.name), settings)
        except BadInput as error:
            raise self._unusable(error) from None
        self._plan: Plan | None = None
        self._history: list[Move] = []  # up to and with the last own move

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        budget = Budget(clock, self.states)
        goes_on = list(history[: len(self._history)]) == self._history
        last, self._plan = self._plan if goes_on else None, None
        try:
            kept = self._kept(last, position, history)
            plan = kept.plan or self.maker.made(position, budget)
            choice = self._played(position, plan, kept, budget)
        except BadInput as error:
            raise self._unusable(error) from None
        self._history = [*history, choice.move]
        return choice

    def _kept(self, last: Plan | None, position: Position, history: Sequence[Move]) -> _Kept:
        """What has become of the last plan."""
        if last is None or last.at is None:
            return _Kept()
        following = self.maker.next_move(last.steps, last.at + 1)
        if following is None:
            return _Kept(again=Message("minds.planner.again.used_up"))
        plan = replace(last, at=following)
        if plan.tasks.agrees(plan.task, plan.now, position):
            return _Kept(plan)
        surprise = self._difference(last, following, history)
        changed = self._changed(plan, position)
        return _Kept(changed, surprise if changed is None else None, surprise)

    def _changed(self, plan: Plan, position: Position) -> Plan | None:
        """The rest of a plan begun elsewhere than it foresaw, if it still works and costs no more."""
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
        """The first thing that was done otherwise than a plan foresaw."""
        moves = (self.maker.move_of(action) for action in plan.steps[(plan.at or 0) + 1 : following])
        foreseen = [planned.text for planned in moves if planned is not None]
        done = [move.text for move in history[len(self._history) :]]
        for one, two in zip(done, foreseen, strict=False):
            if one != two:
                return Message("minds.planner.again.other", {"did": one, "foreseen": two})
        return Message("minds.planner.again.differs")

    def _played(self, position: Position, plan: Plan, kept: _Kept, budget: Budget) -> Choice:
        """The move that a plan says is next; without one, the step that is best at once."""
        if plan.at is None:
            others = {move.text: self.maker.other(plan, move, False, budget) for move in position.moves}
            return without_plan(position, plan, others, kept.again, self.states, budget.effort)
        move = self._legal(position, plan.steps[plan.at])
        self._plan = plan
        told = plan if kept.plan else replace(plan, at=0)  # a new plan from its beginning
        count = plan.tasks.view.compared_moves if plan.status == "optimal" else 0
        others = {
            other.text: self.maker.other(told, other, number < count, budget)
            for number, other in enumerate(other for other in position.moves if other != move)
        }
        return explain(position, move, told, _news(kept), others, self.knowledge, budget.effort)

    def _legal(self, position: Position, action: Action) -> Move:
        planned = self.maker.move_of(action)
        assert planned is not None, "the next move of a plan is one"
        try:
            return find_move(position, planned.text)
        except IllegalMove:
            step = Message("minds.planner.not_legal", {"step": str(action), "move": planned.text})
            raise BadKnowledge(self.knowledge, [Diagnostic(action.schema.line, step)]) from None

    def _unusable(self, error: BadInput) -> BadKnowledge:
        """What is wrong with the domain; or with the game's problem, when it is read in the domain's words."""
        if not isinstance(error, BadPddl):
            return BadKnowledge(self.knowledge, [Diagnostic(0, error.message)])
        if error.file == self.knowledge.name:
            return BadKnowledge(self.knowledge, [Diagnostic(error.line, error.what)])
        return BadKnowledge(
            self.knowledge, [Diagnostic(0, Message("minds.planner.unfit", {"what": quoted(error.what)}))]
        )


def _news(kept: _Kept) -> News:
    if kept.plan is None:
        return News(True, kept.again, () if kept.again is None else (kept.again,))
    still = kept.surprise and Message("minds.planner.still", {"what": quoted(kept.surprise)})
    return News(False, None, () if still is None else (still,))
