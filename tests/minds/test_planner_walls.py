"""What a domain from elsewhere cannot do: hang, harm, lie, or keep the match from going on."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import ProcessSeat
from ludoteca.core.clock import Clock
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.games import load_game
from ludoteca.minds.planner import Planner
from ludoteca.minds.shared import knowledge_process
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge, Trial
from ludoteca.rules.planning.as_problem import view_of

VIEW = view_of(load_game("kalah"))
assert VIEW is not None
OWN = VIEW.file.read_text()
_LAST = "  ;; The end of the turn."
_MOST = "?a ?b ?c ?d ?e ?f ?g ?h - hollow"


def with_action(text: str) -> str:
    """The game's own domain with one more action."""
    assert OWN.count(_LAST) == 1
    return OWN.replace(_LAST, f"  (:action more {text})\n{_LAST}")


def changed(old: str, new: str) -> str:
    assert old in OWN
    return OWN.replace(old, new)


def tried(text: str, states: int = 2000) -> Trial:
    values = {option.name: option.default for option in Planner.parameters} | {"states": states}
    return Planner(values).trial(load_game("kalah"), Knowledge("mine.pddl", text))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "the file is empty"),
        ("\n(define (domain x)", 2, "never closed"),
        (changed("(my-turn) (ends ?p my-store)", "(my-tunr) (ends ?p my-store)"), 48, 'did you mean "my-turn"?'),
        (Planner.starter_text, 0, "the game's own problem cannot be read in this domain"),
        (
            f"(define (domain x) (:action a :precondition {'(not ' * 9999}{')' * 9999}))",
            1,
            "nested more than 100 deep",
        ),
    ],
    ids=["empty", "unclosed", "misspelt", "other words", "deep"],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, words: str) -> None:
    trial = tried(text)
    assert trial.choice is None
    assert trial.diagnostics[0].line == line
    assert words in say(trial.diagnostics[0].message)
    assert all(say(trial.diagnostics[0].message, language) for language in LANGUAGES)


def test_a_step_that_is_no_legal_move_is_a_fault_of_the_domain() -> None:
    text = with_action(":parameters (?p - mine) :precondition (my-turn) :effect (and (done) (increase (bonus) 99))")
    game = load_game("kalah")
    values = {option.name: option.default for option in Planner.parameters}
    playing = Planner(values).make_player(game, 0, 0, Knowledge("mine.pddl", text))
    position = game.start(0).after(game.start(0).moves[0])
    position = position.after(position.moves[0])  # pit 1 is empty now, and the domain does not mind
    assert position.turn == 0
    with pytest.raises(BadKnowledge, match="but 1 is not a legal move here"):
        playing.choose(position, [], Clock(20))
    playing.close()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            with_action(":parameters () :precondition (my-turn) :effect (increase (bonus) 1)"),
            "(the limit is 2,000): the move with the best immediate result",
        ),
        (
            changed("(done)\n      ;", ";").replace("(not (my-turn)) (done)", "(not (my-turn))"),
            "there is no plan from here",
        ),
        (
            with_action(":parameters () :precondition (my-turn) :effect (and (done) (increase (bonus) 99))"),
            "the plan has no move of this player",
        ),
    ],
    ids=["endless", "hopeless", "idle"],
)
def test_what_leads_nowhere_still_moves(text: str, words: str) -> None:
    trial = tried(text)
    assert trial.diagnostics == ()
    assert trial.choice is not None
    assert words in say(trial.choice.why.reason.claim)


def test_what_is_far_too_much_is_given_up() -> None:
    text = f":parameters () :precondition (my-turn) :effect (forall ({_MOST}) (done))"
    trial = tried(with_action(text))
    assert trial.choice is None
    assert "more than 200,000 ground actions" in say(trial.diagnostics[0].message)


def test_what_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process begins in so little time."""
    monkeypatch.setattr(knowledge_process, "_LOADING_SECONDS", 0.001)
    trial = tried(with_action(":parameters () :precondition (my-turn) :effect (done)"))
    assert trial.choice is None
    assert "it did not finish in 0.001 s" in say(trial.diagnostics[0].message)


def test_whoever_brings_it_loses_its_game_and_nothing_else_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers that square themselves, until no clock suffices."""
    monkeypatch.chdir(tmp_path)
    squares = ":parameters () :precondition (my-turn) :effect (increase (bonus) (+ 3 (* (bonus) (bonus))))"
    (tmp_path / "mine.pddl").write_text(with_action(squares))
    seats = [ProcessSeat("planner:file=mine.pddl"), ProcessSeat("random")]
    try:
        record = GameRunner(load_game("kalah"), seats, 3, 2).play()
    finally:
        for seat in seats:
            seat.close()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.pddl"]
    assert record.result is not None
    assert record.result.forfeit is not None
    assert record.result.forfeit.seat == "south"
    assert all(say(record.result.forfeit.reason, language) for language in LANGUAGES)
