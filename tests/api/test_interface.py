"""The Python interface: the same games, seeds, moves and sentences as the command line."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from tests import command_line

import ludoteca
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.record import read_record as record_on_disk
from ludoteca.core.verdicts import Verdict


def test_a_seed_is_the_seed_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ("watch", "azul", "greedy", "random", "--seed", "7", "--record", str(path), "--json")
    assert command_line.ludoteca(*words).returncode == 0
    record = ludoteca.play(ludoteca.game("azul"), ["greedy", "random"], seed=7)
    assert record.moves == tuple(turn.text for turn in record_on_disk(path).turns)
    assert ludoteca.game("azul").start(seed=7) == record.positions[0] == ludoteca.read_record(path).positions[0]


def test_a_mind_chooses_as_in_the_game_of_the_seed() -> None:
    record = ludoteca.play(ludoteca.game("azul"), ["random", "greedy"], seed=3)
    for ply in (0, 1, 4):
        choice = record.positions[ply].why(record.minds[ply % 2])
        assert (choice.move, choice.explanation) == (record.choices[ply].move, record.choices[ply].explanation)


def test_reasons_are_judged_and_told() -> None:
    choice = ludoteca.game("kalah").start().why("greedy")
    assert choice.move == "3"
    assert set(choice.verdicts.values()) == {Verdict.TRUE}
    assert "✓ not 1: changes its expected margin by +0, 1 less" in choice.text()
    assert choice.sentence("es").startswith("cambia su diferencia prevista en +1 y vuelve a jugar")
    assert "<svg" in choice._repr_html_()


def test_a_record_shows_itself_and_is_verified(tmp_path: Path) -> None:
    record = ludoteca.play(ludoteca.game("kalah", pits=3, seeds=2), ["greedy", "random"], seed=1)
    assert record.result is not None
    assert record.verify().verdict in {Verdict.TRUE, Verdict.REPRODUCED}
    page = record._repr_html_()
    assert page.count("class='ludoteca-slide'") == len(record) + 1
    assert " hidden" not in re.sub(r"visibility: hidden|overflow: hidden", "", page), "gradients would be lost"
    rows = record.rows()
    assert [row["move"] for row in rows] == list(record.moves)
    assert rows[-1]["points_south"] == record.positions[-1].scores["south"]
    record.save(tmp_path / "kept.jsonl")
    assert ludoteca.read_record(tmp_path / "kept.jsonl").moves == record.moves
    review = record.review()
    assert review.exact
    assert [row["move"] for row in review.rows()] == list(record.moves)
    assert review._repr_html_().count("<tr>") == len(record) + 1
    assert str(review).startswith(f"<kalah, {len(record)} moves, accuracy: south ")


def test_a_match_has_ratings_and_all_records() -> None:
    game = ludoteca.game("kalah", pits=3, seeds=2)
    result = ludoteca.match(game, ["greedy", "random"], games=6, seed=2, workers=2, progress=False)
    assert {row["mind"] for row in result.rows()} == {"greedy", "random"}
    assert sum(row["wins"] + row["shared"] / 2 for row in result.rows()) == len(result.records) == 6
    assert "<table>" in result._repr_html_()
    again = ludoteca.match(game, ["greedy", "random"], games=6, seed=2, progress=False)
    assert again.rows() == result.rows()


def test_errors_are_the_sentences_of_the_command_line() -> None:
    with pytest.raises(BadInput, match="There is no game"):
        ludoteca.game("chess")
    with pytest.raises(BadInput, match="out of range"):
        ludoteca.game("kalah", pits=99)
    with pytest.raises(IllegalMove, match="9"):
        ludoteca.game("kalah").start().after("9")
    with pytest.raises(BadInput, match="2"):
        ludoteca.play(ludoteca.game("kalah"), ["random"])
    with pytest.raises(BadInput, match="compile"):
        ludoteca.perft(ludoteca.game("agricola_planning"), 2)
    with pytest.raises(BadInput, match="no planning game"):
        ludoteca.plan(ludoteca.game("kalah"))


def test_numbers_have_the_ranges_of_the_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    game = ludoteca.game("kalah")
    for call, sentence in (
        (lambda: game.start(seed=-1), "seed=-1 is out of range: a whole number from 0 to 9223372036854775807."),
        (lambda: ludoteca.match(game, ["greedy", "random"], games=0), "games=0 is out of range"),
        (lambda: ludoteca.play(game, ["greedy", "random"], limit=0), "limit=0 is out of range: a number from 0.01"),
        (lambda: ludoteca.playouts(game, 0), "games=0 is out of range"),
        (lambda: ludoteca.perft(game, -1), "depth=-1 is out of range: a whole number from 0 to 64."),
        (lambda: ludoteca.solve(ludoteca.game("azul")), "This cannot be done with azul: its hints.py"),
    ):
        with pytest.raises(BadInput, match=sentence):
            call()
    ludoteca.match(game, ["greedy", "random"], games=1)
    assert capfd.readouterr() == ("", ""), "output that is not a terminal has no progress bar"


def test_a_notebook_has_a_bar_that_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[str]()
    handle = SimpleNamespace(update=shown.append)
    tools = SimpleNamespace(HTML=str, display=lambda page, display_id: [handle, handle.update(page)][0])
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    monkeypatch.setitem(sys.modules, "IPython.display", tools)
    ludoteca.match(ludoteca.game("kalah", pits=2, seeds=1), ["greedy", "random"], games=2)
    assert re.findall(r"\d+%", "".join(shown)) == ["0%", "50%", "100%"]
    assert shown[-1] == ""
    monkeypatch.setattr("ludoteca.api.progress._PAUSE", 0)
    record = ludoteca.play("kalah:pits=2,seeds=1", ["greedy", "random"])
    assert shown[-2:] == [f"<progress></progress> kalah {len(record)}", ""]
    ludoteca.solve("kalah:pits=2,seeds=1")
    assert shown[-1] == ""


def test_what_is_no_game_no_list_and_no_language_is_refused_in_a_sentence(tmp_path: Path) -> None:
    game = ludoteca.game("kalah", pits=3, seeds=2)
    position, minds = game.start(), ["greedy", "random"]
    record = ludoteca.play(game, minds)
    given: Any = 3
    for call, sentence in (
        (lambda: ludoteca.game(given), 'There is no game "3"'),
        (lambda: ludoteca.play(given, minds), "3 is no game: give one that ludoteca.game made, or its name."),
        (lambda: ludoteca.perft(given, 1), "3 is no game"),
        (lambda: ludoteca.play(game, "greedy"), "'greedy' is one text: name the minds in a list"),
        (lambda: ludoteca.match(game, "greedy"), "'greedy' is one text"),
        (lambda: ludoteca.play(game, ["human", "greedy"]), "human cannot take part"),
        (lambda: position.why("human"), "human cannot take part"),
        (lambda: position.why(given), 'There is no mind "3"'),
        (lambda: ludoteca.match(game, minds, form=cast("Any", "swis")), 'did you mean "form=swiss"'),
        (lambda: position.sentence("1", "fr"), 'There is no value "language=fr"; there are: language=en, language=es.'),
        (lambda: position.svg("fr"), "language=fr"),
        (lambda: record[0].sentence("fr"), "language=fr"),
        (lambda: record[0].text("fr"), "language=fr"),
        (lambda: record.outcome("fr"), "language=fr"),
        (lambda: position.vector(cast("Any", 0)), 'There is no seat "0"; there are: north, south.'),
        (lambda: game.position("turn(nobody"), '"turn(nobody" is not a fact'),
        (lambda: record.save(tmp_path / "none" / "game.jsonl"), "cannot be written: No such file or directory."),
        (lambda: ludoteca.review(tmp_path / "none.jsonl"), "cannot be read: No such file or directory."),
        (lambda: position.after(cast("Any", ["1"])), "is not a legal move here; legal: 1, 2, 3."),
    ):
        with pytest.raises((BadInput, IllegalMove), match=re.escape(sentence)):
            call()


def test_a_game_can_be_named_and_a_move_be_a_number() -> None:
    named = ludoteca.play("kalah:pits=3,seeds=2", ["greedy", "random"], seed=1)
    other = ludoteca.play(ludoteca.game("kalah", pits=3, seeds=2), ["greedy", "random"], seed=1)
    assert (named.game, named.moves) == (other.game, other.moves)
    assert named.game.start(seed=1).after(1) == named.game.start(seed=1).after("1")
    assert ludoteca.perft("kalah", 5) == ludoteca.perft(ludoteca.game("kalah"), 5)
    assert ludoteca.perft(named.positions[-1], 3) == 1, "a game that is over is one line"
    assert ludoteca.plan("agricola_planning:problem=1").status == "optimal"
    assert {"kalah", "azul"} <= set(ludoteca.game_names())
    assert {"greedy", "prolog"} <= set(ludoteca.mind_names())


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    game, seed = ludoteca.game("kalah", pits=np.int64(3), seeds=2), cast("int", np.int64(5))
    record = ludoteca.play(game, ["greedy", "random"], seed=seed, limit=cast("float", np.float64(5)))
    record.save(tmp_path / "game.jsonl")
    assert ludoteca.read_record(tmp_path / "game.jsonl").positions[0] == game.start(seed=5)
    assert ludoteca.perft(game, cast("int", np.int32(3))) == ludoteca.perft(game, 3)
    assert ludoteca.playouts(game, cast("int", np.int64(10)), seed=seed).points.shape == (10, 2)


def test_a_record_is_its_choices_in_order_and_the_same_when_it_is_read(tmp_path: Path) -> None:
    record = ludoteca.play("kalah:pits=3,seeds=2", ["greedy", "random"], seed=1)
    assert [choice.move for choice in record] == list(record.moves)
    assert record[-1].position == record.positions[-2]
    assert record != ludoteca.play("kalah:pits=3,seeds=2", ["greedy", "random"], seed=2)
    record.save(tmp_path / "kept.jsonl")
    assert len({record, ludoteca.read_record(tmp_path / "kept.jsonl")}) == 1


def test_other_processes_get_games_positions_and_records() -> None:
    game = ludoteca.game("azul", players=3)
    record = ludoteca.play(game, ["random"] * 3, seed=4)
    facts = ["turn(south)", "pit(south, 1, 3)", "store(south, 0)", "pit(north, 1, 3)", "store(north, 2)"]
    small = ludoteca.game("kalah", pits=1).position(facts)
    drawn = game.position(record.positions[5].facts())  # its bag is drawn
    positions = (
        game.start(seed=3),
        record.positions[5],
        record.positions[-1],
        small,
        drawn,
        drawn.after(drawn.moves[0]),
    )
    for one in (game, *positions, small.game, drawn.game, record):
        assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    assert pickle.loads(pickle.dumps(record[2])).position == record.positions[2]


def test_a_match_compares_two_minds() -> None:
    result = ludoteca.match("kalah:pits=3,seeds=2", ["greedy", "random", "alphabeta:depth=2"], games=4, progress=False)
    pairs = result.pairs()
    assert len(pairs) == 3
    for pair in pairs:
        assert pair["wins"] + pair["shared"] + pair["losses"] == pair["games"] == 4
        assert pair["low"] <= pair["score"] <= pair["high"]


def test_playouts_are_arrays_and_the_same_for_a_seed() -> None:
    game = ludoteca.game("azul", players=3)
    first, again, other = (ludoteca.playouts(game, 50, seed=seed) for seed in (1, 1, 2))
    assert first.points.shape == (50, 3)
    assert np.array_equal(first.points, again.points)
    assert not np.array_equal(first.points, other.points)
    assert first.moves.min() > 0


def test_a_plan_is_made_of_texts_and_of_a_game() -> None:
    domain = """(define (domain walk) (:predicates (at ?x) (next ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y)) :effect (and (at ?y) (not (at ?x)))))"""
    problem = """(define (problem three) (:domain walk) (:objects a b c)
      (:init (at a) (next a b) (next b c)) (:goal (at c)))"""
    solution = ludoteca.plan(domain, problem)
    assert solution.plan is not None
    assert [str(step) for step in solution.plan] == ["(go a b)", "(go b c)"]
    assert repr(solution) == "<optimal, cost 2, bound 2: (go a b) (go b c)>"
    with pytest.raises(BadInput, match="line 1"):
        ludoteca.plan("(define (domain", problem)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, ludoteca; print([m for m in ('numpy', 'numba', 'rich', 'pydantic', 'clips') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "[]"
    assert set(ludoteca.__all__) <= set(dir(ludoteca))
