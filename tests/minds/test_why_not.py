"""Why not that move? Every mind has a reason against every legal move that it does not choose, and none is false."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.arena.judgement import judge
from ludoteca.core.clock import Clock
from ludoteca.core.explanation import MOST_REASONS, Explanation, Reason, Rejected, cut_to_limits
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import LANGUAGES, Message, say
from ludoteca.core.mind import Choice, MindName
from ludoteca.core.plugins import plugins
from ludoteca.core.verdicts import Verdict
from ludoteca.games import game_names, load_game
from ludoteca.minds.schools import load_mind, minds_for, school
from ludoteca.minds.shared.server import MindService
from tests import needs

SMALL = {"kalah": {"pits": 4, "seeds": 3}, "queens": {"n": 1}}
MOST, MOST_SLOW = 10, 3  # moves that a mind is asked about …
SLOW = {"agentspeak", "clips", "planner", "prolog"}  # … and one with a process for each player, or that plans


def pairs() -> Iterator[object]:
    for name in game_names():
        for mind in minds_for(load_game(name)):
            if plugins("minds")[mind].shipped and not school(mind).at_terminal:
                yield pytest.param(mind, name, marks=[needs.prolog] if mind == "prolog" else [])


def in_a_game(game: Game, plies: int) -> tuple[Position, list[Move]]:
    """A position after some random moves, as the seat to move sees it, and the moves."""
    lot, position, history = random.Random(plies), game.start(plies), list[Move]()
    for _ in range(plies):
        move = lot.choice(list(position.moves))
        after = position.after(move)
        if after.turn is None:
            break
        history.append(move)
        position = after
    assert position.turn is not None
    return position.seen_by(position.turn, plies), history


def ask(mind: str, position: Position, history: list[Move], move: Move | None, effort: int | None = None) -> Choice:
    """The choice of a new player; asked about a move, with the reason against it."""
    game, clock = position.game, Clock(60, effort)
    assert position.turn is not None
    player = load_mind(mind, game).join(game, position.turn, 7)
    try:
        return (
            player.choose(position, history, clock) if move is None else player.why_not(position, history, move, clock)
        )
    finally:
        player.close()


def against(choice: Choice, move: Move | str) -> Reason:
    text = move if isinstance(move, str) else move.text
    return next(other.reason for other in choice.why.rejected if other.move == text)


def keys(reason: Reason) -> list[str]:
    return [reason.claim.key, *(key for below in reason.because for key in keys(below))]


def verdicts(position: Position, choice: Choice, mind: str, key: str) -> list[Verdict]:
    """The verdicts on the reasons of a kind."""
    judged = judge(position, choice.move, choice.why, mind)
    return [each.verdict for each in judged if each.reason is not None and each.reason.claim.key == key]


@pytest.mark.parametrize(("mind", "name"), list(pairs()))
def test_there_is_a_reason_against_every_move_and_asking_changes_nothing(mind: str, name: str) -> None:
    game = load_game(name, SMALL.get(name))
    settings = {key: str(value) for key, value in school(mind).exam_settings(game).items()}
    full = str(MindName(mind, settings))
    position, history = in_a_game(game, 6)
    chosen = ask(full, position, history, None)
    others = [move for move in position.moves if move != chosen.move]
    most = MOST_SLOW if mind in SLOW else MOST
    for move in random.Random(1).sample(others, min(most, len(others))):
        answer = ask(full, position, history, move)
        assert (answer.move, answer.why.effort) == (chosen.move, chosen.why.effort)
        reason = against(answer, move)
        for language in LANGUAGES:
            assert say(reason.claim, language)
        judged = judge(position, answer.move, answer.why, full)
        assert [(each.move, each.problem) for each in judged if each.verdict is Verdict.FALSE] == []
    assert ask(full, position, history, chosen.move).move == chosen.move


def test_a_service_of_minds_is_asked_about_a_move() -> None:
    service, start = MindService(), load_game("kalah").start(0)
    service.join("one", "kalah", {}, "random", 0, 1)
    chosen = service.choose("one", start.save(), [], 10.0, None)
    other = next(move for move in start.moves if move != chosen.move)
    answer = service.why_not("one", start.save(), [], 10.0, None, (other.code, other.text))
    assert answer.move == chosen.move
    assert against(answer, other).claim == Message("minds.random.not_drawn", {"moves": 6})


def test_an_explanation_that_is_cut_keeps_the_move_that_was_asked_about() -> None:
    reason = Reason(Message("minds.random.not_drawn", {"moves": 9}))
    rejected = tuple(Rejected(f"move {number}", reason) for number in range(MOST_REASONS + 50))
    why = Explanation(reason, rejected)
    assert rejected[-1] not in cut_to_limits(why).rejected
    cut = cut_to_limits(why, rejected[-1].move)
    assert rejected[-1] in cut.rejected
    assert len(cut.rejected) + (cut.rejected_omitted or 0) == len(rejected)
    assert cut_to_limits(replace(why, rejected=rejected[:9]), "move 5").rejected == rejected[:9]


def test_alphabeta_gives_the_proven_value_and_a_line_of_a_move_it_searches_again() -> None:
    mind, position = "alphabeta:depth=40", load_game("kalah", {"pits": 2, "seeds": 3}).start(0)
    move = next(move for move in position.moves if move != ask(mind, position, [], None).move)
    answer = ask(mind, position, [], move)
    reason = against(answer, move)
    assert [key for key in keys(reason) if key != "minds.at_most"][1:] == ["minds.line", "minds.alphabeta.again"]
    line = reason.because[0].claim.args["line"]
    assert isinstance(line, tuple)
    assert len(line) > 2
    assert verdicts(position, answer, mind, "minds.alphabeta.again") == [Verdict.TRUE]


def test_alphabeta_with_a_budget_of_time_repeats_the_effort_and_answers() -> None:
    position = load_game("kalah").start(0)
    chosen = ask("alphabeta:seconds=0.05", position, [], None)
    move = next(move for move in position.moves if move != chosen.move)
    answer = ask("alphabeta:seconds=0.05", position, [], move, chosen.why.effort)
    assert (answer.move, answer.why.effort) == (chosen.move, chosen.why.effort)
    assert against(answer, move).claim.key.startswith("minds.alphabeta.")


def test_a_coalition_is_searched_for_the_reply_that_refutes_a_move() -> None:
    position, history = in_a_game(load_game("queens"), 4)
    chosen = ask("alphabeta", position, history, None)
    assert chosen.why.reason.claim.key == "minds.alphabeta.forces"
    unknown = [each.move for each in chosen.why.rejected if each.reason.claim.key == "minds.alphabeta.not_needed"]
    answers = (ask("alphabeta", position, history, find_move(position, move)) for move in unknown)
    found = (against(answer, move) for answer, move in zip(answers, unknown, strict=True))
    reason = next(reason for reason in found if reason.claim.key == "minds.alphabeta.refuted")
    assert {"minds.line", "minds.alphabeta.searched"} <= set(keys(reason))


def test_montecarlo_looks_again_at_a_move_that_it_did_not_visit() -> None:
    mind, (position, history) = "montecarlo:simulations=4", in_a_game(load_game("kalah"), 2)
    chosen = ask(mind, position, history, None)
    move = next(each.move for each in chosen.why.rejected if each.reason.claim.key == "minds.montecarlo.unvisited")
    reason = against(ask(mind, position, history, find_move(position, move)), move)
    assert keys(reason)[:2] == ["minds.montecarlo.unvisited", "minds.montecarlo.again"]
    assert reason.because[0].claim.args["simulations"] == 1


def test_montecarlo_does_not_look_again_at_a_move_that_it_has_visited_often() -> None:
    mind, position = "montecarlo:simulations=400", load_game("kalah", {"pits": 2, "seeds": 3}).start(0)
    chosen = ask(mind, position, [], None)
    (other,) = chosen.why.rejected
    visits = other.reason.claim.args["visits"]
    answer = ask(mind, position, [], find_move(position, other.move))
    assert isinstance(visits, int)
    assert ("minds.montecarlo.again" in keys(against(answer, other.move))) == (visits < 100)


def test_the_planner_makes_a_plan_that_begins_with_the_move() -> None:
    position, history = in_a_game(load_game("agricola_planning"), 22)
    chosen = ask("planner", position, history, None)
    for other in chosen.why.rejected:
        answer = ask("planner", position, history, find_move(position, other.move))
        assert against(answer, other.move).because[0].claim.key == "minds.planner.not.asked"
        assert against(answer, other.move).claim.key in {"minds.planner.not.same", "minds.planner.not.more"}


def test_a_planner_in_a_process_of_its_own_is_asked_too(tmp_path: Path) -> None:
    position, history = in_a_game(load_game("agricola_planning"), 22)
    own = load_mind("planner", position.game).sources(position.game, 0)
    (text,) = own.values()
    (tmp_path / "mine.pddl").write_text(f"; mine\n{text}")
    mind = f"planner:file={tmp_path / 'mine.pddl'}"
    chosen = ask(mind, position, history, None)
    other = chosen.why.rejected[0].move
    answer = ask(mind, position, history, find_move(position, other))
    assert "minds.planner.not.asked" in keys(against(answer, other))


# Knowledge


def in_kalah(folder: Path, file: str, text: str, move: str | None) -> tuple[str, Position, Choice]:
    """A mind with a program, the start of Kalah, and the answer about a move."""
    (folder / file).write_text(text)
    mind = f"{ {'.clp': 'clips', '.pl': 'prolog', '.asl': 'agentspeak'}[Path(file).suffix] }:file={folder / file}"
    position = load_game("kalah").start(0)
    return mind, position, ask(mind, position, [], None if move is None else find_move(position, move))


BEST = """
(deftemplate worth (slot move) (slot points))
(defrule a-worth (logical (sows (move ?move) (pit ?pit))) => (assert (worth (move ?move) (points ?pit))))
(defrule choose-the-best "the most" (declare (salience -1)) ; a comment (with a parenthesis
   (me (seat ?me))
   (worth (move ?move) (points ?most)) (not (worth (points ?more&:(> ?more ?most))))
   => (assert (choose (move ?move))))
"""


def test_clips_names_the_condition_and_the_fact_that_stop_a_move(tmp_path: Path) -> None:
    mind, position, answer = in_kalah(tmp_path, "best.clp", BEST, "2")
    reason = against(answer, "2")
    assert keys(reason) == ["minds.clips.not.judged", "minds.clips.not.blocked"]
    assert reason.because[0].claim.args == {
        "rule": "choose-the-best",
        "condition": "(not (worth (points ?more&:(> ?more ?most))))",
        "fact": '(worth (move "6") (points 6))',
    }
    assert verdicts(position, answer, mind, "minds.clips.not.blocked") == [Verdict.TRUE]


@pytest.mark.parametrize(
    "lie",
    [
        {"rule": "a-worth"},
        {"condition": "(me (seat ?me))"},
        {"condition": "(worth (move ?move) (points ?most))"},
        {"fact": '(worth (move "1") (points 1))'},
        {"fact": '(worth (move "6") (points 7))'},
    ],
)
def test_another_condition_or_fact_is_false(tmp_path: Path, lie: dict[str, str]) -> None:
    mind, position, answer = in_kalah(tmp_path, "best.clp", BEST, "2")
    reason = against(answer, "2")
    claim = reason.because[0].claim
    told = replace(reason.because[0], claim=Message(claim.key, {**claim.args, **lie}))
    others = [
        replace(other, reason=replace(reason, because=(told,))) if other.move == "2" else other
        for other in answer.why.rejected
    ]
    forged = replace(answer, why=replace(answer.why, rejected=tuple(others)))
    assert verdicts(position, forged, mind, "minds.clips.not.blocked") == [Verdict.FALSE]


STOPPED = (
    "(defrule only-four (logical (legal (move ?move)) (sows (move ?move) (pit 4))) => (assert (choose (move ?move))))"
)


def test_clips_names_the_pattern_that_nothing_about_the_move_matches(tmp_path: Path) -> None:
    mind, position, answer = in_kalah(tmp_path, "four.clp", STOPPED, "2")
    reason = against(answer, "2")
    assert reason.claim.key == "minds.clips.not.stopped"
    assert reason.claim.args == {"rule": "only-four", "condition": "(sows (move ?move) (pit 4))"}
    assert verdicts(position, answer, mind, "minds.clips.not.stopped") == [Verdict.TRUE]


def test_clips_says_that_no_rule_chooses_a_move_where_nothing_stops_it(tmp_path: Path) -> None:
    mind, position, answer = in_kalah(tmp_path, "blind.clp", '(defrule a => (assert (choose (move "1"))))', "2")
    assert keys(against(answer, "2")) == ["minds.clips.not.no_rule"]
    assert verdicts(position, answer, mind, "minds.clips.not.no_rule") == [Verdict.TRUE]


def test_clips_finds_a_rule_that_waits_far_down_the_agenda(tmp_path: Path) -> None:
    (tmp_path / "any.clp").write_text("(defrule any (legal (move ?move)) => (assert (choose (move ?move))))")
    mind, position = f"clips:file={tmp_path / 'any.clp'}", load_game("queens").start(0)
    chosen = ask(mind, position, [], None)
    shown = {chosen.move.text, *(other.move for other in chosen.why.rejected)}
    hidden = next(move for move in position.moves if move.text not in shown)
    answer = ask(mind, position, [], hidden)
    assert against(answer, hidden).claim == Message("minds.clips.not.waiting", {"rule": "any"})
    assert Verdict.FALSE not in verdicts(position, answer, mind, "minds.clips.not.waiting")


SLOW_PROGRAM = """
choose(M) :- legal(M), long(10000), M == '1'.
long(0) :- !.
long(N) :- Less is N - 1, long(Less).
"""


@needs.prolog
def test_prolog_examines_the_move_that_is_asked_about(tmp_path: Path) -> None:
    _, _, chosen = in_kalah(tmp_path, "slow.pl", SLOW_PROGRAM, None)
    assert against(chosen, "6").claim.key == "minds.prolog.not.not_examined"
    _, _, answer = in_kalah(tmp_path, "slow.pl", SLOW_PROGRAM, "6")
    assert against(answer, "6").claim.args["goal"] == "'6'=='1'"


def test_an_agent_tells_what_stands_for_the_move_in_its_list(tmp_path: Path) -> None:
    program = "+!move : .findall(p(S, P), sows(_, P, S), L) & .max(L, p(_, Best)) <- sow(Best)."
    _, _, answer = in_kalah(tmp_path, "most.asl", program, "2")
    reason = against(answer, "2")
    assert reason.claim.key == "minds.agentspeak.not.elsewhere"
    assert reason.because[0].claim == Message("minds.agentspeak.not.member", {"member": "p(4, 2)"})


def test_an_agent_without_a_plan_says_so_of_every_move(tmp_path: Path) -> None:
    (tmp_path / "idle.asl").write_text("+!other <- .print(1).")
    mind, game = f"agentspeak:file={tmp_path / 'idle.asl'}", load_game("queens", {"n": 1})
    position, history = game.start(0), list[Move]()
    while "pass" not in {move.text for move in position.moves}:
        history.append(position.moves[0])
        position = position.after(history[-1])
    move = next(move for move in position.moves if move.text != "pass")
    answer = ask(mind, position, history, move)
    assert keys(against(answer, move)) == ["minds.agentspeak.not.silent"]
    assert Verdict.FALSE not in verdicts(position, answer, mind, "minds.agentspeak.not.silent")
