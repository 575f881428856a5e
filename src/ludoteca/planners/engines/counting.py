"""The planner `counting`: A* with an operator-counting heuristic, which is an integer program.

The search visits one state of each orbit (see `symmetry`). The heuristic (see `operator_counting`) gives a lower bound
on the cost of the rest, and how often each action occurs in the cheapest counts. After a step that is among them, the
remaining counts are those of the next state, and no integer program is solved for it. Where the counts can be put in
order, the search goes straight to a plan that costs as much as the bound, which proves it optimal.

Where the first integer programs do not settle a task, a second bound joins them, which is cheaper: the cut of landmarks
(see `delete_relaxation`). Where it is as good as the integer programs again and again, they are solved for few states.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ludoteca.planners.delete_relaxation import DeleteRelaxation
from ludoteca.planners.planner import FEATURES, OutOfLimits, Planner, SearchLimits, Solution, Status
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, State, Task

if TYPE_CHECKING:
    from ludoteca.planners.operator_counting import OperatorCounts

_DIVE = 16  # integer programs before the first dive; each later one after four times as many
_DEEPEST = 2000  # steps of a dive
_CUTS = 32  # integer programs before cuts of landmarks join them
_COMPARED = 16  # states for which both bounds are computed before the better one is known
_SELDOM = 24  # where integer programs do not pay, one for every so many states
_OFF_COUNT_LEVEL = 32  # among nodes with the same f, fewer multiples of so many off-count steps come first


@dataclass(slots=True)
class _Node:
    """A node of the search: a state, how it was reached, and the bound on the rest."""

    state: State
    g: Number
    depth: int
    parent: _Node | None
    h: Number  # a lower bound on the cost of the rest
    counts: Mapping[int, int] | None  # the cheapest counts of the rest, if known
    off_count_steps: int  # steps so far that were not in the counts: free ones could go on for ever
    closed: bool = False
    is_cut: bool = False  # the cut of landmarks is in its bound


class CountingPlanner(Planner):
    """A* with an operator-counting heuristic."""

    name = "counting"
    about = "planners.engines.counting.about"
    proves = True
    reads: ClassVar[frozenset[str]] = FEATURES - {"falling-costs"}

    def __init__(self, patience: int | None = None) -> None:
        """`patience` limits the number of integer programs; None means no limit."""
        self.patience = patience

    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        try:
            return _Search(task, limits, self.patience).run()
        except OutOfLimits:  # before the first state was expanded
            return Solution(self.name, "limit", None, None, None, 0, limits.elapsed)


class _Search:
    def __init__(self, task: Task, limits: SearchLimits, patience: int | None) -> None:
        self.task = task
        self.limits = limits
        self.patience = patience
        self.symmetry = Symmetry(task, checkpoint=limits.check)
        from ludoteca.planners.operator_counting import OperatorCounting  # loads the integer solver: half a second

        self.counting = OperatorCounting(task, self.symmetry, limits)
        self.cuts: DeleteRelaxation | None = None
        self.compared = 0
        self.stronger = 0  # integer programs that were better than the cut
        self.seldom = 0
        self.nodes: dict[State, _Node] = {}
        self.queue: list[tuple[Number, int, bool, int, int, _Node]] = []
        self.pushed = 0
        self.best: _Node | None = None
        self.counted = 0
        self.next_dive = _DIVE
        self.bound: Number = 0

    def run(self) -> Solution:
        root = _Node(self.symmetry.canonical(self.task.initial), 0, 0, None, 0, None, 0)
        self.nodes[root.state] = root
        self._push(root)
        reached = root
        while self.queue:
            lowest, *_, node = heapq.heappop(self.queue)
            if node.closed or lowest > node.g + node.h:
                continue
            if self.best is not None and self.best.g <= lowest:
                break
            self.bound = lowest
            if self._over():
                return self._solution("limit" if self.best is None else "gap", lowest)
            self.limits.report(len(self.nodes), self._metric_value(lowest), self._cost())
            if self.counted >= self.next_dive:
                self._dive(reached)
                self.next_dive = 4 * self.counted
            if not self._has_valid_counts(node) and not self._recount(node, lowest):
                continue
            if self.task.finished(node.state):
                self.best = node
                break
            self._expand(node)
            reached = node
        if self.best is None:
            return self._solution("unsolvable", None)
        return self._solution("optimal", self.best.g)

    def _over(self) -> bool:
        impatient = self.patience is not None and self.counted >= self.patience
        return impatient or self.limits.reached(len(self.nodes))

    def _count(self, state: State) -> OperatorCounts | None:
        self.counted += 1
        return self.counting.bound(state, self.limits)

    def _push(self, node: _Node) -> None:
        self.pushed += 1
        order = (node.off_count_steps // _OFF_COUNT_LEVEL, node.counts is None, -node.depth, self.pushed)
        heapq.heappush(self.queue, (node.g + node.h, *order, node))

    def _has_valid_counts(self, node: _Node) -> bool:
        """Whether a node has counts, and they satisfy the inequalities of its state."""
        return node.counts is not None and self.counting.satisfied_by(node.state, node.counts)

    def _recount(self, node: _Node, lowest: Number) -> bool:
        """Compute the bounds of a node; whether the node is still the next one to expand."""
        cut = self._cut(node)
        if node.closed or node.g + node.h > lowest:
            return self._put_back(node)
        if not self._programs_pay():
            return True
        count = self._count(node.state)
        if count is None:
            node.closed = True
            return False
        if cut is not None:
            self.compared += 1
            self.stronger += count.cost > cut
        if node.counts is not None:
            node.off_count_steps += 1
        node.counts = count.counts
        node.h = max(node.h, count.cost)
        return self._put_back(node) if node.g + node.h > lowest else True

    def _put_back(self, node: _Node) -> bool:
        if not node.closed:
            self._push(node)
        return False

    def _cut(self, node: _Node) -> Number | None:
        """Add the cut of landmarks to the bound of a node; None before cuts are used, and where one was computed."""
        if self.counted < _CUTS or node.is_cut:
            return None
        self.cuts = self.cuts or DeleteRelaxation(self.task)
        cut = self.cuts.landmark_cut(node.state)
        node.is_cut, node.closed = True, cut is None
        node.h = node.h if cut is None else max(node.h, cut)
        return cut

    def _programs_pay(self) -> bool:
        """Whether the next integer program is worth its time: one in eight is better than the cut, or few are known."""
        if self.compared < _COMPARED or 8 * self.stronger >= self.compared:
            return True
        self.seldom += 1
        return self.seldom % _SELDOM == 0

    def _expand(self, node: _Node) -> None:
        node.closed = True
        for action in self.task.applicable(node.state):
            after = self.task.after(node.state, action)
            cost = self.task.cost(node.state, action, after)
            self._reach(node, action, self.symmetry.canonical(after), cost)

    def _reach(self, node: _Node, action: Action, state: State, cost: Number) -> None:
        g = node.g + cost
        known = self.nodes.get(state)
        if known is not None and known.g <= g:
            return
        orbit, planned = self.counting.orbit_of[id(action)], node.counts or {}
        counts, off_count_steps = self._rest(planned, orbit, cost), node.off_count_steps + (orbit not in planned)
        bound = max(0, node.h - cost)
        if known is not None:  # a cheaper path to a known state: its bound and counts still hold
            bound, counts = max(bound, known.h), known.counts or counts
        fresh = _Node(state, g, node.depth + 1, node, bound, counts, off_count_steps)
        if known is not None:
            known.closed = True
        self.nodes[state] = fresh
        self._push(fresh)

    def _dive(self, node: _Node) -> None:
        """Search greedily for some plan, in case time runs out: counted steps first, then cheap ones."""
        seen, left = {node.state}, _DEEPEST
        while left and not self.task.finished(node.state) and not self.limits.reached(len(self.nodes)):
            left -= 1
            if not self._has_valid_counts(node):
                count = self._count(node.state)
                if count is None:
                    return
                node.counts = count.counts
            step = self._cheapest(node, seen)
            if step is None or (self.best is not None and step.g >= self.best.g):
                return
            node = step
            seen.add(node.state)
        if self.task.finished(node.state) and (self.best is None or node.g < self.best.g):
            self.best = node
            self.limits.report(len(self.nodes), self._metric_value(self.bound), self._cost(), at_once=True)

    def _cheapest(self, node: _Node, seen: set[State]) -> _Node | None:
        """The next step of a dive, to a state it has not visited."""
        best: tuple[bool, Number] | None = None
        found: _Node | None = None
        for action in self.task.applicable(node.state):
            after = self.task.after(node.state, action)
            state = self.symmetry.canonical(after)
            if state in seen:
                continue
            cost = self.task.cost(node.state, action, after)
            counts = self._rest(node.counts or {}, self.counting.orbit_of[id(action)], cost)
            if best is None or (counts is None, cost) < best:
                best = (counts is None, cost)
                found = _Node(state, node.g + cost, node.depth + 1, node, 0, counts, node.off_count_steps)
        return found

    def _rest(self, counts: Mapping[int, int], orbit: int, cost: Number) -> Mapping[int, int] | None:
        """The counts of the rest after a step, if the step is among them or free."""
        left = counts.get(orbit, 0)
        if left:
            return {**counts, orbit: left - 1} if left > 1 else {k: n for k, n in counts.items() if k != orbit}
        return counts if cost == 0 else None

    # Results

    def _metric_value(self, g: Number | None) -> Number | None:
        return None if g is None else self.task.plan_value(g)

    def _cost(self) -> Number | None:
        return None if self.best is None else self.task.plan_value(self.best.g)

    def _solution(self, status: Status, bound: Number | None) -> Solution:
        plan = None if self.best is None else self._plan(self.best)
        return Solution(
            "counting", status, plan, self._cost(), self._metric_value(bound), len(self.nodes), self.limits.elapsed
        )

    def _plan(self, last: _Node) -> tuple[Action, ...]:
        path, node = list[tuple[State, Number]](), last
        while node.parent is not None:
            path.append((node.state, node.g - node.parent.g))
            node = node.parent
        return self.symmetry.restore_names(reversed(path))


PLANNER = CountingPlanner
