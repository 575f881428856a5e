"""Small random problems of well-known domains, and the cost of their optimal plans."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ludoteca.games.agricola_planning import domain as agricola
from ludoteca.games.agricola_planning.generate import ALL_GOODS, CARDS, COSTS, ProblemSetting, problem_pddl
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.syntax import Domain, Number
from ludoteca.rules.planning.task import State, Task

DOMAINS = Path(__file__).parent / "domains"


@cache
def domain_of(name: str) -> Domain:
    return read_domain((DOMAINS / f"{name}.pddl").read_text(encoding="utf-8"), f"{name}.pddl")


def task_of(domain: Domain, problem: str) -> Task:
    return ground(domain, read_problem(problem, domain))


def blocks(seed: int) -> Task:
    """Towers by lot, and other towers to build of them."""
    lot = random.Random(seed)
    names = ["a", "b", "c", "d"][: lot.choice((3, 3, 4))]
    init, goal = " ".join(_towers(lot, names)), " ".join(_towers(lot, names))
    return task_of(
        domain_of("blocks"),
        f"(define (problem blocks) (:domain blocks) (:objects {' '.join(names)}) (:init (empty-hand) {init})"
        f" (:goal (and {goal})))",
    )


def _towers(lot: random.Random, names: list[str]) -> Iterator[str]:
    below = ""
    for name in lot.sample(names, len(names)):
        if not below or lot.random() < 0.4:
            yield f"(on-table {name})" + (f" (clear {below})" if below else "")
        else:
            yield f"(on {name} {below})"
        below = name
    yield f"(clear {below})"


def courier(seed: int) -> Task:
    """Parcels to deliver; some problems are unsolvable."""
    lot = random.Random(seed)
    places, parcels = ["p", "q", "r"], ["c1", "c2"][: lot.choice((1, 2))]
    init = [f"(= (fuel v) {lot.randint(0, 9)}) (= (tank v) {lot.randint(4, 9)}) (= (room v) {lot.randint(1, 3)})"]
    init += [f"(at v {lot.choice(places)}) (station {lot.choice(places)})"]
    init += [f"(= (paid) {lot.choice((0, 7))}) (= (hours) 0) (= (day) 7)"]
    for one in places:
        init += [f"(= (miles {one} {two}) {0 if one == two else lot.choice((1, 2, 4))})" for two in places]
    init += [f"(at {parcel} {lot.choice(places)}) (= (size {parcel}) {lot.choice((1, 1, 2))})" for parcel in parcels]
    goal = " ".join(f"(at {parcel} {lot.choice(places)})" for parcel in parcels)
    metric = lot.choice(("(paid)", "(paid)", "(+ (paid) (* 2 (hours)))"))
    return task_of(
        domain_of("courier"),
        f"(define (problem courier) (:domain courier) (:objects v - van {' '.join(parcels)} - parcel"
        f" {' '.join(places)} - place) (:init {' '.join(init)}) (:goal (and {goal})) (:metric minimize {metric}))",
    )


def working_day(seed: int, turns: int = 2, cards: float = 0.3, people: tuple[int, ...] = (1,)) -> Task:
    """Agricola's working day with some of its cards, goods and costs by lot."""
    lot = random.Random(seed)
    chosen = tuple(card for card in CARDS if lot.random() < cards)
    goods = {good: lot.choice((0, 1, 5, 20)) for good in ALL_GOODS}
    text = problem_pddl(ProblemSetting(lot.randint(1, turns), lot.choice(people), goods, chosen, lot.random() < 0.5))
    for deed, cost in COSTS.items():
        text = text.replace(f"(= (cost {deed}) {cost})", f"(= (cost {deed}) {lot.choice((cost, cost, 0, 3, '1.5'))})")
    text = text.replace("(= (fences j1) 0)", f"(= (fences j1) {lot.choice((0, 8, 12))})")
    text = text.replace("(= (cells j2 room) 2)", f"(= (cells j2 room) {lot.choice((2, 4, 5))})")
    text = text.replace("(= (cells j1 field) 0)", f"(= (cells j1 field) {lot.choice((0, 1))})")
    if lot.random() < 0.3:
        text = text.replace("(for-sale hearth-1)", "(owns j1 hearth-1)")
    return task_of(agricola(), text)


def best(task: Task) -> Number | None:
    """The cost of an optimal plan by exhaustive search; None where there is no plan."""
    paid: dict[State, Number] = {task.initial: 0}
    queue: list[tuple[Number, int, State]] = [(0, 0, task.initial)]
    while queue:
        cost, _, state = heapq.heappop(queue)
        if cost > paid[state]:
            continue
        if task.finished(state):
            return task.plan_value(cost)
        for action in task.applicable(state):
            after = task.after(state, action)
            more = cost + task.cost(state, action, after)
            if after not in paid or more < paid[after]:
                paid[after] = more
                heapq.heappush(queue, (more, len(paid), after))
    return None
