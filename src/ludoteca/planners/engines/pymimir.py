"""pymimir's A* without a heuristic, run in this process.

The task goes to pymimir's own parser and successor generator, in C++. Only its layout changes: comments are left out,
all requirements are declared, and preconditions, effects and goals are wrapped in the ``(and …)`` that pymimir expects.
The search has no limits that suit us, so its goal test, which is called for every state, keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from ludoteca.core.i18n import Message
from ludoteca.planners.planner import Planner, SearchLimits, Solution, Status, as_claim
from ludoteca.rules.planning.s_expressions import Group, Node, Word, read_text
from ludoteca.rules.planning.syntax import Atom, Domain, Problem
from ludoteca.rules.planning.task import Action, Task

try:
    from pymimir.advanced import formalism, search
except ImportError:  # the library is not built for every machine
    formalism = search = None

_GoalStrategy: Any = object if search is None else search.IGoalStrategy

_REPORT_STATES = 500  # states between two progress reports
_FEATURES = frozenset(
    {
        "negative-preconditions",
        "quantified-preconditions",
        "conditional-effects",
        "universal-effects",
        "numeric-fluents",
    }
)  # it misreads disjunctions over numbers
_REQUIREMENTS = "(:requirements :strips :typing :equality :adl :numeric-fluents :action-costs)"
_TOTAL = Atom("total-cost")
_PARTS = ((":parameters", "()"), (":precondition", "(and)"), (":effect", "(and)"))
_JOINED = (":precondition", ":effect", ":goal")


class PymimirPlanner(Planner):
    """A* without a heuristic."""

    name = "pymimir"
    about = "planners.engines.pymimir.about"
    proves = False
    claims = True
    reads: ClassVar[frozenset[str]] = _FEATURES

    @classmethod
    def missing(cls) -> Message | None:
        return Message("planners.pymimir.missing") if search is None else None

    def refuses(self, task: Task) -> Message | None:
        try:
            PymimirTask(task.domain, task.problem)
        except Unreadable as error:
            return Message("planners.pymimir.unreadable", {"reason": str(error).strip()})
        if any(action.may_conflict for action in task.actions):
            return Message("planners.pymimir.may_conflict")
        metric_places = {place for places, _ in task.metric.terms for place in places}
        if any(
            change.place in metric_places
            for action in task.actions
            for _, effect in action.conditional_effects
            for change in effect.changes
        ):
            return Message("planners.pymimir.conditional_costs")
        return None

    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        parsed = PymimirTask(task.domain, task.problem)
        goal_test = _GoalTest(parsed, task, limits)
        options = search.AStarEagerOptions()
        options.event_handler = search.DefaultAStarEagerEventHandler(parsed.problem, True)  # which prints nothing
        options.goal_strategy = goal_test
        blind = search.BlindHeuristic.create(parsed.problem)
        try:
            result = search.find_solution_astar_eager(parsed.context, blind, options)
        except _LimitReached:
            return goal_test.solution("limit", None)
        if result.plan is not None:
            plan = tuple(task.by_name[parsed.named(action)] for action in result.plan.get_actions())
            return goal_test.solution("optimal", plan)
        over = result.status in (search.SearchStatus.EXHAUSTED, search.SearchStatus.UNSOLVABLE)
        return goal_test.solution("unsolvable" if over else "limit", None)


class _LimitReached(Exception):
    """The search has reached a limit."""


class _GoalTest(_GoalStrategy):
    """The goal test of the search; it counts the states and keeps the limits."""

    def __init__(self, parsed: PymimirTask, task: Task, limits: SearchLimits) -> None:
        super().__init__()
        self.goal = parsed.goal
        self.task = task
        self.limits = limits
        self.states = 0

    def test_static_goal(self) -> bool:
        return bool(self.goal.test_static_goal())

    def test_dynamic_goal(self, state: search.State) -> bool:
        self.states += 1
        if self.limits.reached(self.states):
            raise _LimitReached
        if self.states % _REPORT_STATES == 0:
            self.limits.report(self.states, None, None)
        return bool(self.goal.test_dynamic_goal(state))

    def solution(self, status: Status, plan: tuple[Action, ...] | None) -> Solution:
        cost = None if plan is None else self.task.total(self.task.replay(plan)[-1], len(plan))
        return as_claim(Solution("pymimir", status, plan, cost, None, self.states, self.limits.elapsed))


class Unreadable(Exception):
    """pymimir cannot read a problem."""


class PymimirTask:
    """A problem as pymimir parsed it; raises `Unreadable`."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        features = domain.features | problem.features
        if not features <= _FEATURES:
            raise Unreadable(", ".join(sorted(features - _FEATURES)))
        self.schemas = domain.schemas
        options = formalism.ParserOptions()
        try:
            parser = formalism.Parser(_with_own_metric(problem, pymimir_text(domain.text)), "", options)
            self.problem = parser.parse_problem(
                _with_own_metric(problem, pymimir_text(problem.text, problem.time_as_steps)), "", options
            )
        except (RuntimeError, ValueError, IndexError) as error:
            raise Unreadable(str(error)) from None
        # The grounded generator is twice as fast, but it prints its progress.
        lifted = search.LiftedOptions(search.LiftedKPKCOptions(search.SymmetryPruning.OFF))
        self.context = search.SearchContext.create(self.problem, search.SearchContextOptions(lifted))
        self.goal = search.ProblemGoalStrategy.create(self.problem)

    def named(self, action: formalism.GroundAction) -> tuple[str, ...]:
        """An action's name and arguments, without the witnesses of existential conditions, which pymimir appends."""
        name, objects = action.get_action().get_name(), action.get_objects()
        wanted = len(self.schemas[name].parameters)
        return (name, *(each.get_name() for each in list(objects)[:wanted]))


def _with_own_metric(problem: Problem, text: str) -> str:
    """A text in which `total-cost` is the metric or has another name: pymimir always minimizes it."""
    metric = problem.metric
    asked = metric is not None and (metric.direction, metric.expression) == ("minimize", _TOTAL)
    return text if asked else text.replace(str(_TOTAL), "(all-costs)")


def pymimir_text(text: str, time_as_steps: bool = False) -> str:
    """A PDDL text as pymimir reads it; with `time_as_steps` without its metric, since pymimir then counts steps.

    >>> pymimir_text("(define (problem p) ; one\\n (:domain d) (:init) (:goal (done)))")
    '(define (problem p) (:domain d) (:init) (:goal (and (done))))'
    """
    whole = read_text(text, "")
    sections = [section for section in whole.items if not _is_left_out(section, time_as_steps)]
    words = [_item_text(section) for section in sections]
    title = whole.items[1]
    if isinstance(title, Group) and title.head == "domain":
        words.insert(2, _REQUIREMENTS)
    return f"({' '.join(words)})"


def _is_left_out(section: Node, time_as_steps: bool) -> bool:
    """Whether pymimir gets a section in other words, or not at all."""
    heads = (":requirements", ":metric") if time_as_steps else (":requirements",)
    return isinstance(section, Group) and section.head in heads


def _item_text(node: Node) -> str:
    if isinstance(node, Word):
        return node.text
    words = list(_items(node))
    if node.head == ":action":  # pymimir crashes on an action without one of its parts
        for place, (part, nothing) in enumerate(_PARTS, 1):
            if part not in words:
                words[2 * place : 2 * place] = [part, nothing]
    return f"({' '.join(words)})"


def _items(group: Group) -> Iterator[str]:
    before = ""
    for node in group.items:
        alone = before in _JOINED and isinstance(node, Group) and node.head != "and"
        yield f"(and {_item_text(node)})".replace("(and ())", "(and)") if alone else _item_text(node)
        before = node.text if isinstance(node, Word) else ""


PLANNER = PymimirPlanner
