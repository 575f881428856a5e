"""`ludoteca puzzle`: a puzzle failed, explained, solved and remembered."""

from __future__ import annotations

from pathlib import Path

from ludoteca.arena.puzzles import puzzles_of
from ludoteca.games import load_game
from ludoteca.lab.puzzle_log import PuzzleLog, PuzzleState
from tests.command_line import data, ludoteca

PUZZLE = next(iter(puzzles_of(load_game("kalah")).values()))
WHICH = ("puzzle", "kalah", "--id", PUZZLE.id)


def test_a_wrong_answer_is_explained_then_the_right_one_is_remembered(tmp_path: Path) -> None:
    typed = f"seven\n{PUZZLE.second}\n{PUZZLE.best}\n"
    done = ludoteca(*WHICH, "--data", str(tmp_path), typed=typed)
    assert done.returncode == 0, done.stderr
    assert "0 of " in done.stdout
    assert '"seven" is not a legal move here' in done.stdout
    wrong, right = done.stdout.index("Not the best: "), done.stdout.index("Right: ")
    assert wrong < right
    assert "expected play: " in done.stdout[wrong:right]
    assert "1 of " in ludoteca(*WHICH, "--data", str(tmp_path)).stdout


def test_one_puzzle_as_data_with_and_without_an_answer(tmp_path: Path) -> None:
    asked = data(*WHICH, "--data", str(tmp_path))
    assert asked["id"] == PUZZLE.id
    assert set(asked["legal"]) == set(PUZZLE.outcomes)
    assert "answer" not in asked
    assert not (tmp_path / "puzzles.jsonl").exists()
    answered = data(*WHICH, "--data", str(tmp_path), "--move", PUZZLE.best)["answer"]
    assert answered["right"] is True
    assert answered["value"] == PUZZLE.outcomes[PUZZLE.best].value
    assert PuzzleLog(tmp_path).states("kalah") == {PUZZLE.id: PuzzleState(solved=True, first_try=True)}


def test_bad_input_is_refused_in_one_sentence() -> None:
    for words, said in (
        (("chess",), 'There is no game "chess"'),
        (("kalah", "--theme", "fork"), 'There is no theme "fork"'),
        (("kalah", "--id", "nothing"), 'no puzzle with the id "nothing"'),
        (("kalah", "--grade", "0"), "--grade"),
        ((*WHICH[1:], "--move", "9", "--json"), '"9" is not a legal move'),
    ):
        done = ludoteca("puzzle", *words)
        assert done.returncode == 2
        assert said in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
