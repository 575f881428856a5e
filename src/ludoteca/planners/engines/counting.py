"""A search that is led by counting, and proves what it finds.

A* over states that are really different: interchangeable objects make one state of many. The bound of a state comes
from an integer program (see `counting_bound`), and with it how often each action occurs in the cheapest count. A step
that is among them takes us to a state whose bound is known without solving anything; other steps are looked at only
when their turn comes. Where the cheapest counts can be put in order, the search walks straight to a plan that costs
what the bound says, and that is the proof.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ludoteca.planners.operator_counting import Count, Counting
from ludoteca.planners.planner import FEATURES, Planner, SearchLimits, Solution, Status
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, State, Task

_DIVE = 16  # counts before the first dive; then four times as many, and so on
_DEEPEST = 2000  # steps of a dive
_ASTRAY = 32  # steps that nobody counted on: states with more of them behind them wait until the others were looked at


@dataclass(slots=True)
class _Node:
    """A state that was reached: how, at what cost, and what is known of the way on."""

    state: State
    paid: Number
    depth: int
    parent: _Node | None
    bound: Number  # for the rest of the way
    counts: Mapping[int, int] | None  # of the cheapest rest, if it was counted
    astray: int  # steps on the way there that nobody counted on; free ones could go on for ever
    closed: bool = False


class CountingPlanner(Planner):
    """The house's own planner: A* with a bound that counts actions."""

    name = "counting"
    proves = True
    reads: ClassVar[frozenset[str]] = FEATURES - {"falling-costs"}

    def __init__(self, patience: int | None = None) -> None:
        """`patience` is how often it may count before it gives up."""
        self.patience = patience

    def solve(self, task: Task, watch: SearchLimits) -> Solution:
        return _Search(task, watch, self.patience).run()


class _Search:
    def __init__(self, task: Task, watch: SearchLimits, patience: int | None) -> None:
        self.task = task
        self.watch = watch
        self.patience = patience
        self.symmetry = Symmetry(task)
        self.counting = Counting(task, self.symmetry)
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
            if node.closed or lowest > node.paid + node.bound:
                continue
            if self.best is not None and self.best.paid <= lowest:
                break
            self.bound = lowest
            if self._over():
                return self._solution("limit" if self.best is None else "gap", lowest)
            self.watch.note(len(self.nodes), self._told(lowest), self._cost())
            if self.counted >= self.next_dive:
                self._dive(reached)
                self.next_dive = 4 * self.counted
            if not self._led(node) and not self._counted(node, lowest):
                continue
            if self.task.finished(node.state):
                self.best = node
                break
            self._expand(node)
            reached = node
        if self.best is None:
            return self._solution("unsolvable", None)
        return self._solution("optimal", self.best.paid)

    def _over(self) -> bool:
        impatient = self.patience is not None and self.counted >= self.patience
        return impatient or self.watch.over(len(self.nodes))

    def _count(self, state: State) -> Count | None:
        self.counted += 1
        return self.counting.bound(state, self.watch.left)

    def _push(self, node: _Node) -> None:
        self.pushed += 1
        order = (node.astray // _ASTRAY, node.counts is None, -node.depth, self.pushed)
        heapq.heappush(self.queue, (node.paid + node.bound, *order, node))

    def _led(self, node: _Node) -> bool:
        """Whether the counts a state came with still make sense there."""
        return node.counts is not None and self.counting.fits(node.state, node.counts)

    def _counted(self, node: _Node, lowest: Number) -> bool:
        """Count for a state; whether it is still the next one to look at."""
        count = self._count(node.state)
        if count is None:
            node.closed = True
            return False
        if node.counts is not None:
            node.astray += 1
        node.counts = count.counts
        node.bound = max(node.bound, count.cost)
        if node.paid + node.bound > lowest:
            self._push(node)
            return False
        return True

    def _expand(self, node: _Node) -> None:
        node.closed = True
        for action in self.task.applicable(node.state):
            after = self.task.after(node.state, action)
            cost = self.task.cost(node.state, action, after)
            self._reach(node, action, self.symmetry.canonical(after), cost)

    def _reach(self, node: _Node, action: Action, state: State, cost: Number) -> None:
        paid = node.paid + cost
        known = self.nodes.get(state)
        if known is not None and known.paid <= paid:
            return
        kind, planned = self.counting.kind[id(action)], node.counts or {}
        counts, astray = self._rest(planned, kind, cost), node.astray + (kind not in planned)
        bound = max(0, node.bound - cost)
        if known is not None:  # a cheaper way to where we have been: what is known of the rest still holds
            bound, counts = max(bound, known.bound), known.counts or counts
        fresh = _Node(state, paid, node.depth + 1, node, bound, counts, astray)
        if known is not None:
            known.closed = True
        self.nodes[state] = fresh
        self._push(fresh)

    def _dive(self, node: _Node) -> None:
        """Go straight on to some plan, so that there is one whatever happens: counted steps first, then cheap ones."""
        seen, left = {node.state}, _DEEPEST
        while left and not self.task.finished(node.state) and not self.watch.over(len(self.nodes)):
            left -= 1
            if not self._led(node):
                count = self._count(node.state)
                if count is None:
                    return
                node.counts = count.counts
            step = self._cheapest(node, seen)
            if step is None or (self.best is not None and step.paid >= self.best.paid):
                return
            node = step
            seen.add(node.state)
        if self.task.finished(node.state) and (self.best is None or node.paid < self.best.paid):
            self.best = node
            self.watch.note(len(self.nodes), self._told(self.bound), self._cost(), at_once=True)

    def _cheapest(self, node: _Node, seen: set[State]) -> _Node | None:
        """The best next step of a dive, to where it has not been."""
        best: tuple[bool, Number] | None = None
        found: _Node | None = None
        for action in self.task.applicable(node.state):
            after = self.task.after(node.state, action)
            state = self.symmetry.canonical(after)
            if state in seen:
                continue
            cost = self.task.cost(node.state, action, after)
            counts = self._rest(node.counts or {}, self.counting.kind[id(action)], cost)
            if best is None or (counts is None, cost) < best:
                best = (counts is None, cost)
                found = _Node(state, node.paid + cost, node.depth + 1, node, 0, counts, node.astray)
        return found

    def _rest(self, counts: Mapping[int, int], kind: int, cost: Number) -> Mapping[int, int] | None:
        """The counts of a cheapest rest after one more step, if the step is among them or free."""
        left = counts.get(kind, 0)
        if left:
            return {**counts, kind: left - 1} if left > 1 else {k: n for k, n in counts.items() if k != kind}
        return counts if cost == 0 else None

    # What is told

    def _told(self, paid: Number | None) -> Number | None:
        return None if paid is None else self.task.plan_value(paid)

    def _cost(self) -> Number | None:
        return None if self.best is None else self.task.plan_value(self.best.paid)

    def _solution(self, status: Status, bound: Number | None) -> Solution:
        plan = None if self.best is None else self._plan(self.best)
        return Solution("counting", status, plan, self._cost(), self._told(bound), len(self.nodes), self.watch.passed)

    def _plan(self, last: _Node) -> tuple[Action, ...]:
        path, node = list[tuple[State, Number]](), last
        while node.parent is not None:
            path.append((node.state, node.paid - node.parent.paid))
            node = node.parent
        return self.symmetry.told_apart(reversed(path))


PLANNER = CountingPlanner
