"""The Python interface: the same games, seeds, moves and sentences as the command line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

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
