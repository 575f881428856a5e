"""The Python interface: the same games, seeds, moves and sentences as the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ludoteca
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.record import read_record as record_on_disk
from ludoteca.core.verdicts import Verdict


def test_a_seed_is_the_seed_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "ludoteca", "watch", "azul", "greedy", "random", "--seed", "7"]
    subprocess.run([*command, "--record", str(path), "--json"], check=True, capture_output=True)
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
    rows = record.rows()
    assert [row["move"] for row in rows] == list(record.moves)
    assert rows[-1]["points_south"] == record.positions[-1].scores["south"]
    record.save(tmp_path / "kept.jsonl")
    assert ludoteca.read_record(tmp_path / "kept.jsonl").moves == record.moves
    review = ludoteca.review(record)
    assert review.exact
    assert len(review.moves) == len(record)


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
    assert solution.status == "optimal"
    with pytest.raises(BadInput, match="line 1"):
        ludoteca.plan("(define (domain", problem)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, ludoteca; print([m for m in ('numpy', 'numba', 'rich', 'pydantic', 'clips') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "[]"
    assert set(ludoteca.__all__) <= set(dir(ludoteca))
