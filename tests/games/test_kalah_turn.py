"""Kalah's turn as a planning domain, held against the rules: the same sowings, the same ends, the same seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import ceil

import pytest

from ludoteca.core.game import Game, Position
from ludoteca.games import load_game
from ludoteca.planners import load_planner
from ludoteca.planners.planner import SearchLimits
from ludoteca.rules.planning.as_problem import TaskFactory, view_of
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.task import State, Task

Options = tuple[tuple[str, str | int | bool], ...]
Way = tuple[str, ...]
VARIANTS: tuple[tuple[Options, int], ...] = (  # and how many positions of each are looked at
    ((), 600),
    ((("seeds", 6),), 200),
    ((("pits", 3), ("seeds", 7)), 500),
    ((("pits", 1), ("seeds", 5)), 2),
    ((("pits", 2), ("seeds", 12), ("capture", "empty")), 100),
    ((("capture", "empty"),), 300),
    ((("sweep", False), ("seeds", 2)), 300),
    ((("lap", "store"), ("pits", 4), ("seeds", 9)), 500),
    ((("lap", "store"), ("capture", "empty"), ("sweep", False), ("pits", 2)), 30),
    ((("pie", True), ("pits", 4), ("seeds", 3)), 300),
)
variants = pytest.mark.parametrize(("options", "count"), VARIANTS, ids=[str(dict(each)) for each, _ in VARIANTS])


@cache
def tasks(options: Options, seat: int) -> TaskFactory:
    game = load_game("kalah", dict(options))
    view = view_of(game)
    assert view is not None
    return TaskFactory(view, game, seat, read_domain(view.file.read_text(), view.file.name))


def positions(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Positions of random games, each once; captures and long laps are played more often than by mere chance."""
    lot, seen = random.Random(seed), set[Position]()
    for _ in range(20 * count):
        position: Position = game.start(0)
        while position.turn is not None and len(seen) < count:
            if position not in seen:
                seen.add(position)
                yield position
            moves = lot.sample(list(position.moves), min(2, len(position.moves)))
            position = position.after(max(moves, key=lambda move: len(position.events(move))))
        if len(seen) >= count:
            return


def ends(position: Position, seat: int, way: Way = ()) -> Iterator[tuple[Way, Position]]:
    """Every turn there is, by the rules: its moves and where it ends."""
    for move in position.moves:
        after = position.after(move)
        if after.turn == seat and move.text != "swap":
            yield from ends(after, seat, (*way, move.text))
        else:
            yield (*way, move.text), after


def planned_ends(tasks: TaskFactory, task: Task, state: State, way: Way = ()) -> Iterator[tuple[Way, State]]:
    """Every turn there is, by the domain."""
    if task.finished(state):
        yield way, state
    for action in task.applicable(state):
        planned = tasks.view.move_of(tasks.game, tasks.seat, action)
        yield from planned_ends(
            tasks, task, task.after(state, action), way if planned is None else (*way, planned.text)
        )


def lead(position: Position, seat: int) -> int:
    return int(position.scores()[seat] - position.scores()[1 - seat])


@variants
def test_a_turn_is_what_the_rules_make_of_it(options: Options, count: int) -> None:
    """On thousands of positions: the same chains of moves, the same seeds in every hollow at the end of each."""
    game, looked_at = load_game("kalah", dict(options)), 0
    for position in positions(game, count, 1):
        assert position.turn is not None
        own = tasks(options, position.turn)
        task = own.task_at(position)
        by_rules, by_domain = dict(ends(position, position.turn)), dict(planned_ends(own, task, task.initial))
        assert by_domain.keys() == by_rules.keys()
        for way, state in by_domain.items():
            assert own.agrees(task, state, by_rules[way]), way
        looked_at += 1
    assert looked_at == count


def at_risk(position: Position, seat: int) -> int:
    """Own seeds across from an empty pit; none when there is no more play."""
    me = position.game.seats[seat]
    pits = {
        (str(fact.args[0]), int(fact.args[1])): int(fact.args[2]) for fact in position.facts() if fact.relation == "pit"
    }
    width = len(pits) // 2
    held = [(pit, seeds) for (owner, pit), seeds in pits.items() if owner == me]
    other = position.game.seats[1 - seat]
    return 0 if position.turn is None else sum(s for pit, s in held if pits[other, width + 1 - pit] == 0)


@variants
def test_no_chain_brings_more_than_the_plan(options: Options, count: int) -> None:
    game, planner = load_game("kalah", dict(options)), load_planner("blind")
    for position in positions(game, count // 4, 2):
        seat = position.turn
        assert seat is not None
        task = tasks(options, seat).task_at(position)
        solution = planner.solve(task, SearchLimits())
        assert (solution.status, solution.bound) == ("optimal", solution.cost)
        assert solution.cost is not None
        found = [(lead(after, seat), -at_risk(after, seat)) for _, after in ends(position, seat)]
        assert ceil(solution.cost) == max(found)[0]
        assert solution.cost == max(found)[0] + Fraction(max(found)[1], 100_000)


def test_every_action_of_the_domain_is_taken_somewhere() -> None:
    """All but those that come only after a move."""
    taken = set[str]()
    for options, _ in VARIANTS:
        game = load_game("kalah", dict(options))
        for position in positions(game, 60, 3):
            assert position.turn is not None
            task = tasks(options, position.turn).task_at(position)
            taken |= {action.schema.name for action in task.applicable(task.initial)}
    assert set(tasks((), 0).domain.schemas) - taken == {"hand-over", "end-by-my-row", "end-by-their-row"}


def test_the_problem_is_written_as_it_is_solved() -> None:
    game = load_game("kalah")
    position = game.start(0).after(game.start(0).moves[2])
    own = tasks((), 0)
    own.task_at(game.start(0))
    task = own.task_at(position)
    anew = ground(own.domain, read_problem(task.problem.text, own.domain))
    assert (anew.problem.facts, anew.problem.values) == (task.problem.facts, task.problem.values)
    assert sorted(map(str, anew.actions)) == sorted(map(str, task.actions))
