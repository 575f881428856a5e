"""Small random planning tasks, and the optimal cost from every reachable state.

The costs come from exhaustive search forwards and backwards, without symmetry, bounds or heuristics.
"""

from __future__ import annotations

import heapq
import random
from collections import defaultdict
from fractions import Fraction

from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.planning.task import State, Task

OptimalCosts = dict[State, Number | None]
"""The cost of an optimal plan from each reachable state; None where there is no plan."""

_DOMAIN = """(define (domain lot)
  (:types thing place)
  (:predicates (on) (lit) (marked ?t - thing) (held ?t - thing) (at ?t - thing ?p - place) (open ?p - place)
    (linked ?p ?q - place) (special ?t - thing))
  (:functions (total-cost) (fuel) (height) (load ?t - thing) (size ?t - thing) (price))
{actions})
"""
_PROBLEM = """(define (problem lot)
  (:domain lot)
  (:objects {things} - thing {places} - place)
  (:init {init})
  (:goal {goal})
  {metric})
"""


def random_task(seed: int) -> Task:
    """A random task; most goals are part of a state that some random steps reach."""
    lot = _RandomTask(seed)
    domain, text = read_domain(lot.domain()), lot.problem()
    task = ground(domain, read_problem(text.format(goal=lot.goal()), domain))
    if lot.lot.random() < 0.3:
        return task
    return ground(domain, read_problem(text.format(goal=lot.found_goal(task)), domain))


class _RandomTask:
    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)
        self.things = [f"t{n}" for n in range(self.lot.choice((1, 2, 2, 3)))]
        self.places = [f"p{n}" for n in range(self.lot.choice((1, 2)))]
        self.wholes = self.lot.random() < 0.7
        self.falls = self.lot.random() < 0.15

    def number(self, low: int = 0, high: int = 3) -> str:
        value = self.lot.randint(low, high)
        return str(value) if self.wholes or self.lot.random() < 0.6 else f"{value}.{self.lot.choice(('5', '25'))}"

    # Conditions

    def fact(self, thing: str, place: str) -> str:
        return self.lot.choice(
            ("(on)", "(lit)", f"(marked {thing})", f"(held {thing})", f"(at {thing} {place})", f"(open {place})")
        )

    def fluent(self, thing: str) -> str:
        return self.lot.choice(("(fuel)", "(height)", f"(load {thing})"))

    def amount(self, thing: str, depth: int = 1) -> str:
        if not depth or self.lot.random() < 0.5:
            return self.lot.choice((self.number(), self.number(), f"(size {thing})", "(price)"))
        if self.lot.random() < 0.6:
            return self.fluent(thing)
        operator = self.lot.choice("+-*")
        return f"({operator} {self.fluent(thing)} {self.amount(thing, depth - 1)})"

    def test(self, thing: str) -> str:
        operator = self.lot.choice(("<", "<=", "=", ">=", ">", ">=", "<="))
        return f"({operator} {self.fluent(thing)} {self.amount(thing)})"

    def condition(self, thing: str, place: str, depth: int = 1) -> str:
        dice = self.lot.random()
        if dice < 0.45:
            return self.fact(thing, place)
        if dice < 0.6:
            return f"(not {self.fact(thing, place)})"
        if dice < 0.85 or not depth:
            return self.test(thing)
        if dice < 0.9:
            return f"(or {self.condition(thing, place, 0)} {self.condition(thing, place, 0)})"
        if dice < 0.95:
            return f"(imply {self.fact(thing, place)} {self.condition(thing, place, 0)})"
        return self.lot.choice(
            ("(forall (?x - thing) (marked ?x))", "(exists (?x - thing) (held ?x))", f"(special {thing})")
        )

    # Effects

    def change(self, thing: str) -> tuple[str, str]:
        """A change of a number, and a test that keeps it within bounds."""
        fluent = self.fluent(thing)
        dice = self.lot.random()
        if dice < 0.4:
            amount = self.lot.choice((self.number(1, 2), "(price)", f"(size {thing})"))
            return f"(increase {fluent} {amount})", f"(<= {fluent} {self.lot.randint(0, 3)})"
        if dice < 0.8:
            amount = self.lot.choice((self.number(1, 2), self.number(1, 2), "(price)"))
            return f"(decrease {fluent} {amount})", f"(>= {fluent} {amount if self.lot.random() < 0.7 else '0'})"
        if dice < 0.9:
            return f"(assign {fluent} {self.amount(thing, 0)})", ""
        if dice < 0.95:
            return f"(decrease {fluent} {self.fluent(thing)})", f"(<= -2 {fluent})"
        return f"(scale-up {fluent} 2)", f"(< {fluent} 3)"

    def effect(self, thing: str, place: str) -> tuple[str, str]:
        dice = self.lot.random()
        if dice < 0.4:
            return self.fact(thing, place), ""
        if dice < 0.6:
            return f"(not {self.fact(thing, place)})", ""
        if dice < 0.85:
            return self.change(thing)
        if dice < 0.95:
            effect, kept = self.effect(thing, place)
            return f"(when {self.condition(thing, place, 0)} {effect})", kept
        return self.lot.choice(("(forall (?x - thing) (not (marked ?x)))", "(forall (?x - place) (open ?x))")), ""

    def action(self, number: int) -> str:
        thing, place = "?t", "?p"
        needs = [self.condition(thing, place) for _ in range(self.lot.randint(0, 3))]
        effects = list[str]()
        for _ in range(self.lot.randint(1, 3)):
            effect, kept = self.effect(thing, place)
            sets = "(assign" in effect or "(scale" in effect
            if sets and any("crease" in other or "assign" in other or "scale" in other for other in effects):
                continue  # what is set is not changed besides
            effects.append(effect)
            needs += [kept] if kept else []
            if sets:
                break
        cost = self.lot.choice((self.number(0, 4), self.number(1, 4), "(price)", "(size ?t)"))
        word = "decrease" if self.falls and self.lot.random() < 0.3 else "increase"
        effects.append(f"({word} (total-cost) {cost})")
        return (
            f"(:action a{number} :parameters (?t - thing ?p - place)\n"
            f"  :precondition (and {' '.join(needs)})\n  :effect (and {' '.join(effects)}))"
        )

    def domain(self) -> str:
        actions = "\n".join(self.action(number) for number in range(self.lot.randint(2, 5)))
        return _DOMAIN.format(actions=actions)

    # The problem

    def problem(self) -> str:
        alike = self.lot.random() < 0.6
        init = [f"(= (fuel) {self.number()})", f"(= (height) {self.number()})", "(= (total-cost) 0)"]
        init += [f"(= (price) {self.number(0, 2)})"]
        load, size = self.number(), self.number(1, 2)
        marked, held = (self.lot.random() < 0.4 for _ in range(2))
        for thing in self.things:
            if not alike:
                load, size = self.number(), self.number(1, 2)
                marked, held = (self.lot.random() < 0.4 for _ in range(2))
            init += [f"(= (load {thing}) {load})", f"(= (size {thing}) {size})"]
            init += [f"(marked {thing})"] * marked + [f"(held {thing})"] * held
            init += [f"(special {thing})"] if self.lot.random() < 0.2 else []
            init += [] if alike or self.lot.random() < 0.5 else [f"(at {thing} {self.lot.choice(self.places)})"]
        init += [word for word in ("(on)", "(lit)", "(open p0)") if self.lot.random() < 0.3]
        metric = self.lot.choice(
            (
                "(:metric minimize (total-cost))",
                "(:metric minimize (total-cost))",
                "(:metric minimize (total-cost))",
                f"(:metric minimize (+ (* 2 (total-cost)) {self.fluent(self.things[0])}))",
                "(:metric maximize (fuel))",
                "",
            )
        )
        return _PROBLEM.format(
            things=" ".join(self.things),
            places=" ".join(self.places),
            init=" ".join(init),
            goal="{goal}",
            metric=metric,
        )

    def goal(self) -> str:
        thing, place = self.lot.choice(self.things), self.lot.choice(self.places)
        goals = [self.condition(thing, place) for _ in range(self.lot.randint(1, 3))]
        if self.lot.random() < 0.3:
            goals = [self.lot.choice(("(on)", "(lit)"))]
        goals += [f"(forall (?x - thing) {self.fact('?x', place)})"] if self.lot.random() < 0.4 else []
        return f"(and {' '.join(goals)})"

    def found_goal(self, task: Task) -> str:
        state, first = task.initial, task.initial
        for _ in range(self.lot.randint(1, 6)):
            actions = list(task.applicable(state))
            if not actions:
                break
            state = task.after(state, self.lot.choice(actions))
        told = [
            str(atom) if state.facts & bit else f"(not {atom})"
            for atom, bit in task.bit.items()
            if (state.facts ^ first.facts) & bit or self.lot.random() < 0.1
        ]
        for fluent, before, value in zip(task.fluents, first.values, state.values, strict=True):
            if value != before and fluent.name != "total-cost":
                told.append(f"({self.lot.choice(('=', '>=', '<='))} {fluent} {float(value)})")
        if len(set(self.things)) > 1 and self.lot.random() < 0.5:  # so that no object is named
            told = [word.replace(self.things[0], "?x") for word in told if not any(t in word for t in self.things[1:])]
            return f"(exists (?x - thing) (and {' '.join(told)}))"
        return f"(and {' '.join(self.lot.sample(told, min(len(told), self.lot.randint(1, 4))))})"


def optimal_costs(task: Task, start: State | None = None, most: int = 400) -> OptimalCosts | None:
    """The optimal costs from all states reachable from the initial state or `start`; None when there are too many.

    States that differ only in their cost so far are one, unless a step can reduce it.
    """
    paid = task.place[Atom("total-cost")]
    kept = "(decrease (total-cost)" in task.domain.text

    def seen_as(state: State) -> State:
        return state if kept else State(state.facts, (*state.values[:paid], 0, *state.values[paid + 1 :]))

    back: dict[State, list[tuple[State, Number]]] = defaultdict(list)
    first = task.initial if start is None else seen_as(start)
    seen, pending = {first}, [first]
    while pending:
        state = pending.pop()
        for action in task.applicable(state):
            reached = task.after(state, action)
            after = seen_as(reached)
            back[after].append((state, task.cost(state, action, reached)))
            if after not in seen:
                if len(seen) >= most:
                    return None
                seen.add(after)
                pending.append(after)
    truth: OptimalCosts = dict.fromkeys(seen)
    queue: list[tuple[Number, int, State]] = []
    for number, state in enumerate(sorted(seen)):
        if task.finished(state):
            truth[state] = 0
            queue.append((0, number, state))
    pushed = len(seen)
    while queue:
        worth, _, state = heapq.heappop(queue)
        if worth != truth[state]:
            continue
        for before, cost in back[state]:
            known = truth[before]
            if known is None or worth + cost < known:
                truth[before] = worth + cost
                pushed += 1
                heapq.heappush(queue, (worth + cost, pushed, before))
    return truth


def exact(value: Number | None) -> Fraction | None:
    return None if value is None else Fraction(value)
