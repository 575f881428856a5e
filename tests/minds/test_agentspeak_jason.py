"""Corners of the language that programs written for Jason may lean on, and those that once went wrong here."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.judgement import judge
from ludoteca.arena.seat import MindProcess, ProcessSeat
from ludoteca.core.clock import Clock
from ludoteca.core.game import Position
from ludoteca.core.mind import Choice
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.minds.agentspeak.trace import Intended
from ludoteca.minds.schools import pinned
from tests.minds.test_agentspeak import after, chosen, intentions, seated
from tests.minds.test_agentspeak_language import Trial, said


class TestTerms:
    @pytest.mark.parametrize(
        ("body", "shown"),
        [
            ("X = -7; Y = X mod 3; Z = X div 2; .print(Y, Z)", ["-1-3"]),
            (".sort([f(1), [1, 2], a, \"s\", [9], 2, ~a], L); .print(L)", ['[2, "s", [9], [1, 2], a, f(1), ~a]']),
            (".nth(I, [a, b], b); .print(I)", ["1"]),
            ("L = [X, Y]; .length(L, N); .reverse(L, R); X = 1; .print(N, R)", ["2[_, 1]"]),
            (".concat([X], [2], L); X = 1; .print(L)", ["[1, 2]"]),
            ("[A, B|C] = [1, 2, 3]; .print(A, B, C)", ["12[3]"]),
            ("if (X == X & not X == Y) { .print(yes) }", ["yes"]),
            ("L = [_, _]; L = [1, 2]; .print(L)", ["[1, 2]"]),
            ("X = 1 / 4; .print(X, 1234567.5)", ["0.251234567.5"]),
            ("if (not f(true) == f(1)) { .print(yes) }", ["yes"]),
            (".print([1|T])", ["[1|_]"]),
            ("b(1)[zz, yy, xx] =.. P; .print(P)", ["[b, [1], [zz, yy, xx]]"]),
            ("+b[source(x)]; +b[source(y)]; .findall(S, b[source(S)], L); .print(L)", ["[x, y]"]),
            ("+p(1); +p(true); .count(p(_), N); .print(N)", ["2"]),
            ("?q(3); .print(yes)", ["yes"]),
            ("?c[p(X), q(X)]; .print(X)", ["2"]),
        ],
    )  # fmt: skip
    def test_they_are_what_jason_makes_of_them(self, body: str, shown: list[str]) -> None:
        assert said(body, "q(X). c[p(1), p(2), q(2)].") == shown

    @pytest.mark.parametrize(
        "body",
        [
            "Y = -8; X = Y ** 0.5", "Y = 9; X = Y ** Y ** Y", "Y = 0; X = 1 / Y", "Y = 0; X = 1 mod Y",
            "Y = 10 ** 300; X = Y * Y; .floor(X, Z)", "Y = 10 ** 300; .range(X, 0, Y * Y)",
            "Y = 10 ** 300; .wait(Y * Y)",
            ".length([1|T], N)", ".member(X, T)", "T =.. [f]",
        ],
    )  # fmt: skip
    def test_what_cannot_be_worked_out_fails_in_the_plan(self, body: str) -> None:
        assert said(body, "-!g <- .print(failed).") == ["failed"]


class TestPlans:
    def test_a_repair_may_ask_what_went_wrong(self) -> None:
        rest = "+!h <- !nowhere. -!h[error(E), code_line(L)] <- .print(E, L)."
        assert said("!h", rest) == ["no_relevant3"]

    def test_replacing_a_belief_tells_a_plan_of_the_old_one_apart(self) -> None:
        rest = "p(1). -p(X) <- .print(gone(X)); .fail. +p(X) <- .print(new(X))."
        assert sorted(said("-+p(2); .print(after)", rest)) == ["after", "gone(1)", "new(2)"]

    def test_dropping_all_intentions_spares_the_one_that_does(self) -> None:
        text = "!a. !b. +!a <- .wait(10); .print(a). +!b <- .drop_all_intentions; .print(b)."
        assert Trial(text).run().said() == ["b"]

    def test_plans_that_are_not_needed_are_looked_at_without_a_trace(self) -> None:
        """Neither chance nor print nor endless rules of theirs make a difference."""
        rest = "+!g2 : .print(never) <- true. +!g2 : .random(X) <- true. +!g2 : loop(1) <- true. loop(X) :- loop(X)."
        assert said("!g2", "+!g2 <- .print(first). " + rest) == ["first"]

    def test_a_goal_that_ends_itself_ends(self) -> None:
        assert said(".fail_goal(g) & nope", "-!g <- .print(ended).") == ["ended"]

    def test_waiting_is_a_step_and_nothing_else(self) -> None:
        assert Trial("+!g : .wait(10) <- do(1).").diagnostics[0]["kind"] == "only_step"
        assert Trial("+!g <- if (.wait(10)) { do(1) }.").diagnostics[0]["kind"] == "only_step"

    def test_a_question_that_is_not_answered_in_time(self) -> None:
        trial = Trial("!g. +!g <- .send(bob, askOne, b(X), A, 100); .print(A).", others=("bob",))
        assert trial.run().said() == ["timeout"]


class TestReading:
    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("", "idle"),
            ("// nothing but words\n", "idle"),
            ('+!g <- .print("\\x").', "syntax.escape"),
            ('+!g <- .print("hola).', "syntax.string"),
            ("+!g : a, b <- do(1).", "syntax.and"),
            ("+!g <- do(1), do(2).", "syntax.semicolon"),
            ("+!g :- do(1).", "syntax.arrow"),
            ("+!g : X != 2 <- do(1).", "syntax.different"),
            ("+!g : \\+ a <- do(1).", "syntax.not"),
            ("+!g <- X is 2; do(X).", "syntax.equals"),
            ("+!g <- Do(1).", "syntax.capital"),
            ("+!posición <- do(1).", "syntax.accent"),
            ("+move <- do(1).", "meant_goal"),
            ("!g(X + 1). +!g(_) <- do(1).", "syntax.belief"),
            ("+!g <- X = 9 ** 9 ** 9; do(X).", "syntax.number"),
            ("+!g <- X = (0 - 8) ** 0.5; do(X).", "syntax.number"),
        ],
    )
    def test_slips_of_beginners_are_named(self, text: str, kind: str) -> None:
        assert Trial(text).diagnostics[0]["kind"] == kind

    def test_no_string_can_pass_for_an_event(self) -> None:
        assert said('X = "\\0event:0"; .wait({+b}, 10, T); .print(T)') == ["10"]


class TestMail:
    @pytest.mark.parametrize(
        ("performative", "content"),
        [("tell", "v(1 / 0)"), ("tell", "(("), ("askOne", "w(_)"), ("tell", "f(<Event>)"), ("tell", 'v("\\0event:0")'),
         ("tell", "f(" * 400 + "1" + ")" * 400), ("sing", "la")],
    )  # fmt: skip
    def test_no_message_can_harm_who_gets_it(self, performative: str, content: str) -> None:
        trial = Trial("w(X) :- X > 1. +!still <- .print(here).", others=("bob",))
        trial.run(mail=[{"from": "bob", "performative": performative, "content": content, "number": 1}])
        trial.run(mail=[{"from": "bob", "performative": "achieve", "content": "still", "number": 0}])
        assert trial.said() == ["here"]

    def test_nobody_can_pass_for_the_world(self) -> None:
        trial = Trial("+v(X)[source(percept)] <- .print(fooled). +v(X)[source(bob)] <- .print(bob).", others=("bob",))
        trial.run(mail=[{"from": "bob", "performative": "tell", "content": "v(1)[source(percept)]", "number": 0}])
        assert trial.said() == ["bob"]

    def test_an_answer_nobody_waits_for_is_believed_of_its_source(self) -> None:
        trial = Trial("+v(X)[source(bob)] <- .print(X).", others=("bob",))
        trial.run(mail=[{"from": "bob", "performative": "answer_one", "content": "v(4)", "number": 0}])
        assert trial.said() == ["4"]


class TestAtTheTable:
    def test_one_that_begins_anew_meets_the_same_refusals(self) -> None:
        text = """n(0).
        +!move <- !try.
        +!try : n(0) <- queen(99, 99).
        +!try : n(N) & .findall(c(X, Y), free(X, Y), L) & .min(L, c(A, B)) <- queen(A, B).
        -!try <- -+n(1); .findall(c(X, Y), free(X, Y), L); .max(L, c(A, B)); queen(A, B)."""
        game = load_game("queens")
        first = chosen(text, game).move
        assert first.text == "queen h8"
        position, history = after(game, first.text, "pass", "queen a2", "pass")
        with seated(text, game) as player:
            player.choose(game.start(0), [], Clock(20))
            lived = player.choose(position, history, Clock(20)).move
        assert chosen(text, game, first.text, "pass", "queen a2", "pass").move == lived

    def test_a_clock_that_ticks_forever_does_no_harm(self) -> None:
        text = "!tick. +!tick <- .wait(1000); !!tick. +!move : legal(M) <- play(M)."
        assert chosen(text, load_game("kalah"), "1", "1").move.text == "2"

    def test_steps_name_beliefs_of_the_plan_that_was_chosen(self) -> None:
        text = "+!move : legal(M) <- !warm; play(M). +!warm : me(_) <- true. +!warm : store(north, S) <- true."
        (frame,) = intentions(chosen(text, load_game("kalah")).why).stack
        warm = frame.steps[0]
        assert warm.beliefs == ()
        assert isinstance(warm.below, Intended) and warm.below.beliefs == ("me(south)",)

    def test_steps_are_shown_as_they_were_when_taken(self) -> None:
        (frame,) = intentions(chosen("+!move <- .print(X); X = 3; sow(X).", load_game("kalah")).why).stack
        assert [step.now or step.text for step in frame.steps] == [".print(_)", "X = 3", "sow(3)"]


class TestTurn:
    """The style that Jason programs use: a plan for the percept that says who is to move."""

    TEXT = "+turn(S) : me(S) <- ?legal(M); play(M).\n"

    @pytest.mark.parametrize(("game", "options"), [("azul", {"players": 3}), ("queens", {})])
    def test_it_plays_whole_games(self, game: str, options: dict[str, int], minds: MindProcess, tmp_path: Path) -> None:
        file = tmp_path / "turn.asl"
        file.write_text(self.TEXT, encoding="utf-8")
        loaded = load_game(game, options)
        names = [pinned(f"agentspeak:file={file}", loaded), *["random"] * (len(loaded.seats) - 1)]
        record = GameRunner(loaded, [ProcessSeat(name, minds) for name in names], 3, 60).play()
        assert record.result is not None
        assert record.result.forfeit is None

    def test_it_plays_on_after_an_extra_turn_and_its_intention_is_true(self, tmp_path: Path) -> None:
        text = "+turn(S) : me(S) & extra_turn(M, S) <- play(M).\n+turn(S) : me(S) <- ?legal(M); play(M).\n"
        position = load_game("kalah").start(0)
        with seated(text, position.game) as player:
            first = player.choose(position, [], Clock(20))
            position = position.after(first.move)
            assert (first.move.text, position.turn) == ("3", 0)
            second = player.choose(position, [first.move], Clock(20))
        assert [frame.event for frame in intentions(second.why).stack] == ["+turn(south)"]
        assert Verdict.FALSE not in verdicts(text, tmp_path, position, second)


def verdicts(text: str, folder: Path, position: Position, choice: Choice) -> set[Verdict]:
    """The verdicts on the reasons and the trace of a choice by a program."""
    file = folder / "mine.asl"
    file.write_text(text, encoding="utf-8")
    name = pinned(f"agentspeak:file={file}", position.game)
    return {judged.verdict for judged in judge(position, choice.move, choice.why, name)}


class TestJasonPrograms:
    """What programs for Jason use besides."""

    @pytest.mark.parametrize(
        ("body", "shown"),
        [
            ("+end; +begin(include); ?begin(X); .print(X)", ["include"]),
            ("X = math.random(400) + 100; if (X >= 100 & X < 500) { .print(yes) }", ["yes"]),
            ("X = math.random; if (X < 1) { .print(yes) }", ["yes"]),
            ("Y = 7.6; X = math.floor(Y) + math.round(Y) * math.max(1, math.abs(-2)); .print(X)", ["23"]),
            (".date(Y, M, D); .print(Y, M, D)", ["200011"]),
            (".wait(90000000); .date(Y, M, D); .time(H, _, _); .print(D, H)", ["21"]),
            ("!!h; .wait(10); .suspend(h); .wait(500); .print(now); .resume(h)", ["before", "now", "after"]),
            ("!!k; .wait(10); .resume(k); .print(on)", ["on", "k"]),
            ("!!k; .wait(10); if (.suspended(k, _)) { .print(yes) }", ["yes"]),
            ("shop::price(X)[source(self)] = P; +shop::price(3); +price(4); ?shop::price(Y); .print(Y)", ["3"]),
            ("+default::p(1); +::q(2); ?p(X); ?q(Y); .print(X, Y)", ["12"]),
            (".suffix([2|T], [1, 2, 3]); .prefix(P, [1]); .print(T, P)", ["[3][1]"]),
            (".union([b, a], [c, a], L); .difference(L, [b], D); .intersection(L, D, I); .print(L, I)",
             ["[a, b, c][a, c]"]),
            (".delete(a, [a, b, a], L); .print(L)", ["[b]"]),
            (".df_register(\"x\"); .df_search(\"x\", L); .print(L)", ["[]"]),
            (".current_intention(intention(_, [G|_])); .print(G)", ["g"]),
            (".print(on); .stopMAS; .print(off)", ["on"]),
        ],
    )  # fmt: skip
    def test_they_find_what_they_need(self, body: str, shown: list[str]) -> None:
        rest = "+!h <- .print(before); .wait(100); .print(after). +!k <- .suspend; .print(k)."
        assert said(body, rest) == shown

    def test_directives_are_left_out_with_a_warning(self) -> None:
        text = '{ include("$jasonJar/more.asl") }\n{register_function("f.g",2,"h")}\n{ namespace(x, local) }\n!g.\n'
        trial = Trial(text + "+!g <- .print(here).\n{ begin namespace(y) }\n{ end }\n").run()
        assert [(found["line"], found["warning"]) for found in trial.diagnostics if found["kind"] == "directive"] == [
            (line, True) for line in (1, 2, 3, 6, 7)
        ]
        assert trial.said() == ["here"]

    def test_the_second_interpreter_makes_no_claim_about_random_numbers(self, tmp_path: Path) -> None:
        text = "+!move <- X = math.floor(math.random(1)); .findall(M, legal(M), L); .nth(X, L, M); play(M).\n"
        position = load_game("kalah").start(0)
        choice = chosen(text, position.game)
        assert choice.move.text == "1"
        assert Verdict.FALSE not in verdicts(text, tmp_path, position, choice)
