"""Games from folders: they are played like the others, and a faulty or hostile knowledge base does no harm."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import ProcessSeat
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import say
from ludoteca.core.loading import GameFault
from ludoteca.games import load_game, open_game
from ludoteca.rules.production.client import BrokenGame
from ludoteca.rules.production.folder_game import FolderGame
from tests.rules.production.nim import nim

NIM = nim()


def base(folder: Path, text: str) -> Path:
    (folder / "base.clp").write_text(text, encoding="utf-8")
    return folder


def play_through(game: Game) -> None:
    position = game.start(0)
    while position.turn is not None:
        position = position.after(position.moves[0])
    position.scores()


class TestGame:
    def test_it_is_found_by_its_path(self) -> None:
        game = open_game(str(NIM), {"scenario": "1"})
        assert isinstance(game, FolderGame)
        position = game.start(3)
        assert game.seats == ("one", "two")
        assert position.moves[0].text == "take 1 from a"
        assert game.load(position.save()) == position
        assert str(position.facts()[0]) == "turn(one)"

    def test_load_game_takes_no_path(self) -> None:
        with pytest.raises(BadInput, match="There is no game"):
            load_game(str(NIM))

    def test_the_knowledge_sets_the_number_of_seats(self, tmp_path: Path) -> None:
        text = """(defglobal ?*seats* = 3)
            (deffacts f (turn 1 a) (turn 2 a) (turn 3 a) (turn 1 b) (turn 2 b) (turn 3 b))
            (defrule go "?who: go ?where" ?f <- (turn ?who ?where) ?g <- (turn ?who ~?where) => (retract ?f ?g))"""
        game = open_game(str(base(tmp_path, text)))
        assert game.seats == ("one", "two", "three")
        position, turns = game.start(0), []
        while position.turn is not None:
            turns.append(position.turn)
            position = position.after(position.moves[0])
        assert turns == [0, 1, 2]
        assert position.result() == (1 / 3, 1 / 3, 1 / 3)

    def test_a_game_without_choices_runs_to_its_end(self, tmp_path: Path) -> None:
        game = FolderGame(base(tmp_path, "(deffacts f (a 1)) (defrule r (a ?x) (not (b)) => (assert (b)))"), {})
        position = game.start(0)
        assert position.turn is None
        assert [firing.activation.rule for firing in position.opening] == ["r"]


class TestBadInput:
    def test_no_folder(self) -> None:
        with pytest.raises(BadInput, match="There is no folder"):
            open_game("nowhere/at/all")

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match=r"nor a CLIPS file \(\*\.clp\)"):
            open_game(str(tmp_path))

    def test_no_such_scenario(self) -> None:
        with pytest.raises(BadInput, match='There is no value "scenario=9"; there are: scenario=1'):
            open_game(str(NIM), {"scenario": "9"})

    def test_a_syntax_error_is_reported_with_file_and_line(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput) as found:
            open_game(str(base(tmp_path, "(deftemplate a (slot b))\n\n(defrule r\n  (a (c 1))\n  =>)")))
        assert str(found.value) == (
            f"{tmp_path.name}/base.clp, line 4: "
            "[TMPLTDEF1] Invalid slot 'c' not defined in corresponding deftemplate 'a'."
        )
        assert "línea 4" in say(found.value.message, "es")


TURNS = "(deffacts go (turn 1) (number 1) (number 2) (left 6)) "
RULE = '(defrule play "?p: take ?n" ?t <- (turn ?p) (number ?n) ?l <- (left ?k&:(>= ?k ?n)) '
DOES = "=> (retract ?t ?l) (assert (turn (- 3 ?p)) (left (- ?k ?n)))) "


class TestUnusualKnowledge:
    """Knowledge bases that CLIPS accepts: each is a game, or the error says why it cannot be one."""

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("(defmodule GAME)", "line 1: a game cannot have modules"),
            ("(defrule a (logical (x)) => (assert (y)))", "line 1: a position cannot store .logical …."),
            ('(defrule a "?p: play ?c" (turn ?p) (hand $?b ?c $?a) => (assert (x)))', r"line 1: \?c is in the text"),
            ('(defrule a "?p: go" (or (turn ?p) (move ?p)) => (assert (x)))', r"line 1: \?p is in the text"),
            ('(defrule a "take ?n" (x ?n) => (assert (y)))', "looks like the text of a move"),
            ("(deffacts f (x))\n(reset)\n(run)", "line 2: .*runs commands such as"),
            ("(defglobal ?*seats* = many)", r"\?\*seats\* must be a number from 1 to 6, not many"),
            ("(defrule a (x) => (assert (y (time))))", "a game cannot use the function time"),
            ("(defrule a (x) => (undefrule a))", "a game cannot use the function undefrule"),
            ('(defrule a (x) => (system "true"))', "a game cannot use the function system"),
        ],
    )
    def test_constructs_that_a_game_cannot_have(self, tmp_path: Path, text: str, words: str) -> None:
        with pytest.raises(BadInput, match=words):
            open_game(str(base(tmp_path, text)))

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            (
                '(deffacts f (me 9)) (defrule a "?me: go" (me ?me) (not (x)) => (assert (x)))',
                "there is no seat with that number",
            ),
            (f"{TURNS}{RULE}(test (> (/ ?k 0) 1)) {DOES}", "line 1: .*divide by zero"),
            (f"{TURNS}{RULE}{DOES}(deffunction points (?s) TRUE)", "returns TRUE, which is not a number"),
            ('(defrule a (not (x)) => (assert (x (sym-cat "a b"))))', "a position cannot store"),
            (
                '(deffacts f (me 1) (h a b)) (defrule a "?me: go" (me ?me) (h $? ?c $?) (not (x)) => (assert (x)))',
                "several activations on the same elements",
            ),
            (
                f'{TURNS}{RULE}=> (retract ?t) (loop-for-count 9999 (printout t "hello hello")) (/ 1 0))',
                "divide by zero",
            ),
        ],
    )
    def test_faults_while_the_game_runs(self, tmp_path: Path, text: str, words: str) -> None:
        with pytest.raises(BrokenGame, match=words):
            play_through(open_game(str(base(tmp_path, text))))

    def test_a_rule_whose_conditions_still_hold_is_reported(self, tmp_path: Path) -> None:
        """Refraction would hide it until the position is written back."""
        text = f"{TURNS}{RULE}{DOES}(defrule bad (declare (salience 5)) (left 5) => (assert (seen)))"
        start = open_game(str(base(tmp_path, text))).start(0)
        with pytest.raises(
            BrokenGame, match=r"base\.clp, line 1: after this rule has fired, its conditions still hold"
        ):
            start.after(start.moves[0])

    def test_several_threads_can_use_a_game(self) -> None:
        game = open_game(str(NIM))
        expected = [position.save() for position in map(game.start, range(8))]
        with ThreadPoolExecutor(4) as threads:
            for _ in range(3):
                assert [position.save() for position in threads.map(game.start, range(8))] == expected

    def test_a_choice_fires_first_even_at_the_highest_salience(self, tmp_path: Path) -> None:
        rule = RULE.replace('?n" ', '?n" (declare (salience 10000)) ')
        start = open_game(str(base(tmp_path, TURNS + rule + DOES))).start(0)
        assert {move.text: str(start.after(move).facts()) for move in start.moves}.keys() == {"take 1", "take 2"}
        assert "(left 4)" in str(start.after(start.moves[1]).facts())
        assert "(left 5)" in str(start.after(start.moves[0]).facts())

    def test_a_comment_may_stand_before_the_text_of_the_move(self, tmp_path: Path) -> None:
        rule = RULE.replace("(defrule play ", "(defrule play ; mine\n ")
        assert len(open_game(str(base(tmp_path, TURNS + rule + DOES))).start(0).moves) == 2

    def test_symbols_are_case_sensitive(self, tmp_path: Path) -> None:
        text = """(deffacts f (me 1) (card a) (card A) (card b))
            (defrule pick "?me: pick ?c" (me ?me) ?f <- (card ?c) (not (picked)) => (retract ?f) (assert (picked)))"""
        start = open_game(str(base(tmp_path, text))).start(0)
        assert len({str(start.after(move).facts()) for move in start.moves}) == 3

    def test_handlers_do_not_run_when_a_position_is_written(self, tmp_path: Path) -> None:
        text = """(defclass P (is-a USER) (slot n (default 0)) (slot fixed (access read-only) (default 7)))
            (defmessage-handler P put-n after (?n) (assert (passed ?n)))
            (definstances d (p of P)) (deffacts f (me 1) (step 1) (step 2))
            (defrule go "?me: step ?s" (me ?me) (step ?s) ?p <- (object (is-a P) (n ?n&:(< ?n 3)))
              => (send ?p put-n (+ ?n ?s)))"""
        position = open_game(str(base(tmp_path, text))).start(0)
        for expected in (1, 2):
            position = position.after(position.moves[0])
            assert sum(fact.args == (f"(passed {n})",) for fact in position.facts() for n in range(9)) == expected

    def test_an_empty_list_is_saved(self, tmp_path: Path) -> None:
        text = """(defglobal ?*deck* = (create$ a b)) (deffacts f (me 1) (n 1) (n 2))
            (deffunction points (?seat) (length$ ?*deck*))
            (defrule go "?me: drop ?n" (me ?me) (n ?n) (not (x))
              => (bind ?*deck* (delete$ (create$ a b) 1 ?n)) (assert (x)))"""
        game = open_game(str(base(tmp_path, text)))
        start = game.start(0)
        one, both = start.moves
        empty = start.after(both)
        assert start.after(one).scores() == (1, 1)
        assert game.load(empty.save()).scores() == empty.scores() == (0, 0)

    def test_a_file_that_is_not_utf_8_is_reported(self, tmp_path: Path) -> None:
        (tmp_path / "base.clp").write_bytes(b"; fine\n(deffacts f (ni\xf1o))\n")
        with pytest.raises(BadInput, match="line 2: the text is not UTF-8"):
            open_game(str(tmp_path))


class TestHostile:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ('(defrule r (not (x)) => (assert (x)) (eval "(exit)") (/ 1 0))', "base.clp, line 1: .*Missing function"),
            ("(deffunction f (?x) (f (+ ?x 1))) (defrule r (not (x)) => (assert (x)) (f 1))", "did not answer"),
        ],
    )
    def test_a_fault_is_reported(self, tmp_path: Path, text: str, words: str) -> None:
        with pytest.raises(BrokenGame, match=words):
            open_game(str(base(tmp_path, text))).start(0)

    @pytest.mark.parametrize(
        "call", ['(system "touch harmed")', '(open "harmed" f "w")', "(exit)", '(load "base.clp")']
    )
    def test_functions_that_reach_outside_do_not_load(self, tmp_path: Path, call: str) -> None:
        with pytest.raises(BadInput, match=r"line 1: a game cannot use the function"):
            open_game(str(base(tmp_path, f"(defrule r (not (x)) => {call} (assert (x)))")))
        assert not (tmp_path / "harmed").exists()

    def test_rules_that_never_stop_firing_are_reported(self, tmp_path: Path) -> None:
        text = "(deffacts f (n 0)) (defrule r ?f <- (n ?n) => (retract ?f) (assert (n (+ ?n 1))))"
        with pytest.raises(BrokenGame, match="fir"):
            open_game(str(base(tmp_path, text))).start(0)

    def test_a_mind_that_meets_a_fault_does_not_forfeit(self, tmp_path: Path) -> None:
        text = """(deffacts f (me 1)) (defrule bad "?me: bad" (me ?me) (not (x)) => (assert (x)) (/ 1 0))"""
        seats = [ProcessSeat("greedy"), ProcessSeat("greedy")]
        try:
            with pytest.raises(GameFault, match="line 1"):
                GameRunner(open_game(str(base(tmp_path, text))), seats, 1).play()
        finally:
            for seat in seats:
                seat.close()

    def test_memory_is_limited(self, tmp_path: Path) -> None:
        text = (
            """(defrule eat (not (x)) => (bind ?s "crumbs") (while TRUE (bind ?s (str-cat ?s ?s)) (assert (x ?s))))"""
        )
        with pytest.raises(BrokenGame):
            open_game(str(base(tmp_path, text))).start(0)

    def test_printed_text_does_not_disturb_the_protocol(self, tmp_path: Path) -> None:
        text = (
            """(defrule r (not (x)) => (assert (x)) (loop-for-count 10000 (printout stdout "{}" crlf) (println "x")))"""
        )
        position = open_game(str(base(tmp_path, text))).start(0)
        assert position.turn is None

    def test_a_game_goes_on_after_a_fault(self, tmp_path: Path) -> None:
        text = """(deffacts f (me 1)) (defrule good "?me: good" (me ?me) (not (x)) => (assert (x)))
            (defrule bad "?me: bad" (me ?me) (not (x)) => (assert (x)) (/ 1 0))"""
        position = open_game(str(base(tmp_path, text))).start(0)
        good, bad = sorted(position.moves, key=lambda move: move.text == "bad")
        with pytest.raises(BrokenGame):
            position.after(bad)
        assert position.after(good).turn is None
