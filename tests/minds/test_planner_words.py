"""The plan behind a move in words: in every language, true to the game, and only of actions that are the game's own."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation, claims_of
from ludoteca.core.game import Position, find_move
from ludoteca.core.i18n import has_words, say
from ludoteca.core.options import Value
from ludoteca.core.record import Turn, header_of, parse_record, to_line
from ludoteca.core.vocabulary import word_of
from ludoteca.games import load_game
from ludoteca.minds.planner.plan_maker import Settings
from ludoteca.minds.planner.player import PlannerPlayer
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.rules.planning.as_problem import TaskFactory, Transition, view_of
from ludoteca.rules.planning.parser import read_domain

_PARTS = {"captured": "captures {seeds} seed", "extra_turn": "move again", "rest_stored": "the last {seeds} seed"}


def own_text(name: str) -> str:
    view = view_of(load_game(name))
    assert view is not None
    return view.file.read_text(encoding="utf-8")


def first(name: str, text: str | None = None) -> Explanation:
    """Why the first move, by a domain."""
    game = load_game(name)
    player = PlannerPlayer(game, 0, Knowledge("mine.pddl", text or own_text(name)), Settings(None, 20_000))
    return player.choose(game.start(0), [], Clock(60)).why


def plan_of(why: Explanation) -> PlanMade:
    assert isinstance(why.trace, PlanMade)
    return why.trace


def in_words(plan: PlanMade, language: str) -> list[str]:
    return [say(step.said, language) for step in plan.steps if step.said is not None]


def test_the_working_day_is_told_as_the_game_tells_it() -> None:
    plan = plan_of(first("agricola_planning"))
    english, spanish = in_words(plan, "en"), in_words(plan, "es")
    assert plan.counts_on_others
    assert len(english) == len(spanish) == len(plan.steps)
    for step, words in zip(plan.steps, english, strict=True):
        if step.seat is not None:
            assert words.startswith(f"player {step.seat.removeprefix('j')} (")
    assert [words for words, step in zip(spanish, plan.steps, strict=True) if step.seat is None] == [
        "jugador 1 ha hecho todas sus acciones: sigue jugador 2",
        "ambos jugadores han hecho todas sus acciones: jugador 1 empieza el turno siguiente",
        "jugador 1 ha hecho todas sus acciones: sigue jugador 2",
        "ambos jugadores han hecho todas las acciones del último turno: fin de la partida",
    ]


def test_somebodys_own_things_have_no_words_of_ours() -> None:
    game, domain = load_game("agricola_planning"), read_domain(own_text("agricola_planning"))
    view = view_of(game)
    assert view is not None
    tasks = TaskFactory(view, game, 0, domain)
    task = tasks.task_at(game.start(0))
    action = next(action for action in task.actions if action.schema.name == "take-goods")
    transition = Transition(task, action, task.initial, task.initial)
    stranger = replace(action, args=("gold", *action.args[1:]))
    assert tasks.step_message(transition) is not None
    assert tasks.step_message(replace(transition, action=stranger)) is None


def test_a_turn_of_kalah_has_words_of_its_own() -> None:
    plan = plan_of(first("kalah"))
    assert in_words(plan, "en") == [
        "sow pit 3: the last seed falls in the store, move again",
        "sow pit 4: the last seed falls in the other player's pit 2",
        "the other player's turn",
    ]
    assert in_words(plan, "es")[0] == "sembrar el hoyo 3: la última semilla cae en el almacén y se repite turno"
    assert not plan.counts_on_others


@pytest.mark.parametrize("name", ["kalah", "azul", "queens"])
def test_every_action_of_a_domain_has_words(name: str) -> None:
    schemas = read_domain(own_text(name)).schemas.keys() - {"queen-early"}  # told like any queen
    assert [each for each in schemas if not has_words(f"games.{name}.step.{word_of(each)}")] == []


def told_moves(tasks: TaskFactory, position: Position) -> dict[str, str]:
    """Each move of a position in the words of the step that it is."""
    task, told = tasks.task_at(position), dict[str, str]()
    for action in task.applicable(task.initial):
        planned = tasks.view.move_of(tasks.game, tasks.seat, action)
        said = tasks.step_message(Transition(task, action, task.initial, task.after(task.initial, action)))
        assert said is not None
        if planned is not None:
            told[planned.text] = say(said)
    return told


@pytest.mark.parametrize(
    ("values", "happens"),
    [
        ({}, {"captured", "extra_turn"}),
        ({"pits": 3, "seeds": 9}, {"captured", "extra_turn"}),
        ({"lap": "store", "seeds": 10}, {"captured", "extra_turn", "rest_stored"}),
    ],
    ids=["standard", "around", "one lap"],
)
def test_what_is_said_of_a_sowing_is_what_happens(values: dict[str, Value], happens: set[str]) -> None:
    game, lot, seen = load_game("kalah", values), random.Random(3), set[str]()
    view = view_of(game)
    assert view is not None
    seats = [TaskFactory(view, game, seat, read_domain(own_text("kalah"))) for seat in range(2)]
    for _ in range(3):
        position = game.start(0)
        while position.turn is not None:
            told = told_moves(seats[position.turn], position)
            assert told.keys() == {move.text for move in position.moves}
            for text, words in told.items():
                events = {
                    event.key.rpartition(".")[2]: event.args for event in position.events(find_move(position, text))
                }
                for name, part in _PARTS.items():
                    if name in events:
                        seen.add(name)
                        assert part.format(**events[name]) in words
                    else:
                        assert part.partition(" {")[0] not in words.replace("the last seed", "")
            position = position.after(lot.choice(list(position.moves)))
    assert seen == happens


def test_an_action_that_was_changed_speaks_by_its_own_comment() -> None:
    """The line it stands on does not matter."""
    changed = "\n\n" + own_text("kalah").replace("(+ (rounds ?k) 1))))", "(+ (rounds ?k) 2))))", 1)
    steps = plan_of(first("kalah", changed)).steps
    assert (steps[0].text, steps[0].said) == ("pit-3 moves again", None)
    assert str(steps[-1].said) == "the other player's turn"


def test_records_are_read_with_words_and_without_them_but_not_with_wrong_ones() -> None:
    turn = Turn("south", "3", first("kalah"))
    header = to_line(header_of(load_game("kalah"), 0, ("planner", "random"), "1"))
    assert next(iter(claims_of(turn.why))).key == "games.kalah.step.sow_again"
    older = json.loads(to_line(turn))
    for step in older["why"]["trace"]["steps"]:
        del step["said"]
    assert parse_record(f"{header}\n{to_line(turn)}\n").turns == (turn,)
    assert parse_record(f"{header}\n{json.dumps(older)}\n").turns[0].why.reason == turn.why.reason
    with pytest.raises(BadInput, match=r"games\.kalah\.step\.nothing"):
        parse_record(f"{header}\n{to_line(turn).replace('step.sow_again', 'step.nothing')}\n")
