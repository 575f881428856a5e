"""Agricola's working day as a timetable: a constraint model for CP-SAT, written from the rules and not from the domain.

What players do to each other is little: a card is used once, an improvement is sold once. Who begins a turn changes
nothing that the other may do. So each player's game is a row of slots, turn by turn, and the model says of every slot
what is done in it, if anything. What lies in the yard, how many rooms there are, who has an oven: all of that follows
from the slots before. The model leaves nothing out: its best timetable is a best plan.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import ClassVar

from ortools.sat.python import cp_model

from ludoteca.core.i18n import Message
from ludoteca.games.agricola_planning import domain
from ludoteca.planners.mimir import written
from ludoteca.planners.planner import FEATURES, Planner, SearchLimits, Solution, Status
from ludoteca.planners.workday import Day, Deed, Farm, Strange, read_day
from ludoteca.rules.planning.syntax import Number, tidy
from ludoteca.rules.planning.task import Action, Task

_TICK = 0.02  # seconds between two looks at the clock


class SchedulePlanner(Planner):
    """A timetable of the whole game, by constraints."""

    name = "schedule"
    proves = True
    reads: ClassVar[frozenset[str]] = FEATURES

    def refuses(self, task: Task) -> Message | None:
        if written(task.domain.text) != written(domain().text):
            return Message("planners.schedule.other_domain", {"domain": task.domain.name})
        try:
            read_day(task)
        except Strange as error:
            return Message("planners.schedule.other_problem", {"what": str(error)})
        return None

    def solve(self, task: Task, watch: SearchLimits) -> Solution:
        if task.finished(task.initial):
            cost = task.total(task.initial, 0)
            return Solution(self.name, "optimal", (), cost, cost, 0, watch.passed)
        return _Search(task, read_day(task), watch).solution()


@dataclass(slots=True)
class _Slot:
    """A place in a player's timetable: the deeds it may hold, and the literal that it holds one."""

    turn: int
    place: int
    deeds: dict[int, cp_model.IntVar]  # by their number
    used: cp_model.IntVar


class _Timetable:
    """The model: slots for both players, and what they have in common."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.model = cp_model.CpModel()
        self.scale = lcm(*(Fraction(cost).denominator for cost in day.costs.values()), 1)
        self.slots = {farm.player: self._slots(farm) for farm in day.farms}
        self._cards()
        self._sales()
        self.costs = [self._cost(farm) for farm in day.farms]
        self.model.minimize(self.costs[0] + self.costs[1])
        first, second = day.farms
        if (first.counts, first.done, first.most) == (second.counts, second.done, second.most) and (
            len(first.rested),
            len(first.people),
        ) == (len(second.rested), len(second.people)):
            self.model.add(self.costs[0] <= self.costs[1])  # they could change places

    def _cost(self, farm: Farm) -> cp_model.LinearExpr:
        return _sum(
            {
                chosen: int(Fraction(self.day.costs[self.day.deeds[number].cost]) * self.scale)
                for slot in self.slots[farm.player]
                for number, chosen in slot.deeds.items()
            }
        )

    def _slots(self, farm: Farm) -> list[_Slot]:
        slots, counts = list[_Slot](), {name: self.model.new_constant(value) for name, value in farm.counts.items()}
        highest = dict(farm.counts)
        crowd = farm.counts["people"] + farm.most["people"]
        for turn in range(self.day.turns):
            done, people = (farm.done, farm.rested) if turn == 0 else (0, farm.people)
            own = list[_Slot]()
            for place in range(min(len(people), crowd - done)):
                slot = self._slot(turn, place, counts, highest, done)
                if own:
                    self._in_order(own[-1], slot)
                own.append(slot)
            # All that can act have acted: those who were born in this turn too.
            self.model.add(cp_model.LinearExpr.sum([slot.used for slot in own]) + done == counts["people"])
            slots += own
        for what, most in farm.most.items():
            self.model.add(cp_model.LinearExpr.sum(list(self._chosen(slots, what))) <= most)
        return slots

    def _chosen(self, slots: list[_Slot], what: str) -> Iterator[cp_model.IntVar]:
        """Where something is done, or somebody is born."""
        for slot in slots:
            for number, chosen in slot.deeds.items():
                deed = self.day.deeds[number]
                if deed.action == what or (what == "people" and deed.grows):
                    yield chosen

    def _slot(
        self, turn: int, place: int, counts: dict[str, cp_model.IntVar], highest: dict[str, int], done: int
    ) -> _Slot:
        """One more slot; what is counted goes on from what it was."""
        model, deeds = self.model, self.day.deeds
        slot = _Slot(
            turn, place, {number: model.new_bool_var("") for number in range(len(deeds))}, model.new_bool_var("")
        )
        model.add_exactly_one(*slot.deeds.values(), slot.used.negated())
        model.add(counts["people"] >= done + place + 1).only_enforce_if(slot.used)
        for number, chosen in slot.deeds.items():
            deed = deeds[number]
            if deed.requires:
                model.add(chosen <= counts[deed.requires])
            if deed.rooms is not None:
                model.add(counts["room"] == deed.rooms).only_enforce_if(chosen)
            if deed.with_room:
                model.add(counts["room"] >= counts["people"] + 1).only_enforce_if(chosen)
        for name, before in counts.items():
            changes = {chosen: deeds[n].changes[name] for n, chosen in slot.deeds.items() if name in deeds[n].changes}
            if changes:
                highest[name] += max(0, *changes.values())
                counts[name] = model.new_int_var(0, highest[name], "")
                model.add(counts[name] == before + _sum(changes))
        return slot

    def _in_order(self, before: _Slot, after: _Slot) -> None:
        """Of two deeds that could change places, only one order: what is free comes first, by its number."""
        self.model.add_implication(after.used, before.used)
        deeds = self.day.deeds
        for number, chosen in after.deeds.items():
            if deeds[number].free:
                later = [
                    other
                    for n, other in before.deeds.items()
                    if not deeds[n].grows and (not deeds[n].free or n > number)
                ]
                self.model.add_at_most_one(chosen, *later)

    def _cards(self) -> None:
        """A card is used once in the game, or once a turn."""
        uses: dict[tuple[int, int | None], list[cp_model.IntVar]] = defaultdict(list)
        for slots in self.slots.values():
            for slot in slots:
                for number, chosen in slot.deeds.items():
                    kind = self.day.deeds[number].kind
                    uses[kind, slot.turn if self.day.kinds[kind].returns else None].append(chosen)
        for (kind, turn), own in uses.items():
            cards = self.day.kinds[kind].cards if turn else self.day.kinds[kind].free
            self.model.add(cp_model.LinearExpr.sum(own) <= len(cards))

    def _sales(self) -> None:
        """An improvement is sold once."""
        sold: dict[str, list[cp_model.IntVar]] = defaultdict(list)
        for slots in self.slots.values():
            for slot in slots:
                for number, chosen in slot.deeds.items():
                    deed = self.day.deeds[number]
                    if deed.action.startswith("take-improvement"):
                        sold[deed.about[0]].append(chosen)
        for name, sales in sold.items():
            self.model.add(cp_model.LinearExpr.sum(sales) <= int(name in self.day.for_sale))


class _Search:
    def __init__(self, task: Task, day: Day, watch: SearchLimits) -> None:
        self.task = task
        self.day = day
        self.watch = watch
        self.table = _Timetable(day)
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.linearization_level = 2  # the bound comes from there: minutes without, a second with it
        self.solver.parameters.random_seed = 1
        self.solver.parameters.catch_sigint_signal = False
        self.bound: Number | None = None
        self.cost: Number | None = None

    def solution(self) -> Solution:
        status = self._solved()
        states = self.solver.num_branches
        if status == cp_model.INFEASIBLE:
            return Solution("schedule", "unsolvable", None, None, None, states, self.watch.passed)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Solution("schedule", "limit", None, None, self.bound, states, self.watch.passed)
        plan = tuple(_Telling(self.task, self.day).plan(self._timetable()))
        cost, bound = self._told(self.solver.objective_value), self._bound(self.solver.best_objective_bound)
        told: Status = "optimal" if status == cp_model.OPTIMAL else "gap"
        return Solution("schedule", told, plan, cost, cost if told == "optimal" else bound, states, self.watch.passed)

    def _solved(self) -> cp_model.CpSolverStatus:
        """Let the solver work beside us, so that somebody can look at the clock."""
        found = list[cp_model.CpSolverStatus]()
        self.solver.best_bound_callback = self._hear_bound
        worker = threading.Thread(target=lambda: found.append(self.solver.solve(self.table.model, _Ear(self))))
        worker.start()
        while worker.is_alive():
            if self.watch.over():
                self.solver.stop_search()
            self.watch.note(0, self.bound, self.cost)
            worker.join(_TICK)
        return found[0]

    def _hear_bound(self, value: float) -> None:
        self.bound = self._bound(value)

    def hear(self, value: float) -> None:
        """A better timetable was found."""
        self.cost = self._told(value)

    def _told(self, value: float) -> Number:
        """What a timetable costs, in the problem's own number."""
        return tidy(self.day.paid + Fraction(round(value), self.table.scale))

    def _bound(self, value: float) -> Number:
        return self._told(ceil(value - 1e-6))

    def _timetable(self) -> Mapping[str, list[list[Deed]]]:
        """What each player does, turn by turn."""
        return {
            player: [
                [self.day.deeds[n] for slot in slots if slot.turn == turn for n, x in slot.deeds.items() if self._is(x)]
                for turn in range(self.day.turns)
            ]
            for player, slots in self.table.slots.items()
        }

    def _is(self, chosen: cp_model.IntVar) -> bool:
        return self.solver.boolean_value(chosen)


class _Ear(cp_model.CpSolverSolutionCallback):
    """Hears of every timetable that is better than the last."""

    def __init__(self, search: _Search) -> None:
        super().__init__()
        self.search = search

    def on_solution_callback(self) -> None:
        self.search.hear(self.objective_value)


class _Telling:
    """A timetable as a plan: people and cards get their names, and the turns change."""

    def __init__(self, task: Task, day: Day) -> None:
        self.task = task
        self.day = day

    def plan(self, timetable: Mapping[str, list[list[Deed]]]) -> Iterator[Action]:
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
                deeds = timetable[player][turn]
                if player == other and deeds:
                    yield self._action("change-player", current, other)
                    current, other = other, current
                people = farms[player].people if turn else farms[player].rested
                for person, deed in zip(people, deeds, strict=False):
                    yield self._action(deed.action, player, person, free[deed.kind].pop(), *deed.about)
                    if deed.action == "become-starting-player":
                        starting = player
        yield self._action("finish", current, other)

    def _action(self, *words: str) -> Action:
        return self.task.by_name[words]


def _sum(terms: Mapping[cp_model.IntVar, int]) -> cp_model.LinearExpr:
    return cp_model.LinearExpr.weighted_sum(list(terms), list(terms.values()))


PLANNER = SchedulePlanner
