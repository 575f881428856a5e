"""PettingZoo: its own tests pass for every game, and random games are those of our referee."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

import ludoteca
from ludoteca.core.errors import BadInput, IllegalMove, Unavailable
from ludoteca.core.game import find_move
from ludoteca.core.record import Record
from ludoteca.games import game_names, load_game
from tests import needs

pytestmark = [
    needs.pettingzoo,
    # Advice of api_test that does not fit: agents are seats, and observations come with a mask.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def shipped() -> list[str]:
    return [name for name in game_names() if (Path(ludoteca.__file__).parent / "games" / name / "encoding.py").exists()]


@pytest.mark.parametrize("name", shipped())
def test_every_game_is_an_environment(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from bench.bridges import differences
    from pettingzoo.test import api_test, seed_test

    from ludoteca.bridges.pettingzoo import env

    api_test(env(name), num_cycles=12)
    seed_test(lambda: env(name), num_cycles=12)
    assert "Passed API test" in capsys.readouterr().out
    assert list(differences(load_game(name), 1 if name == "agricola_classic" else 3)) == []


def test_a_record_is_the_game_of_its_seed() -> None:
    from ludoteca.bridges.pettingzoo import env

    record = ludoteca.play(ludoteca.game("azul"), ["random", "random"], seed=5)
    table = env("azul", render_mode="ansi")
    table.reset(seed=5)
    for text in record.moves:
        assert table.infos[table.agent_selection]["moves"] == tuple(
            move.text for move in table.unwrapped.position.moves
        )
        table.step(table.unwrapped.encoding.number_of(find_move(table.unwrapped.position, text)))
    assert isinstance(record.data, Record) and record.data.result is not None
    won = np.array(record.data.result.result)
    assert list(table.rewards.values()) == list(2 * won - 1)
    assert "│" in table.render() or "centre" in table.render()


def test_what_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludoteca.bridges.pettingzoo import env

    table = env("kalah", pits=3, seeds=1)
    table.reset(seed=0)
    table.step(2)
    with pytest.raises(IllegalMove, match="legal"):
        table.step(2)
    with pytest.raises(BadInput, match="out of range"):
        env("kalah", pits=99)
    with pytest.raises(BadInput, match="seed=-1 is out of range"):
        table.reset(seed=-1)
    monkeypatch.delitem(sys.modules, "ludoteca.bridges.pettingzoo")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(Unavailable, match=r"pip install 'ludoteca\[pettingzoo\]'"):
        importlib.import_module("ludoteca.bridges.pettingzoo")


def test_the_example_learns_and_plays_here(tmp_path: Path) -> None:
    from examples.q_learning import learn

    for name in ("one.py", "two.py"):
        learn(40, tmp_path / name)
    assert (tmp_path / "one.py").read_bytes() == (tmp_path / "two.py").read_bytes()
    learn(300, tmp_path / "mine.py")
    small = ludoteca.game("kalah", pits=3, seeds=2)
    minds = [f"python:file={tmp_path / 'mine.py'}", "random"]
    played = ludoteca.match(small, minds, games=12, seed=1, opening=0, progress=False)
    row = next(row for row in played.rows() if row["mind"].startswith("python"))
    assert row["forfeits"] == 0
    assert row["score"] > 0.6
