"""Knowledge bases of people's own: they are games like the others, and whatever they do harms nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.language import say
from ludoteca.games import load_game, open_game
from ludoteca.rules.production.folder import FolderGame
from ludoteca.rules.production.served import BrokenGame
from tests.rules.production.nim import nim

NIM = nim()


def base(folder: Path, text: str) -> Path:
    (folder / "base.clp").write_text(text, encoding="utf-8")
    return folder


class TestGame:
    def test_it_is_found_by_its_path(self) -> None:
        game = open_game(str(NIM), {"scenario": "1"})
        assert isinstance(game, FolderGame)
        position = game.start(3)
        assert game.seats == ("one", "two")
        assert position.moves[0].text == "take 1 from a"
        assert game.load(position.save()) == position
        assert str(position.facts()[0]) == "turn(one)"

    def test_what_comes_over_a_network_must_name_a_game(self) -> None:
        with pytest.raises(BadInput, match="There is no game"):
            load_game(str(NIM))

    def test_it_says_how_many_play(self, tmp_path: Path) -> None:
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

    def test_a_base_without_choices_runs_to_its_end(self, tmp_path: Path) -> None:
        game = FolderGame(base(tmp_path, "(deffacts f (a 1)) (defrule r (a ?x) (not (b)) => (assert (b)))"), {})
        position = game.start(0)
        assert position.turn is None
        assert [firing.activation.rule for firing in position.opening] == ["r"]


class TestBadInput:
    def test_no_folder(self) -> None:
        with pytest.raises(BadInput, match="There is no folder"):
            open_game("nowhere/at/all")

    def test_nothing_in_it(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match=r"There is no file of CLIPS \(\*\.clp\)"):
            open_game(str(tmp_path))

    def test_no_such_scenario(self) -> None:
        with pytest.raises(BadInput, match='There is no value "scenario=9"; there are: scenario=1'):
            open_game(str(NIM), {"scenario": "9"})

    def test_clips_says_what_it_does_not_take_and_where(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput) as found:
            open_game(str(base(tmp_path, "(deftemplate a (slot b))\n\n(defrule r\n  (a (c 1))\n  =>)")))
        assert str(found.value) == (
            f"{tmp_path.name}/base.clp, line 4: "
            "[TMPLTDEF1] Invalid slot 'c' not defined in corresponding deftemplate 'a'."
        )
        assert "línea 4" in say(found.value.message, "es")


class TestHostile:
    @pytest.mark.parametrize(
        "call", ['(system "touch harmed")', '(open "harmed" f "w")', "(exit)", '(load "base.clp")']
    )
    def test_what_reaches_out_does_not_load(self, tmp_path: Path, call: str) -> None:
        with pytest.raises(BadInput, match="Missing function declaration"):
            open_game(str(base(tmp_path, f"(defrule r (not (x)) => {call} (assert (x)))")))
        assert not (tmp_path / "harmed").exists()

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("(deffacts f (n 0)) (defrule r ?f <- (n ?n) => (retract ?f) (assert (n (+ ?n 1))))", "rules go on firing"),
            ('(defrule r (not (x)) => (assert (x)) (eval "(exit)") (/ 1 0))', "base.clp:1: CLIPS stopped in this rule"),
            ("(deffunction f (?x) (f (+ ?x 1))) (defrule r (not (x)) => (assert (x)) (f 1))", "did not answer"),
        ],
    )
    def test_what_fails_is_told(self, tmp_path: Path, text: str, words: str) -> None:
        with pytest.raises(BrokenGame, match=words):
            open_game(str(base(tmp_path, text))).start(0)

    def test_what_eats_memory_is_stopped(self, tmp_path: Path) -> None:
        text = (
            """(defrule eat (not (x)) => (bind ?s "crumbs") (while TRUE (bind ?s (str-cat ?s ?s)) (assert (x ?s))))"""
        )
        with pytest.raises(BrokenGame):
            open_game(str(base(tmp_path, text))).start(0)

    def test_printing_does_not_get_in_between(self, tmp_path: Path) -> None:
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
