"""What actions need and do: as pymimir has it on walks by lot, and as it is worked out by hand."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games.agricola_planning import AgricolaPlanning
from ludoteca.planners.engines.pymimir import Unreadable
from ludoteca.rules.planning import bindings
from ludoteca.rules.planning.game import PlayableTask
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Inapplicable, Polynomial, State, Task
from tests.planners.pymimir_oracle import PymimirOracle
from tests.planners.random_tasks import random_task


def facts_of(task: Task, state: State) -> set[str]:
    return {str(atom) for atom, bit in task.bit.items() if state.facts & bit}


def numbers_of(task: Task, state: State) -> dict[str, float]:
    return {str(fluent): float(value) for fluent, value in zip(task.fluents, state.values, strict=True)}


def its_facts(text: str) -> set[str]:
    """The facts of a state as pymimir writes it."""
    listed = re.search(r"fluent_atoms=\[(.*?)\]", text)
    return set(re.findall(r"\([^)]*\)", listed[1])) if listed else set()


def its_numbers(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"<(\([^)]*\)),([^>]*)>", text)}


def same_walk(task: Task, seed: int, steps: int) -> int:
    """Walk by lot in both worlds: what can be done is the same, and what comes of it too."""
    oracle, lot = PymimirOracle(task.domain, task.problem), random.Random(seed)
    state = task.initial
    other, metric = oracle.start()
    for step in range(steps):
        if task.finished(state):
            return step
        mine = {(action.schema.name, *action.args): action for action in task.applicable(state)}
        known = oracle.applicable(other)
        assert set(known) == set(mine)
        if not mine:
            return step
        chosen = lot.choice(sorted(mine))
        state = task.after(state, mine[chosen])
        other, metric = oracle.after(other, known[chosen], metric)
        assert its_facts(str(other)) == facts_of(task, state)
        numbers = numbers_of(task, state)
        assert {name: numbers[name] for name in its_numbers(str(other)) if name in numbers} == pytest.approx(
            {name: value for name, value in its_numbers(str(other)).items() if name in numbers}
        )
        assert oracle.finished(other) == task.finished(state)
    return steps


@pytest.mark.parametrize(
    "options", [{"problem": "2"}, {"problem": "6"}, {"turns": 3, "people": 3, "cards": "per-turn"}], ids=str
)
def test_agricola_is_the_same_game_for_pymimir(options: dict[str, object]) -> None:
    task = AgricolaPlanning(options).table.task
    assert sum(same_walk(task, seed, 60) for seed in range(2)) > 20


def test_random_tasks_are_the_same_for_pymimir() -> None:
    walked = steps = 0
    for seed in range(2000, 2120):
        task = random_task(seed)
        try:
            steps += same_walk(task, seed, 8)
            walked += 1
        except Unreadable:
            continue
    assert walked > 25
    assert steps > 60


# By hand

HEAD = """(define (domain hand) (:types thing)
  (:predicates (a) (b) (c) (on ?t - thing) (next ?t ?u - thing))
  (:functions (x) (y) (z) (size ?t - thing))
"""
BODY = """(define (problem hand) (:domain hand) (:objects t1 t2 t3 - thing)
  (:init (a) (on t1) (next t1 t2) (next t2 t3) (= (x) 2) (= (y) 5) (= (z) 0)
    (= (size t1) 1) (= (size t2) 2) (= (size t3) 3))
  (:goal (c)))"""


def hand(action: str) -> Task:
    """A task with one action of interest, and another that makes every fact and number one that can change."""
    moving = """(:action moving :parameters (?t - thing) :precondition (and (a) (not (a)))
      :effect (and (not (a)) (b) (c) (on ?t) (assign (x) 0) (assign (y) 0) (assign (z) 0) (assign (size ?t) 0)))"""
    domain = read_domain(f"{HEAD} {action.replace('moving', 'moving-too')} {moving})")
    return ground(domain, read_problem(BODY, domain))


def after(effect: str) -> tuple[set[str], dict[str, float]]:
    task = hand(f"(:action do :effect {effect})")
    (action,) = task.applicable(task.initial)
    state = task.after(task.initial, action)
    changed = {
        name: value for name, value in numbers_of(task, state).items() if value != numbers_of(task, task.initial)[name]
    }
    return facts_of(task, state) - {"(next t1 t2)", "(next t2 t3)"}, changed


@pytest.mark.parametrize(
    ("effect", "facts", "numbers"),
    [
        ("(and (not (a)) (a))", {"(a)", "(on t1)"}, {}),  # to add is stronger than to remove
        ("(and (not (a)) (when (a) (b)))", {"(b)", "(on t1)"}, {}),  # conditions look at what was
        ("(and (b) (when (b) (c)))", {"(a)", "(b)", "(on t1)"}, {}),
        ("(and (not (a)) (when (a) (a)))", {"(a)", "(on t1)"}, {}),
        ("(forall (?t - thing) (on ?t))", {"(a)", "(on t1)", "(on t2)", "(on t3)"}, {}),
        (
            "(forall (?t ?u - thing) (when (and (on ?t) (next ?t ?u)) (and (not (on ?t)) (on ?u))))",
            {"(a)", "(on t2)"},
            {},
        ),
        ("(forall (?t - thing) (when (> (size ?t) 1) (on ?t)))", {"(a)", "(on t1)", "(on t2)", "(on t3)"}, {}),
        ("(and (assign (x) (y)) (assign (y) (x)))", {"(a)", "(on t1)"}, {"(x)": 5, "(y)": 2}),  # all at once
        ("(and (increase (x) 1) (increase (x) (y)))", {"(a)", "(on t1)"}, {"(x)": 8}),  # both count
        ("(and (increase (x) 4) (decrease (x) 1))", {"(a)", "(on t1)"}, {"(x)": 5}),
        ("(forall (?t - thing) (increase (z) (size ?t)))", {"(a)", "(on t1)"}, {"(z)": 6}),
        ("(and (scale-up (x) (y)) (scale-down (y) 2))", {"(a)", "(on t1)"}, {"(x)": 10, "(y)": 2.5}),
        ("(assign (z) (- (* (x) (y)) (/ 9 2)))", {"(a)", "(on t1)"}, {"(z)": 5.5}),
        ("(assign (z) (- (x)))", {"(a)", "(on t1)"}, {"(z)": -2}),
        ("(assign (z) (+ (x) (y) 1))", {"(a)", "(on t1)"}, {"(z)": 8}),
        ("(when (a) (when (> (y) 4) (and (b) (increase (z) 1))))", {"(a)", "(b)", "(on t1)"}, {"(z)": 1}),
        ("(when (or (b) (= (x) 2)) (c))", {"(a)", "(c)", "(on t1)"}, {}),
        ("(when (exists (?t - thing) (and (on ?t) (>= (size ?t) 2))) (c))", {"(a)", "(on t1)"}, {}),
    ],
)
def test_effects_by_hand(effect: str, facts: set[str], numbers: dict[str, float]) -> None:
    assert after(effect) == (facts, numbers)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("()", True),
        ("(and)", True),
        ("(or)", False),
        ("(not (b))", True),
        ("(not (and (a) (b)))", True),
        ("(not (or (a) (b)))", False),
        ("(imply (a) (b))", False),
        ("(imply (b) (a))", True),
        ("(or (b) (and (a) (> (y) (x))))", True),
        ("(not (= (x) 2))", False),
        ("(not (= (x) 3))", True),
        ("(not (< (x) 2))", True),
        ("(not (>= (x) 2))", False),
        ("(exists (?t - thing) (on ?t))", True),
        ("(forall (?t - thing) (on ?t))", False),
        ("(not (forall (?t - thing) (on ?t)))", True),
        ("(not (exists (?t - thing) (on ?t)))", False),
        ("(forall (?t - thing) (imply (on ?t) (= (size ?t) 1)))", True),
        ("(forall (?t - thing) (exists (?u - thing) (or (= ?t ?u) (next ?t ?u))))", True),
        ("(forall (?t - thing) (exists (?u - thing) (next ?t ?u)))", False),
        ("(exists (?t ?u - thing) (and (not (= ?t ?u)) (= (size ?u) (* 3 (size ?t)))))", True),
        (
            "(exists (?t - thing) (and (on ?t) (forall (?t - thing) (>= (size ?t) 1))))",
            True,
        ),  # the inner one is another
        ("(<= (+ (x) (y)) 7)", True),
    ],
)
def test_conditions_by_hand(condition: str, holds: bool) -> None:
    task = hand(f"(:action do :precondition {condition} :effect (c))")
    assert any(action.schema.name == "do" for action in task.applicable(task.initial)) is holds


def test_what_is_missing_is_told() -> None:
    task = hand("(:action do :precondition (and (a) (>= (x) (+ (y) 1))) :effect (c))")
    with pytest.raises(Inapplicable) as refused:
        task.replay([task.by_name[("do",)]])
    assert (refused.value.step, refused.value.missing) == (1, "(>= (x) (+ 1 (y)))")


Terms = st.dictionaries(
    st.lists(st.integers(0, 2), max_size=2).map(lambda p: tuple(sorted(p))), st.integers(-4, 4), max_size=4
)


@settings(max_examples=100, deadline=None)
@given(Terms, Terms, st.fractions(-3, 3, max_denominator=4), st.tuples(*[st.integers(-5, 5)] * 3))
def test_forms_add_and_multiply_like_numbers(
    one: dict[tuple[int, ...], int], two: dict[tuple[int, ...], int], factor: Number, values: tuple[int, ...]
) -> None:
    left, right = Polynomial.of(one), Polynomial.of(two)
    assert left.plus(right, factor).evaluate(values) == left.evaluate(values) + factor * right.evaluate(values)
    assert left.times(right).evaluate(values) == left.evaluate(values) * right.evaluate(values)
    if left.constant is not None:
        assert left.evaluate(values) == left.constant


def test_too_many_actions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bindings, "MOST", 2_000)  # the real limit would take seconds to reach
    things = " ".join(f"t{n}" for n in range(60))
    many = "(define (domain d) (:predicates (p ?a)) (:action a :parameters (?a ?b) :effect (p ?a)))"
    goals = {many: "(p t1)", many.replace("?a ?b) :effect", "?a) :effect"): "(forall (?a ?b) (p ?a))"}
    for text, goal in goals.items():
        domain = read_domain(text)
        problem = read_problem(f"(define (problem p) (:domain d) (:objects {things}) (:init) (:goal {goal}))", domain)
        with pytest.raises(bindings.TooLarge, match="more than 2,000 ground actions"):
            ground(domain, problem)


# As a game

GAME = """(define (domain game) (:types player)
  (:predicates (turn ?j - player) (alive ?j - player) (over))
  (:functions (penalty ?j - player))
  (:action pass
    ; ?j: ?j passes to ?k
    :parameters (?j ?k - player) :precondition (and (alive ?j) (turn ?j) (not (= ?j ?k)) (< (penalty ?j) 2))
    :effect (and (not (turn ?j)) (turn ?k) (increase (penalty ?j) 1)))
  (:action ring
    ; by itself: the bell
    :parameters (?j - player) :precondition (>= (penalty ?j) 9) :effect (over)))"""
START = """(define (problem game) (:domain game) (:objects ann bob - player)
  (:init (turn bob) (alive ann) (alive bob) (= (penalty ann) 0) (= (penalty bob) 0)) (:goal (over)))"""


def seated(domain: str = GAME, problem: str = START) -> PlayableTask:
    read = read_domain(domain)
    return PlayableTask(ground(read, read_problem(problem, read)))


def test_whose_turn_it_is_even_when_nothing_can_be_done() -> None:
    """Both are alive; only one has the turn, and it is that which counts."""
    table = seated()
    assert (table.seats, table.current) == (("ann", "bob"), "turn")
    state = table.task.initial
    for _ in range(4):
        seat, actions = table.choices(state)
        assert seat == table.to_move(state)
        state = table.apply_forced(table.task.after(state, actions[0]))[0]
    assert (table.choices(state)[0], table.to_move(state)) == (None, 1)
    assert table.points(state) == (-2.0, -2.0)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("    ; ?j: ?j passes to ?k\n", "", 4, "must open with a comment"),
        ("; ?j: ?j passes to ?k", "; ?j: ?j passes to ?m", 4, "uses ?m, which is not one of its parameters"),
        ("; ?j: ?j passes to ?k", "; by itself: pass", 1, "this domain has no moves"),
        ("; ?j: ?j passes to ?k", "; ?j: passing", 4, "would both be the move"),
    ],
)
def test_domains_that_cannot_be_played(old: str, new: str, line: int, said: str) -> None:
    problem = START.replace("ann bob - player", "ann bob cid - player").replace("(:init", "(:init (= (penalty cid) 0)")
    with pytest.raises(BadPddl) as refused:
        seated(GAME.replace(old, new), problem)
    assert said in str(refused.value)
    assert refused.value.line == line


def test_a_game_needs_players() -> None:
    alone = START.replace("ann bob", "bob").replace("(alive ann)", "").replace("(= (penalty ann) 0)", "")
    with pytest.raises(BadPddl, match="player"):
        seated(problem=alone)


def test_what_never_comes_to_rest_is_refused() -> None:
    table = seated(GAME.replace("(>= (penalty ?j) 9) :effect (over)", "() :effect (increase (penalty ?j) 1)"))
    with pytest.raises(BadPddl, match="never end"):
        table.apply_forced(table.task.initial)
