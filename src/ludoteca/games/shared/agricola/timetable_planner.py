"""The timetable planner: the working day as a constraint model for CP-SAT, written from the rules, not from the domain.

The players interact little: a card is used once, and an improvement is sold once. Which player starts a turn does not
change what the other can do. So the game of each player is a sequence of slots, turn by turn, and the model chooses the
action of each slot. The stock, the rooms, the people and the improvements follow from the slots before. The model is
complete: a cheapest timetable is an optimal plan.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm

from ortools.sat.python import cp_model

from ludoteca.games.shared.agricola.working_day import CardAction, Farm, WorkingDay, read_working_day
from ludoteca.planners.planner import SearchLimits, Solution, Status
from ludoteca.rules.planning.syntax import Number, tidy
from ludoteca.rules.planning.task import Action, Task

_PERIOD = 0.02  # seconds between two checks of the limits


def solve_timetable(task: Task, limits: SearchLimits, planner: str) -> Solution:
    """The solution of a task by a timetable; raises `UnsupportedProblem`. `planner` is the name to report."""
    if task.finished(task.initial):
        cost = task.total(task.initial, 0)
        return Solution(planner, "optimal", (), cost, cost, 0, limits.elapsed)
    return _Search(task, read_working_day(task), limits, planner).solution()


@dataclass(slots=True)
class _Slot:
    """A slot of a player's timetable: a literal for each action it may hold, and one that it holds any."""

    turn: int
    place: int
    card_actions: dict[int, cp_model.IntVar]  # by their number
    used: cp_model.IntVar


class _Timetable:
    """The constraint model: the slots of both players, and the cards and improvements they share."""

    def __init__(self, day: WorkingDay) -> None:
        self.day = day
        self.model = cp_model.CpModel()
        self.scale = lcm(*(Fraction(cost).denominator for cost in day.costs.values()), 1)
        self.slots = {farm.player: self._slots(farm) for farm in day.farms}
        self._cards()
        self._sales()
        self.costs = [self._cost(farm) for farm in day.farms]
        self.model.minimize(self.costs[0] + self.costs[1])
        first, second = day.farms
        if (first.counts, first.done, first.limits) == (second.counts, second.done, second.limits) and (
            len(first.rested),
            len(first.people),
        ) == (len(second.rested), len(second.people)):
            self.model.add(self.costs[0] <= self.costs[1])  # symmetry: the players could be swapped

    def _cost(self, farm: Farm) -> cp_model.LinearExpr:
        return _sum(
            {
                chosen: int(Fraction(self.day.costs[self.day.card_actions[number].cost]) * self.scale)
                for slot in self.slots[farm.player]
                for number, chosen in slot.card_actions.items()
            }
        )

    def _slots(self, farm: Farm) -> list[_Slot]:
        slots, counts = list[_Slot](), {name: self.model.new_constant(value) for name, value in farm.counts.items()}
        highest = dict(farm.counts)
        crowd = farm.counts["people"] + farm.limits["people"]
        for turn in range(self.day.turns):
            done, people = (farm.done, farm.rested) if turn == 0 else (0, farm.people)
            own = list[_Slot]()
            for place in range(min(len(people), crowd - done)):
                slot = self._slot(turn, place, counts, highest, done)
                if own:
                    self._in_order(own[-1], slot)
                own.append(slot)
            # Everyone who can act has acted, also those who were born in this turn.
            self.model.add(cp_model.LinearExpr.sum([slot.used for slot in own]) + done == counts["people"])
            slots += own
        for what, most in farm.limits.items():
            self.model.add(cp_model.LinearExpr.sum(list(self._chosen(slots, what))) <= most)
        return slots

    def _chosen(self, slots: list[_Slot], what: str) -> Iterator[cp_model.IntVar]:
        """The literals of an action in some slots, or of all actions that add a person."""
        for slot in slots:
            for number, chosen in slot.card_actions.items():
                card_action = self.day.card_actions[number]
                if card_action.schema == what or (what == "people" and card_action.adds_person):
                    yield chosen

    def _slot(
        self, turn: int, place: int, counts: dict[str, cp_model.IntVar], highest: dict[str, int], done: int
    ) -> _Slot:
        """Add a slot; the counts continue from those of the slot before."""
        model, card_actions = self.model, self.day.card_actions
        slot = _Slot(
            turn, place, {number: model.new_bool_var("") for number in range(len(card_actions))}, model.new_bool_var("")
        )
        model.add_exactly_one(*slot.card_actions.values(), slot.used.negated())
        model.add(counts["people"] >= done + place + 1).only_enforce_if(slot.used)
        for number, chosen in slot.card_actions.items():
            card_action = card_actions[number]
            if card_action.requires:
                model.add(chosen <= counts[card_action.requires])
            if card_action.rooms is not None:
                model.add(counts["room"] == card_action.rooms).only_enforce_if(chosen)
            if card_action.needs_spare_room:
                model.add(counts["room"] >= counts["people"] + 1).only_enforce_if(chosen)
        for name, before in counts.items():
            changes = {
                chosen: card_actions[n].changes[name]
                for n, chosen in slot.card_actions.items()
                if name in card_actions[n].changes
            }
            if changes:
                highest[name] += max(0, *changes.values())
                counts[name] = model.new_int_var(0, highest[name], "")
                model.add(counts[name] == before + _sum(changes))
        return slot

    def _in_order(self, before: _Slot, after: _Slot) -> None:
        """Symmetry breaking: of two actions that could be swapped, the free one with the lower number comes first."""
        self.model.add_implication(after.used, before.used)
        card_actions = self.day.card_actions
        for number, chosen in after.card_actions.items():
            if card_actions[number].free:
                later = [
                    other
                    for n, other in before.card_actions.items()
                    if not card_actions[n].adds_person and (not card_actions[n].free or n > number)
                ]
                self.model.add_at_most_one(chosen, *later)

    def _cards(self) -> None:
        """Add that a card is used once in the game, or once a turn if it returns."""
        uses: dict[tuple[int, int | None], list[cp_model.IntVar]] = defaultdict(list)
        for slots in self.slots.values():
            for slot in slots:
                for number, chosen in slot.card_actions.items():
                    kind = self.day.card_actions[number].kind
                    uses[kind, slot.turn if self.day.kinds[kind].returns else None].append(chosen)
        for (kind, turn), own in uses.items():
            cards = self.day.kinds[kind].cards if turn else self.day.kinds[kind].free
            self.model.add(cp_model.LinearExpr.sum(own) <= len(cards))

    def _sales(self) -> None:
        """Add that an improvement is sold once, if it is for sale."""
        sold: dict[str, list[cp_model.IntVar]] = defaultdict(list)
        for slots in self.slots.values():
            for slot in slots:
                for number, chosen in slot.card_actions.items():
                    card_action = self.day.card_actions[number]
                    if card_action.schema.startswith("take-improvement"):
                        sold[card_action.about[0]].append(chosen)
        for name, sales in sold.items():
            self.model.add(cp_model.LinearExpr.sum(sales) <= int(name in self.day.for_sale))


class _Search:
    def __init__(self, task: Task, day: WorkingDay, limits: SearchLimits, planner: str) -> None:
        self.planner = planner
        self.task = task
        self.day = day
        self.limits = limits
        self.table = _Timetable(day)
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.linearization_level = 2  # for the bound: a second instead of minutes
        self.solver.parameters.random_seed = 1
        self.solver.parameters.catch_sigint_signal = False
        self.bound: Number | None = None
        self.cost: Number | None = None

    def solution(self) -> Solution:
        status = self._solved()
        states = self.solver.num_branches
        if status == cp_model.INFEASIBLE:
            return Solution(self.planner, "unsolvable", None, None, None, states, self.limits.elapsed)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Solution(self.planner, "limit", None, None, self.bound, states, self.limits.elapsed)
        plan = tuple(_PlanBuilder(self.task, self.day).plan(self._timetable()))
        cost, bound = self._metric_value(self.solver.objective_value), self._bound(self.solver.best_objective_bound)
        proven: Status = "optimal" if status == cp_model.OPTIMAL else "gap"
        bound = cost if proven == "optimal" else bound
        return Solution(self.planner, proven, plan, cost, bound, states, self.limits.elapsed)

    def _solved(self) -> cp_model.CpSolverStatus:
        """Run the solver in a thread, so that the limits can be checked."""
        found = list[cp_model.CpSolverStatus]()
        self.solver.best_bound_callback = self._report_bound
        worker = threading.Thread(
            target=lambda: found.append(self.solver.solve(self.table.model, _SolutionListener(self)))
        )
        worker.start()
        while worker.is_alive():
            if self.limits.reached():
                self.solver.stop_search()
            self.limits.report(0, self.bound, self.cost)
            worker.join(_PERIOD)
        return found[0]

    def _report_bound(self, value: float) -> None:
        self.bound = self._bound(value)

    def report_cost(self, value: float) -> None:
        """Note the cost of a better timetable."""
        self.cost = self._metric_value(value)

    def _metric_value(self, value: float) -> Number:
        """The cost of a timetable as a value of the problem's metric."""
        return tidy(self.day.cost_so_far + Fraction(round(value), self.table.scale))

    def _bound(self, value: float) -> Number:
        return self._metric_value(ceil(value - 1e-6))

    def _timetable(self) -> Mapping[str, list[list[CardAction]]]:
        """The actions of each player, turn by turn."""
        return {
            player: [
                [
                    self.day.card_actions[n]
                    for slot in slots
                    if slot.turn == turn
                    for n, x in slot.card_actions.items()
                    if self._is(x)
                ]
                for turn in range(self.day.turns)
            ]
            for player, slots in self.table.slots.items()
        }

    def _is(self, chosen: cp_model.IntVar) -> bool:
        return self.solver.boolean_value(chosen)


class _SolutionListener(cp_model.CpSolverSolutionCallback):
    """Is called for every timetable that is better than the last."""

    def __init__(self, search: _Search) -> None:
        super().__init__()
        self.search = search

    def on_solution_callback(self) -> None:
        self.search.report_cost(self.objective_value)


class _PlanBuilder:
    """Builds the plan of a timetable: assigns people and cards, and adds the changes of player and turn."""

    def __init__(self, task: Task, day: WorkingDay) -> None:
        self.task = task
        self.day = day

    def plan(self, timetable: Mapping[str, list[list[CardAction]]]) -> Iterator[Action]:
        farms = {farm.player: farm for farm in self.day.farms}
        current, other = farms
        starting = self.day.starting
        free = [list(kind.free) for kind in self.day.kinds]
        for turn in range(self.day.turns):
            if turn:
                yield self._action("change-turn", starting, *(player for player in farms if player != starting))
                current, other = sorted(farms, key=lambda player: player != starting)
                free = [list(k.cards) if k.returns else left for k, left in zip(self.day.kinds, free, strict=True)]
            for player in (current, other):
                card_actions = timetable[player][turn]
                if player == other and card_actions:
                    yield self._action("change-player", current, other)
                    current, other = other, current
                people = farms[player].people if turn else farms[player].rested
                for person, card_action in zip(people, card_actions, strict=False):
                    yield self._action(
                        card_action.schema, player, person, free[card_action.kind].pop(), *card_action.about
                    )
                    if card_action.schema == "become-starting-player":
                        starting = player
        yield self._action("finish", current, other)

    def _action(self, *words: str) -> Action:
        return self.task.by_name[words]


def _sum(terms: Mapping[cp_model.IntVar, int]) -> cp_model.LinearExpr:
    return cp_model.LinearExpr.weighted_sum(list(terms), list(terms.values()))
