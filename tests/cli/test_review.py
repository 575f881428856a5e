"""`review`: the moves of a record with their grades, for people and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import data, ludoteca


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("review") / "game.jsonl"
    options = ("--set", "pits=3", "--set", "seeds=2", "--seed", "4", "--record", str(path))
    assert ludoteca("watch", "kalah", "random", "random", *options).returncode == 0
    return str(path)


def test_mistakes_are_shown_with_the_better_move_and_reasons(record: str) -> None:
    found = data("review", record)
    errors = [move for move in found["moves"] if move["grade"] in ("inaccuracy", "mistake", "blunder")]
    assert found["exact"]
    assert found["reviewed"] == found["total"] == len(found["moves"])
    assert errors
    shown = ludoteca("review", record, "--mistakes", "--lang", "es").stdout
    assert all(f"{move['number']}. " in shown for move in errors)
    assert f"mejor: hoyo {errors[0]['best']}" in shown
    assert "demostrado:" in shown
    assert "precisión del" in shown
    assert "★ la mejor" not in shown.split("precisión")[0]


def test_one_seat_is_shown(record: str) -> None:
    found = data("review", record, "--seat", "north")
    assert {move["seat"] for move in found["moves"]} == {1}
    assert set(found["accuracy"]) == {"south", "north"}


def test_bad_input_is_one_sentence(record: str, tmp_path: Path) -> None:
    wrong_seat = ludoteca("review", record, "--seat", "nroth")
    assert wrong_seat.returncode == 2
    assert 'did you mean "north"?' in wrong_seat.stderr
    assert ludoteca("review", str(tmp_path / "none.jsonl")).returncode == 2
    lines = Path(record).read_text(encoding="utf-8").splitlines(keepends=True)
    illegal = tmp_path / "illegal.jsonl"
    illegal.write_text("".join([lines[0], lines[1].replace('"text":"', '"text":"9'), *lines[2:]]), encoding="utf-8")
    refused = ludoteca("review", str(illegal))
    assert refused.returncode == 2
    assert "line 2" in refused.stderr
