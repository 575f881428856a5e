"""Prolog as students write it: every mistake is reported at its line, and long proofs are cut, never fatal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import MindProcess, ProcessSeat
from ludoteca.arena.verify import verify
from ludoteca.core.i18n import say
from ludoteca.core.record import Record
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.minds.prolog.engine import Engine
from ludoteca.minds.prolog.trace import Proof, ProofStep
from ludoteca.minds.schools import pinned
from ludoteca.minds.shared.knowledge import Knowledge
from tests import needs
from tests.minds.test_prolog import chosen, goals
from tests.minds.test_prolog import diagnostics as run_time_errors

pytestmark = needs.prolog

PLAYS = "choose(M) :- legal(M).\n"


@pytest.fixture(scope="module")
def checker() -> Iterator[Engine]:
    """A process that checks one text after another."""
    engine = Engine(load_game("kalah"), None)
    yield engine
    engine.close()


def diagnostics(checker: Engine, text: str) -> list[tuple[int, str]]:
    """The errors and warnings of a text."""
    return [(found.line, say(found.message)) for found in checker.check(Knowledge("mine.pl", text), 60)]


def played(text: str, folder: Path, minds: MindProcess, game: str, **options: int) -> Record:
    """A whole game of a program against random play."""
    loaded, file = load_game(game, options), folder / "mine.pl"
    file.write_text(text, encoding="utf-8")
    names = [pinned(f"prolog:file={file}", loaded), *["random"] * (len(loaded.seats) - 1)]
    return GameRunner(loaded, [ProcessSeat(name, minds) for name in names], 3, 60).play()


class TestLongProofs:
    @pytest.mark.parametrize("depth", [100, 10_000])
    def test_a_deep_proof_is_cut_for_showing(self, depth: int) -> None:
        choice = chosen(f"n(0) :- !.\nn(N) :- N1 is N - 1, n(N1).\nchoose(M) :- n({depth}), legal(M), !.\n")
        assert isinstance(choice.why.trace, Proof)
        steps = list(goals(choice.why.trace.root))
        assert len(steps) < 320
        assert ProofStep("…", "more") in steps

    def test_recursion_over_all_moves_of_four_player_azul_plays_a_whole_game(
        self, minds: MindProcess, tmp_path: Path
    ) -> None:
        text = "choose(M) :- findall(X, legal(X), Ms), last_of(Ms, M).\nlast_of([M], M).\n"
        record = played(text + "last_of([_|Ms], M) :- last_of(Ms, M).\n", tmp_path, minds, "azul", players=4)
        assert record.result is not None
        assert record.result.forfeit is None


class TestSyntaxErrors:
    @pytest.mark.parametrize(
        ("text", "line", "words"),
        [
            ("% x\na(1)\n\nb(2).\n" + PLAYS, 2, "at the end of this line"),
            ("a(1).\nchoose(M) :- legal(M)\n\n", 2, "is the full stop missing?"),
            ("choose(M) :-\n  legal(M),\n  b(M)\n\n% comment\nb(_) :- true.\n", 3, "the full stop is missing"),
            ("choose(M) :-\n  legal(M),\n  b(M),\n\nb(_) :- true.\n", 3, "the full stop is missing"),
            ("choose(M) :-\n  legal(M)\n  b(M).\nb(_).\n", 2, "at the end of this line"),
            ("choose(M) :-\n  legal(M),\n  b(M\n\nb(_).\n", 3, "the bracket ( opened on this line"),
            ("choose(M) :-\n  member(M, [a, b),\n  legal(M).\n", 2, "the bracket [ opened on this line"),
            ("choose(M) :-\n  legal(M)),\n  true.\n", 2, "closes none"),
            (PLAYS + "\n/* open\nnever closed\nfoo(X) :- bar(X).\n", 3, "begins here with /*"),
            ("a('/*').\nb(0'').\nc. % /* no\n" + PLAYS + "/* x\n", 5, "begins here with /*"),
            ("Choose(M) :- legal(M).\n", 1, "begins with a small letter"),
            (PLAYS + "b('x).\nc(2).\n", 2, "quotation mark is never closed"),
        ],
    )
    def test_the_line_to_blame(self, checker: Engine, text: str, line: int, words: str) -> None:
        [(found, said), *_] = diagnostics(checker, text)
        assert (found, words in said) == (line, True), (found, said)


class TestDirectives:
    def test_a_module_is_accepted_as_the_first_clause(self) -> None:
        text = "% Mine.\n:- module(mine, [choose/1,\n                 other/2]).\n:- use_module(library(lists)).\n"
        text += "choose(M) :- findall(X, legal(X), L), last(L, M).\n"
        choice = chosen(text)
        assert choice.move.text == "6"
        assert choice.why.reason.source is not None
        assert choice.why.reason.source.line == 5

    @pytest.mark.parametrize(
        ("directive", "words"),
        [
            (":- use_module(library(pcre)).", "library(pcre) cannot be used here; these can: aggregate, apply"),
            (":- use_module(library(http/http_open)).", "library(http/http_open) cannot be used here"),
            (":- use_module(helpers).", "other files of the folder can be included"),
            (":- consult('more.pl').", "other files of the folder can be included"),
            (":- [more].", "other files of the folder can be included"),
            (":- initialization(main).", "the game asks choose(Move) by itself"),
        ],
    )
    def test_a_refusal_says_what_to_do(self, checker: Engine, directive: str, words: str) -> None:
        [(line, said)] = diagnostics(checker, "a.\n" + directive + "\n" + PLAYS)
        assert (line, words in said) == (2, True), said

    def test_a_module_later_in_the_file_is_refused(self, checker: Engine) -> None:
        assert diagnostics(checker, PLAYS + ":- module(mine, [choose/1]).\n")[0][0] == 2

    def test_style_checks_may_be_switched_off(self, checker: Engine) -> None:
        text = "choose(M) :- legal(M), X = _.\n"
        assert [line for line, _ in diagnostics(checker, text)] == [1]
        assert diagnostics(checker, ":- style_check(-singleton).\n" + text) == []


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "line"), [("name() :- true.\n" + PLAYS, 1), ("a.\nchoose(M) :- b(), legal(M).", 2)]
    )
    def test_brackets_with_nothing_between_them(self, checker: Engine, text: str, line: int) -> None:
        [(found, said)] = diagnostics(checker, text)
        assert (found, "write the name alone" in said) == (line, True), said

    def test_a_number_that_would_take_for_ever_is_an_error_at_its_line(self) -> None:
        [(line, said)] = run_time_errors("p(X) :- X is 9 ** (9 ** 9).\nchoose(M) :- p(_), legal(M).\n")
        assert (line, "number_too_large" in said) == (1, True), said

    def test_a_number_is_no_move(self) -> None:
        [(line, said)] = run_time_errors("choose(M) :- member(M, [1, 2]), legal(M).\n")
        assert (line, "moves are written in quotation marks" in said) == (1, True), said

    def test_powers_of_many_digits_are_computed(self) -> None:
        choice = chosen("choose(M) :- X is 2 ** 100000 mod 7, X =:= 2, legal(M).\n")
        assert choice.move.text == "1"


class TestConstraints:
    TEXT = (
        ":- use_module(library(clpfd)).\n"
        "queens(Qs) :- length(Qs, 4), Qs ins 1..4, all_different(Qs), sum(Qs, #=, 10), labeling([ff], Qs).\n"
        "choose(M) :- queens([A|_]), B #= A + 1, Z #<==> (B #> 1), Z #= 1, tuples_in([[A, B]], [[1, 2]]), legal(M).\n"
    )

    def test_constraints_are_steps_of_the_proof(self) -> None:
        choice = chosen(self.TEXT)
        assert isinstance(choice.why.trace, Proof)
        assert ("2#=1+1", "called") in [(step.goal, step.how) for step in choice.why.trace.root.because]

    def test_a_game_by_constraints_is_verified(self, minds: MindProcess, tmp_path: Path) -> None:
        record = played(self.TEXT, tmp_path, minds, "kalah")
        report = verify(record)
        assert record.result is not None
        assert record.result.forfeit is None
        assert report.verdict is not Verdict.FALSE, [say(problem) for _, problem in report.problems]

    def test_a_move_that_is_only_constrained_is_unbound(self) -> None:
        [(line, said)] = run_time_errors(":- use_module(library(clpfd)).\nchoose(M) :- M in 1..6.\n")
        assert (line, "left the move unbound" in said) == (2, True), said

    def test_without_the_library_its_operators_are_unknown(self, checker: Engine) -> None:
        assert diagnostics(checker, "choose(M) :- M #> 3, legal(M).\n")[0][0] == 1
