"""Tests of stepping through a Prolog program: the box model, places in the text, windows of steps, and faults."""

from __future__ import annotations

from functools import partial

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.execution import MOST_STEPS, Execution
from ludoteca.games import load_game
from ludoteca.minds.prolog import PrologPlayer
from ludoteca.minds.prolog.goal_steps import GoalStep
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import Knowledge, TrialTurn
from ludoteca.minds.shared.stepping import execution_of
from tests import needs
from tests.command_line import data, ludoteca

pytestmark = needs.prolog


def steps(text: str, first: int = 0) -> Execution:
    """The execution of a program at the start of Kalah."""
    game = load_game("kalah")
    make_player = partial(PrologPlayer, game, Knowledge("mine.pl", text), 1, 1_000_000)
    return execution_of(make_player, TrialTurn(game.start(0).seen_by(0, 0)), first)


def told(execution: Execution, text: str) -> list[str]:
    """Port, goal, and the characters of the text that are marked, for each step."""
    return [
        f"{'.' * step.depth}{step.port} {step.text} @{step.source.line if step.source else 0} "
        f"{'' if step.span is None else text[slice(*step.span)]}".rstrip()
        for step in execution.steps
    ]


def test_goals_are_called_redone_and_left_by_the_box_model() -> None:
    text = "choose(M) :-\n    legal(M),\n    M \\== '1',\n    not_far(M), !.\n\nnot_far(M) :- \\+ M == '4'.\n"
    execution = steps(text)
    assert execution.move == "2"
    assert execution.total == len(execution.steps)
    assert told(execution, text) == [
        "call choose(_) @0",
        ".unify choose(M) @1 choose(M)",
        ".call legal(M) @2 legal(M)",
        ".exit legal('1') @2 legal(M)",
        ".call '1'\\=='1' @3 M \\== '1'",
        ".fail '1'\\=='1' @3 M \\== '1'",
        ".redo legal('1') @2 legal(M)",
        ".exit legal('2') @2 legal(M)",
        ".call '2'\\=='1' @3 M \\== '1'",
        ".exit '2'\\=='1' @3 M \\== '1'",
        ".call not_far('2') @4 not_far(M)",
        "..unify not_far('2') @6 not_far(M)",
        "..call \\+'2'=='4' @6 \\+ M == '4'",
        "...call '2'=='4' @6 M == '4'",
        "...fail '2'=='4' @6 M == '4'",
        "..exit \\+'2'=='4' @6 \\+ M == '4'",
        ".exit not_far('2') @4 not_far(M)",
        ".cut ! @4 !",
        "exit choose('2') @0",
    ]
    redo = execution.steps[6]
    assert isinstance(redo, GoalStep)
    assert (redo.how, redo.bindings) == ("given", (("M", "'1'"),))


def test_goals_inside_meta_predicates_are_steps_too() -> None:
    text = (
        "better(A, B) :- worth(A, X), worth(B, Y), X > Y.\n"
        "worth(M, V) :- findall(S, (sows(M, _, S), S > 1), L), foldl(add, L, 0, V).\n"
        "add(S, A, B) :- ( S > 9 -> B = A ; B is A + S ).\n"
    )
    execution = steps(text)
    shown = told(execution, text)
    assert execution.move == "1"
    assert "...call sows('2', _, S) @2 sows(M, _, S)" in shown
    assert "...call add(4, 0, _) @2 add" in shown
    assert "....exit 4 is 0+4 @3 B is A + S" in shown


def test_a_long_execution_is_shown_in_windows() -> None:
    text = "n(0) :- !.\nn(N) :- N1 is N - 1, n(N1).\nchoose(M) :- n(1000), legal(M), !.\n"
    whole = steps(text)
    assert len(whole.steps) == MOST_STEPS < whole.total
    rest = steps(text, whole.total - 3)
    assert [step.port for step in rest.steps] == ["exit", "cut", "exit"]
    assert (rest.move, rest.total, rest.first) == ("1", whole.total, whole.total - 3)


@pytest.mark.parametrize(
    ("text", "port", "fault"),
    [
        ("choose(M) :- legal(M), M > 3, writeln(M).", "exception", "rithmetic"),
        ("choose(M) :- legal(M), M == nothing.", "fail", "no"),
        ("again :- again.\nchoose(_) :- again.", None, "inferences"),
        ("choose(99).", "exit", "99"),
        ("choose(M) :- lgal(M).", None, "lgal"),
    ],
)
def test_a_fault_is_told_with_the_steps_before_it(text: str, port: str | None, fault: str) -> None:
    execution = steps(text)
    assert execution.move is None
    assert execution.fault is not None
    if port is not None:
        assert execution.steps[-1].port == port
    assert fault in str(execution.fault)


@pytest.mark.parametrize("name", ["kalah", "azul"])
def test_a_shipped_program_steps_to_the_move_that_it_chooses(name: str) -> None:
    game = load_game(name)
    position = game.start(3).seen_by(0, 3)
    player = load_mind("prolog", game).join(game, 0, 5)
    try:
        chosen = player.choose(position, [], Clock(20)).move.text
        assert player.execution(position, [], Clock(20)).move == chosen
    finally:
        player.close()


def test_a_program_remembers_its_earlier_turns() -> None:
    text = ":- dynamic seen/1.\nchoose(M) :- legal(M), \\+ seen(M), !, assertz(seen(M)).\n"
    game = load_game("kalah")
    start = game.start(0)
    later = start.after(start.moves[2])  # an extra turn
    make_player = partial(PrologPlayer, game, Knowledge("mine.pl", text), 1, 1_000_000)
    turn = TrialTurn(later.seen_by(0, 0), [start.moves[2]])
    assert execution_of(make_player, turn).move == "1"
    assert execution_of(make_player, turn, earlier=[TrialTurn(start.seen_by(0, 0))]).move == "2"


def test_the_command_prints_the_steps() -> None:
    shown = ludoteca("step", "kalah", "prolog", "--after", "3", "--after", "1")
    assert shown.returncode == 0
    assert "choose(Move)  player.pl:6" in shown.stdout
    assert data("step", "kalah", "prolog", "--json")["move"] == "3"
    assert ludoteca("step", "kalah", "random").returncode == 2
