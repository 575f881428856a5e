"""The planning views of Azul and Queens against the referee: each planned step is a legal move with that effect."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludoteca.core.game import Game, Position, find_move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.options import Value
from ludoteca.games import load_game
from ludoteca.rules.planning.as_problem import TaskFactory, Transition, view_of
from ludoteca.rules.planning.parser import read_domain
from ludoteca.rules.planning.task import Action, State, Task

Options = dict[str, Value]

# The symbols that an own step decides; others are estimates, or change with the other seats' turns.
DECIDED = {
    "azul": {"tiles", "room", "fits", "fallen", "markers"},
    "queens": {"free", "closed", "free-cells", "pieces"},
}
# Options, and how many positions of random games; `scripts/planned_moves.py` goes through 5,000 of each game.
AZUL: list[tuple[Options, int]] = [({"players": players}, 30) for players in (2, 3)]
QUEENS: list[tuple[Options, int]] = [
    ({"n": 1}, 60),
    ({}, 30),
    ({"variant": "holes"}, 12),
    ({"n": 1, "variant": "holes"}, 30),
    ({"n": 4, "blocker_goal": "total"}, 4),
]
VIEWS = [*(("azul", *case) for case in AZUL), *(("queens", *case) for case in QUEENS)]


def positions(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Positions of random games."""
    lot, position = random.Random(seed), game.start(seed)
    for number in range(count):
        if position.turn is None:
            position = game.start(seed + number)
        yield position
        position = position.after(lot.choice(list(position.moves)))


def factories(game: Game) -> list[TaskFactory]:
    view = view_of(game)
    assert view is not None
    domain = read_domain(view.file.read_text(encoding="utf-8"), view.file.name)
    return [TaskFactory(view, game, seat, domain) for seat in range(len(game.seats))]


def own_moves(tasks: TaskFactory, task: Task, state: State) -> dict[str, Action]:
    """The applicable actions that are moves of the seat, by the text of the move."""
    found = dict[str, Action]()
    for action in task.applicable(state):
        planned = tasks.view.move_of(tasks.game, tasks.seat, action)
        if planned is not None:
            assert planned.seat == tasks.seat and planned.text not in found
            found[planned.text] = action
    return found


def assert_same(tasks: TaskFactory, task: Task, state: State, after: Position, decided: set[str]) -> None:
    """Whether a state is that of a position, by the symbols that a step decides and the objects of the task."""
    actual, objects = tasks.view.describe(after, tasks.seat), set(task.problem.objects)
    if not is_complete(after.game, task):
        objects &= set(actual.objects)  # the view chooses among many cells anew
    known = {atom for atom in task.atoms if atom.name in decided and objects.issuperset(atom.args)}
    assert {atom for atom in known if task.holds(state, atom)} == known & actual.facts
    for atom, value in actual.values.items():
        if atom.name in decided and atom in task.place:
            assert task.value(state, atom) == value, atom


def is_complete(game: Game, task: Task) -> bool:
    """Whether the problem has an action for every move: not with more cells than the view of Queens chooses."""
    return game.name != "queens" or len(task.problem.objects) < 64 or int(game.values["n"] or 0) < 3


@pytest.mark.parametrize(("name", "options", "count"), VIEWS, ids=str)
def test_every_planned_step_is_a_legal_move_with_the_effect_of_the_rules(
    name: str, options: Options, count: int
) -> None:
    game, lot = load_game(name, options), random.Random(1)
    seats = factories(game)
    for position in positions(game, count, 5):
        assert position.turn is not None
        tasks = seats[position.turn]
        task = tasks.task_at(position)
        planned, legal = own_moves(tasks, task, task.initial), {move.text for move in position.moves}
        assert planned.keys() == legal if is_complete(game, task) else planned.keys() <= legal
        for text in lot.sample(sorted(planned), min(4, len(planned))):
            action, after = planned[text], position.after(find_move(position, text))
            state = task.after(task.initial, action)
            if not round_is_over(position, after):
                assert_same(tasks, task, state, after, decided_by(position, action))
            said = tasks.step_message(Transition(task, action, task.initial, state))
            assert said is not None and all(say(said, language) for language in LANGUAGES)


def round_is_over(before: Position, after: Position) -> bool:
    """Whether a round of Azul ends: walls are tiled and tiles are dealt, which is no part of the move."""
    if before.game.name != "azul":
        return False
    rounds = [
        [fact for fact in position.facts() if fact.relation in ("round_number", "over")] for position in (before, after)
    ]
    return rounds[0] != rounds[1]


def decided_by(position: Position, action: Action) -> set[str]:
    """A queen among many free cells decides their number only."""
    name = position.game.name
    return {"free-cells"} if action.schema.name == "queen-early" else DECIDED[name]
