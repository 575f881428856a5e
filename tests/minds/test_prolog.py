"""Tests of the Prolog mind: choices and proofs, diagnostics, files, and the shipped knowledge."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import ProcessSeat
from ludoteca.arena.verify import verify
from ludoteca.child.errors import ChildError
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Source, check_explanation
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.mind import Choice
from ludoteca.core.record import Record, to_json
from ludoteca.games import load_game, open_game
from ludoteca.minds.prolog import Prolog, PrologPlayer
from ludoteca.minds.prolog.engine import Engine
from ludoteca.minds.prolog.trace import Proof, ProofStep
from ludoteca.minds.schools import load_mind, minds_for, minds_written_for, pinned
from ludoteca.minds.shared.knowledge import BadKnowledge, Diagnostic, Knowledge, Trial
from tests import needs
from tests.games.test_kalah import board

HOSTILE = Path(__file__).parent.parent / "hostile" / "prolog"

pytestmark = needs.prolog


def player(text: str, game: str = "kalah", inferences: int = 1_000_000) -> PrologPlayer:
    return PrologPlayer(load_game(game), Knowledge("mine.pl", text), 1, inferences)


def chosen(text: str, position: Position | None = None, history: Sequence[Move] = ()) -> Choice:
    position = position or load_game("kalah").start(0)
    playing = player(text, position.game.name)
    try:
        return playing.choose(position, history, Clock(20))
    finally:
        playing.close()


def diagnostics(text: str, game: str = "kalah") -> list[tuple[int, str]]:
    """The errors of knowledge, loaded and asked for one move."""
    with pytest.raises(BadKnowledge) as caught:
        chosen(text, load_game(game).start(0))
    return [(found.line, say(found.message)) for found in caught.value.diagnostics if not found.warning]


def goals(step: ProofStep) -> Iterator[ProofStep]:
    yield step
    for below in step.because:
        yield from goals(below)


class TestChoosing:
    def test_a_choice_comes_with_its_proof(self) -> None:
        choice = chosen("% A move that gives an extra turn.\nchoose(Move) :-\n    extra_turn(Move, Me),\n    me(Me).\n")
        assert choice.move.text == "3"
        assert say(choice.why.reason.claim) == "A move that gives an extra turn."
        assert choice.why.reason.source == Source("mine.pl", 2)
        assert isinstance(choice.why.trace, Proof)
        root = choice.why.trace.root
        assert (root.goal, root.how, root.words) == ("choose('3')", "rule", "A move that gives an extra turn.")
        assert root.source is not None
        assert (root.source.file, root.source.line) == ("mine.pl", 2)
        assert [(step.goal, step.how) for step in root.because] == [
            ("extra_turn('3', south)", "given"),
            ("me(south)", "given"),
        ]

    def test_facts_of_the_position_are_evidence(self) -> None:
        choice = chosen("choose(Move) :- me(Me), pit(Me, 2, Seeds), Seeds > 3, sows(Move, 2, Seeds).")
        assert [str(fact) for fact in choice.why.reason.evidence] == ["pit(south, 2, 4)"]

    def test_a_rejected_move_has_the_goal_that_failed(self) -> None:
        choice = chosen(
            "choose(Move) :-\n    far(Move),\n    !.\n\nfar(Move) :-\n    sows(Move, Pit, _),\n    Pit > 5.\n"
        )
        assert choice.move.text == "6"
        reasons = {rejected.move: rejected.reason for rejected in choice.why.rejected}
        assert say(reasons["2"].claim) == "far('2') fails, in choose/1"
        (detail,) = reasons["2"].because
        assert say(detail.claim) == "there 2>5 fails"
        assert reasons["2"].source is not None and detail.source is not None
        assert (reasons["2"].source.line, detail.source.line) == (1, 5)
        assert set(reasons) == {"1", "2", "3", "4", "5"}

    def test_a_rejected_move_has_the_goals_by_which_another_is_preferred(self) -> None:
        rules = "choose(Move) :- legal(Move), \\+ fuller(_, Move).\n"
        rules += "fuller(Other, Move) :- seeds(Other, More), seeds(Move, Less), More > Less.\n"
        rules += "seeds(Move, Seeds) :- sows(Move, _, Seeds).\n"
        choice = chosen(rules, board([1, 3, 0], [1, 2, 3]))
        assert choice.move.text == "2"
        (rejected,) = choice.why.rejected
        assert say(rejected.reason.claim) == "fuller('2', '1') is proved, and choose/1 requires that it is not"
        assert [say(each.claim) for each in rejected.reason.because] == ["seeds('2', 3)", "seeds('1', 1)"]

    def test_a_move_that_the_same_rule_proves_is_reported(self) -> None:
        choice = chosen("choose(Move) :- legal(Move).")
        assert {rejected.reason.claim.key for rejected in choice.why.rejected} == {"minds.prolog.not.also"}

    def test_a_preference_chooses_a_maximal_move(self) -> None:
        choice = chosen("better(Move, Other) :- gain(Move, Me, More), gain(Other, Me, Less), me(Me), More > Less.")
        assert choice.move.text in ("3", "4", "5", "6")
        better = {rejected.move: say(rejected.reason.claim) for rejected in choice.why.rejected}
        assert better["1"] == f"better('{choice.move.text}', '1')"
        assert "no rule prefers" in better[next(m for m in ("3", "4", "5", "6") if m != choice.move.text)]

    def test_a_preference_that_is_not_an_order_finds_a_maximal_move(self) -> None:
        text = "better('1', '2').\nbetter('2', '3').\nbetter('3', '1').\nbetter('4', X) :- X \\== '4'.\n"
        assert chosen(text).move.text == "4"

    def test_a_cyclic_preference_is_reported(self) -> None:
        assert "is cyclic" in diagnostics("better(_, _).")[0][1]

    def test_cuts_conditions_and_negation_work_as_in_prolog(self) -> None:
        text = """
choose(Move) :- pick(Pit), sows(Move, Pit, _).
pick(Pit) :- ( fail -> Pit = 1 ; first(Pit) ), \\+ Pit = 2.
first(Pit) :- member(Pit, [2, 5, 6]), Pit > 2, !.
first(1).
"""
        choice = chosen(text)
        assert choice.move.text == "5"
        assert isinstance(choice.why.trace, Proof)
        assert "not" in {step.how for step in goals(choice.why.trace.root)}
        assert chosen("choose(M) :- ( legal(M), M == '4' *-> true ; M = '1' ).").move.text == "4"
        assert chosen("choose(M) :- once(legal(M)), call(legal(M)).").move.text == "1"
        assert chosen("choose(M) :- x(M), !.\nchoose('2').\nx(_) :- !, fail.\nx('1').").move.text == "2"

    def test_all_clauses_are_tried_whatever_they_bind(self) -> None:
        assert chosen("choose(M) :- p(X), X > 1, sows(M, X, _).\np(1).\np(2).").move.text == "2"
        assert chosen("choose('1') :- fail.\nchoose('2').").move.text == "2"
        assert diagnostics("choose(_) :- ( true *-> ! ), fail.\nchoose('2').")[0][1].startswith(
            "choose(Move) has no solution"
        )

    def test_tabled_predicates_are_called_by_prolog(self) -> None:
        text = """:- table path/2.
path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).
edge(1, 2).
edge(2, 4).
"""
        assert chosen(f"{text}choose(M) :- path(1, 4), sows(M, 4, _).\n").move.text == "4"

    def test_tabled_predicates_are_derived_anew_in_every_turn(self) -> None:
        text = """:- table most/1.
most(N) :- aggregate_all(max(Seeds), sows(_, _, Seeds), N).
choose(M) :- most(N), sows(M, _, N).
"""
        start = load_game("kalah").start(0)
        playing = player(text)
        try:
            assert playing.choose(start, [], Clock(20)).move.text == "1"
            later = start.after(find_move(start, "3"))  # an extra turn; pits 4 to 6 have 5 seeds
            assert playing.choose(later, [], Clock(20)).move.text == "4"
        finally:
            playing.close()

    def test_a_move_may_be_a_number(self) -> None:
        choice = chosen("choose(3).")
        assert choice.move.text == "3"
        assert "3" not in [rejected.move for rejected in choice.why.rejected]

    def test_a_proof_records_tests_of_bindings_before_later_ones(self) -> None:
        choice = chosen("choose(M) :- var(M), \\+ M == '1', legal(M).")
        assert isinstance(choice.why.trace, Proof)
        assert [step.goal for step in choice.why.trace.root.because] == ["var(_)", "_=='1'", "legal('1')"]

    def test_libraries_closures_and_operators(self) -> None:
        text = """:- use_module(library(lists)).
:- op(700, xfx, beats).
choose(Move) :-
    findall(Pit-M, sows(M, Pit, _), Pairs),
    foldl([P-M, _-_, P-M]>>true, Pairs, 0-none, _-Last),
    include([_-M]>>(M beats '5'), Pairs, [_-Move|_]),
    maplist([_]>>true, Pairs),
    Last == '6'.
'6' beats '5'.
"""
        assert chosen(text).move.text == "6"

    def test_dynamic_predicates_keep_their_clauses_from_move_to_move(self) -> None:
        text = """:- dynamic seen/1.
choose(Move) :- aggregate_all(count, seen(_), N), assertz(seen(N)), legal(Move), sows(Move, Pit, _), Pit > N, !.
"""
        game = load_game("kalah")
        playing, position = player(text), game.start(0)
        first = playing.choose(position, [], Clock(20)).move
        assert first.text == "1"
        history = [first, Move(0, "1")]
        assert playing.choose(position, history, Clock(20)).move.text == "2"
        # Another game, or moves taken back: the state is reset.
        assert playing.choose(position, [Move(1, "2")], Clock(20)).move.text == "1"
        playing.close()

    def test_examining_other_moves_does_not_change_the_state(self) -> None:
        text = """:- dynamic asked/1.
choose(Move) :- aggregate_all(count, asked(_), 0), legal(Move), assertz(asked(Move)).
choose('2').
"""
        playing, position = player(text), load_game("kalah").start(0)
        playing.choose(position, [], Clock(20))
        playing.choose(position, [Move(0, "1")], Clock(20))
        assert playing.choose(position, [Move(0, "1"), Move(0, "1")], Clock(20)).move.text == "2"
        playing.close()

    def test_random_choices_depend_on_the_seed(self) -> None:
        text = "choose(Move) :- findall(M, legal(M), Moves), random_member(Move, Moves)."
        assert len({chosen(text, history=[Move(0, "1")] * n).move.text for n in range(12)}) > 2
        assert chosen(text).move == chosen(text).move


class TestLargeProofs:
    def test_a_long_proof_is_cut_in_breadth_and_depth_with_a_mark(self) -> None:
        text = """choose(Move) :- wide(1000), deep(5000), legal(Move).
            wide(N) :- findall(X, between(1, N, X), Xs), each(Xs).
            each([]).
            each([X|Xs]) :- odd_or_even(X), each(Xs).
            odd_or_even(X) :- ( X mod 2 =:= 0 -> true ; true ).
            deep(0) :- !.
            deep(N) :- M is N - 1, deep(M)."""
        choice = chosen(text)
        assert isinstance(choice.why.trace, Proof)
        steps = list(goals(choice.why.trace.root))
        assert len(steps) < 400
        assert "more" in {step.how for step in steps}
        check_explanation(to_json(choice.why))
        assert all(step.how == "more" or step.goal != "…" for step in steps)

    def test_a_goal_cannot_pass_for_another_one(self) -> None:
        text = """choose(Move) :- 'pit(south, 1, 99)', 'a\nb', p('$VAR'('1), legal(2')), q("it's", 'x"y'), legal(Move).
            'pit(south, 1, 99)'.
            'a\nb'.
            p(_).
            q(_, _)."""
        choice = chosen(text)
        assert isinstance(choice.why.trace, Proof)
        shown = [step.goal for step in choice.why.trace.root.because]
        assert shown[:2] == ["'pit(south, 1, 99)'", "'a\\nb'"]
        assert shown[2] == "p('$VAR'('1), legal(2'))"
        assert shown[3] == """q("it's", 'x"y')"""

    def test_a_large_error_is_shortened(self) -> None:
        text = "choose(_) :- length(L, 100000), maplist(=(x), L), atomic_list_concat(L, A), throw(A)."
        ((line, said),) = diagnostics(text)
        assert line == 1 and len(said) < 700


class TestDiagnostics:
    @pytest.mark.parametrize(
        ("text", "line", "said"),
        [
            ("choose(M) :- legal(M)", 1, "is the full stop missing?"),
            ("% ñ 😀\nchoose(M) :-\n    legal(M.\n", 3, "the bracket ( opened on this line is never closed"),
            ("choose(M) :-\n    leagl(M).\n", 2, "leagl/1 is not defined; did you mean the game's legal/1?"),
            ("choose(M) :- findall(X, nowhere(X), [M|_]).", 1, "nowhere/1 is not defined"),
            ("a.\nchoose(M) :- maplist(nowhere, [1]), legal(M).", 2, "nowhere/1 is not defined"),
            ("choose(M) :-\n    legal(M),\n    findall(X,\n        nowhere(X), _).", 4, "nowhere/1 is not defined"),
            ("choose(M, W) :- legal(M), W = x.", 0, "it defines choose/2, but neither"),
            ("choose(M) :-\n    helper(X),\n    Y is X + foo,\n    legal(M), Y > 0.\nhelper(1).", 1, "(in choose(_))"),
            ("better(A, B) :- A > B.", 1, "in better("),
            ("choose(M) :- assertz(pit(south, 1, 9)), legal(M).", 1, "pit/3 is a relation of the game"),
            ("choose(M) :- get_time(T), T > 0, legal(M).", 1, "get_time/1 is not allowed"),
            ("choose(M) :- catch(loop, _, true), legal(M).\nloop :- loop.", 1, "inferences was reached"),
            ("chose(M) :- legal(M).", 0, "neither choose(Move) nor better(Move, Other)"),
            ("choose(M) :- legal(M).\npit(a, b, c).\n", 2, "pit/3 is a relation of the game"),
            ("choose(M) :- legal(M), X is foo + 1, X > 0.", 1, "Arithmetic"),
            ("a.\nchoose(M) :- legal(M), X is 1 / 0, X > 0.", 2, "zero_divisor"),
            ("choose(M) :- legal(M), fail.", 1, "the goal fail fails"),
            ("choose(M) :- legal(M), store(north, 9).", 1, "the goal store(north, 9) fails"),
            ("choose(M) :- a(M).\na(M) :- a(M).", 2, "the limit of 1,000,000 inferences was reached, in a(_)"),
            ("choose(_).", 1, "left the move unbound"),
            ("choose(nowhere).", 1, "gave nowhere, which is not a legal move"),
            ("choose(M) :- step(G), call(G, M).\nstep(legal).", 1, "cannot be checked before the game"),
            ("choose(M) :- legal(M).\n:- use_module(library(process)).", 2, "library(process) cannot be used here"),
            ('choose(M) :- X = "never closed, legal(M).\n', 1, "a quotation mark is never closed"),
        ],
    )
    def test_an_error_is_reported_with_its_line(self, text: str, line: int, said: str) -> None:
        found = diagnostics(text)
        assert found[0][0] == line, found
        assert said in found[0][1]

    def test_every_syntax_error_is_reported_not_only_the_first(self) -> None:
        assert [line for line, _ in diagnostics("a(.\nb.\nc(.\nchoose(M) :- legal(M).\n")] == [1, 3]

    def test_a_variable_used_once_is_a_warning(self) -> None:
        trial = Prolog.with_defaults().trial(
            load_game("kalah"), Knowledge("mine.pl", "choose(M) :- legal(M), X = 1.\n")
        )
        assert [(found.line, found.warning) for found in trial.diagnostics] == [(1, True)]
        assert trial.choice is not None

    def test_a_trial_never_raises(self) -> None:
        for text in ("", "choose(", "choose(M) :- repeat, fail, M = 1.", "choose(M) :- legal(M).", "\x00", "'" * 1000):
            trial: Trial = Prolog.with_defaults().trial(load_game("azul"), Knowledge("mine.pl", text))
            assert (trial.choice is None) == any(not found.warning for found in trial.diagnostics)

    def test_diagnostics_are_in_every_language(self) -> None:
        with pytest.raises(BadKnowledge) as caught:
            player("choose(M) :- leagl(M).")
        assert say(caught.value.message) == "mine.pl, line 1: leagl/1 is not defined; did you mean the game's legal/1?"
        assert say(caught.value.message, "es").startswith("mine.pl, línea 1: leagl/1 no está definido")
        for found in caught.value.diagnostics:
            assert all(say(found.message, language) for language in LANGUAGES)


class TestFiles:
    def test_a_file_plays_under_its_path_and_its_digest(self, tmp_path: Path) -> None:
        game, path = load_game("kalah"), tmp_path / "mine.pl"
        path.write_text("choose(Move) :- legal(Move).\n", encoding="utf-8")
        name = pinned(f"prolog:file={path}", game)
        assert "digest=" in name
        load_mind(name, game).join(game, 0, 0).close()
        path.write_text("choose('2').\n", encoding="utf-8")
        with pytest.raises(BadInput, match="is not what it was"):
            load_mind(name, game)

    def test_missing_unreadable_and_binary_files_are_bad_input(self, tmp_path: Path) -> None:
        game = load_game("kalah")
        (tmp_path / "binary.pl").write_bytes(b"a.\n\xff\xfe\n")
        for name, said in (
            ("nowhere.pl", "there is no file"),
            ("binary.pl", "line 2: not UTF-8"),
            (".", "is a folder"),
        ):
            with pytest.raises(BadInput, match=said):
                load_mind(f"prolog:file={tmp_path / name}", game)

    def test_with_a_knowledge_folder_only_its_files_can_be_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LUDOTECA_KNOWLEDGE", str(tmp_path))
        (tmp_path / "kalah").mkdir()
        (tmp_path / "kalah" / "mine.pl").write_text("choose(Move) :- legal(Move).\n", encoding="utf-8")
        game = load_game("kalah")
        assert load_mind("prolog:file=mine.pl", game)
        assert load_mind("prolog:file=player.pl", game)
        for name in ("/etc/passwd", "../kalah/mine.pl", "nowhere.pl", "Mine.pl", "mine.pl/"):
            with pytest.raises(BadInput):
                load_mind(f"prolog:file={name}", game)

    def test_without_swi_prolog_the_mind_reports_what_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        with pytest.raises(BadInput, match="apt-get install swi-prolog-nox"):
            load_mind("prolog", load_game("kalah"))
        assert load_mind("greedy", load_game("kalah"))


def played(game: Game, minds: Sequence[str], limit: float = 20) -> Record:
    seats = [ProcessSeat(mind) for mind in minds]
    try:
        return GameRunner(game, seats, 3, limit).play()
    finally:
        for seat in seats:
            seat.close()


class TestShippedKnowledge:
    @pytest.mark.parametrize("game", ["kalah", "azul"])
    def test_it_beats_random_play_and_its_reasons_are_true(self, game: str) -> None:
        loaded = load_game(game)
        record = played(loaded, ["prolog", "random"])
        assert record.result is not None
        assert record.result.forfeit is None
        assert record.result.winner == loaded.seats[0]
        report = verify(record)
        assert report.problems == []
        assert report.unchecked == []

    @pytest.mark.parametrize(
        ("moves", "wanted", "words"),
        [
            ([], "3", "Move again"),
            (["3"], "6", "Nothing special"),
            (["3", "6"], None, None),
        ],
    )
    def test_kalah_follows_its_rules(self, moves: list[str], wanted: str | None, words: str | None) -> None:
        position: Position = load_game("kalah").start(0)
        for text in moves:
            position = position.after(find_move(position, text))
        choice = chosen(
            (HOSTILE.parent.parent.parent / "src/ludoteca/games/kalah/knowledge/player.pl").read_text(), position
        )
        if wanted is not None:
            assert choice.move.text == wanted
            assert str(words) in say(choice.why.reason.claim)

    def test_kalah_plays_with_the_swap_on_offer(self) -> None:
        game = load_game("kalah", {"pie": True})
        position = game.start(0)
        position = position.after(position.moves[0])
        knowledge = load_mind("prolog", game)
        playing = knowledge.join(game, 1, 0)
        assert playing.choose(position, [], Clock(20)).move in position.moves
        playing.close()


def test_syntax_errors_are_reported_on_any_line() -> None:
    rng = random.Random(1)
    for _ in range(5):
        line = rng.randrange(1, 30)
        text = "\n".join(["ok(1)."] * (line - 1) + ["wrong(."]) + "\nchoose(M) :- legal(M).\n"
        assert [line_of for line_of, _ in diagnostics(text)] == [line]
    assert Diagnostic(1, BadInput("core.mind_name", given="x").message).warning is False


def test_a_killed_engine_is_restarted() -> None:
    playing, position = player("choose(Move) :- legal(Move)."), load_game("kalah").start(0)
    playing.choose(position, [], Clock(20))
    playing._process.close()
    assert playing.choose(position, [], Clock(20)).move.text == "1"
    playing.close()


def test_an_engine_that_hangs_is_killed_and_restarted() -> None:
    hanging = (HOSTILE / "loops_and_catches.pl").read_text(encoding="utf-8")
    playing, position = player(hanging), load_game("kalah").start(0)
    with pytest.raises((ChildError, BadKnowledge)):
        playing.choose(position, [], Clock(1))
    playing._start = partial(Engine, load_game("kalah"), Knowledge("mine.pl", "choose(Move) :- legal(Move)."))
    playing._process.close()
    assert playing.choose(position, [], Clock(20)).move.text == "1"
    playing.close()


def test_a_text_is_checked_as_if_no_other_had_been_before() -> None:
    """A process that is kept forgets libraries, operators and dynamic predicates of the last text."""
    texts = {
        ":- use_module(library(lists)).\nchoose(M) :- legal(M), member(M, [M]).\n": [],
        "member(X, [X|_]).\nchoose(M) :- legal(M), member(M, [M]).\n": [],
        ":- dynamic seen/1.\nchoose(M) :- legal(M), \\+ seen(M).\n": [],
        "choose(M) :- legal(M), \\+ seen(M).\n": ["minds.prolog.diagnostic.unknown"],
        ":- op(700, xfx, beats).\nchoose(M) :- legal(M), \\+ M == (a beats b).\n": [],
        "choose(M) :- legal(M), \\+ M == (a beats b).\n": ["minds.prolog.syntax.operator_expected"],
        ":- table p/1.\np(X) :- p(X).\np(1).\nchoose(M) :- legal(M), p(1).\n": [],
    }
    checker = Prolog.with_defaults().make_checker(load_game("kalah"))
    try:
        for text, keys in texts.items():
            found = checker.check(Knowledge("mine.pl", text), 20)
            assert [one.message.key for one in found] == keys, text
        assert not checker.alive, "tables that are loaded again and again make SWI-Prolog crash"
    finally:
        checker.close()


def test_a_school_without_its_program_is_still_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    game = open_game("kalah")
    assert "prolog" in minds_written_for(game)
    assert "prolog" not in minds_for(game)
