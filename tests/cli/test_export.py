"""`export explanations`: a data set that people can study without Ludoteca, and can check with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca.arena.explanation_data import CARD, DATA, Counts, GameSelection, write_data_set
from ludoteca.arena.judgement import judge, reasons_of
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation
from ludoteca.core.game import Game, find_move
from ludoteca.core.i18n import say
from ludoteca.core.record import from_data, to_json
from ludoteca.games import load_game
from tests.command_line import ludoteca

SMALL = {"pits": 3, "seeds": 2}
MINDS = ("greedy", "random")


@pytest.fixture(scope="module")
def small() -> Game:
    return load_game("kalah", SMALL)


@pytest.fixture(scope="module")
def written(small: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "set"
    write_data_set(folder, GameSelection((small,), times=2, seed=5, minds=MINDS))
    return folder


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / DATA).read_text(encoding="utf-8").splitlines()]


def test_every_line_can_be_checked_again_from_what_it_says(written: Path) -> None:
    found = lines(written)
    assert {line["mind"] for line in found} == set(MINDS)
    for line in found:
        game = load_game(line["game"], line["options"])
        position, why = game.load(line["position"]["saved"]), from_data(Explanation, line["why"])
        assert line["position"]["facts"] == to_json(position.facts())
        assert line["legal"] == [move.text for move in position.moves]
        judged = judge(position, find_move(position, line["move"]), why, line["mind"])
        told = [each for each in judged if each.reason is not None]
        assert [each.verdict.value for each in told] == [reason["verdict"] for reason in line["reasons"]]
        for (move, reason), words in zip(reasons_of(line["move"], why), line["reasons"], strict=True):
            assert words["move"] == move
            assert (words["en"], words["es"]) == (say(reason.claim, "en"), say(reason.claim, "es"))


def test_moves_of_the_opening_are_left_out_and_games_are_whole(written: Path) -> None:
    games: dict[tuple[str, int], list[int]] = {}
    for line in lines(written):
        games.setdefault((line["mind"], line["seed"]), []).append(line["number"])
        assert line["outcome"] in (0, 0.5, 1)
    assert len(games) == 4
    for numbers in games.values():
        assert numbers == list(range(3, 3 + len(numbers)))


def test_the_same_seed_gives_the_same_file_and_another_one_does_not(written: Path, small: Game, tmp_path: Path) -> None:
    for seed in (5, 6):
        write_data_set(tmp_path / str(seed), GameSelection((small,), times=2, seed=seed, minds=MINDS))
    assert (tmp_path / "5" / DATA).read_bytes() == (written / DATA).read_bytes() != (tmp_path / "6" / DATA).read_bytes()


def test_a_trace_has_a_verdict_of_its_own(small: Game, tmp_path: Path) -> None:
    write_data_set(tmp_path / "set", GameSelection((small,), minds=("montecarlo:simulations=20",)))
    found = lines(tmp_path / "set")
    assert all(line["why"]["trace"]["kind"] == "search_tree" for line in found)
    assert {line["trace_verdict"]["verdict"] for line in found} == {"true"}


def test_the_card_counts_what_is_there(written: Path) -> None:
    card, found = (written / CARD).read_text(encoding="utf-8"), lines(written)
    assert f"| {len(found)} | 4 | 0 |" in card
    for mind in MINDS:
        own = [line for line in found if line["mind"] == mind]
        verdicts = [reason["verdict"] for line in own for reason in line["reasons"]]
        row = " | ".join(str(verdicts.count(verdict)) for verdict in ("true", "false", "uncheckable"))
        assert f"| kalah | `{mind}` | {len(own)} | {row} |" in card
    for name in found[0]:
        assert f"`{name}`" in card
    assert "GPL-3.0-or-later" in card


def test_an_export_that_breaks_off_leaves_nothing(small: Game, tmp_path: Path) -> None:
    def stop(counts: Counts) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_data_set(tmp_path / "set", GameSelection((small,), minds=("random",)), on_game=stop)
    assert not list(tmp_path.iterdir())


def test_a_folder_with_something_in_it_and_people_are_refused(small: Game, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("kept")
    with pytest.raises(BadInput, match="not an empty folder"):
        write_data_set(tmp_path, GameSelection((small,), minds=("random",)))
    with pytest.raises(BadInput, match="not an empty folder"):
        write_data_set(tmp_path / "mine", GameSelection((small,), minds=("random",)))
    with pytest.raises(BadInput, match="human"):
        write_data_set(tmp_path / "set", GameSelection((small,), minds=("human",)))
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_on_the_command_line(tmp_path: Path) -> None:
    words = ("export", "explanations", "set", "kalah", "--mind", "random", "--set", "pits=3", "--set", "seeds=2")
    done = ludoteca(*words, "--games", "2", "--json", "--lang", "es", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    told, found = json.loads(done.stdout), lines(tmp_path / "set")
    assert (told["games"], told["explanations"], told["false"]) == (2, len(found), 0)
    assert "Elecciones de las mentes" in (tmp_path / "set" / CARD).read_text(encoding="utf-8")
    again = ludoteca(*words, folder=tmp_path)
    assert (again.returncode, lines(tmp_path / "set")) == (2, found)
    assert "not an empty folder" in again.stderr
    unknown = ludoteca("export", "explanations", "other", "chess", folder=tmp_path)
    assert (unknown.returncode, sorted(path.name for path in tmp_path.iterdir())) == (2, ["set"])


@pytest.mark.parametrize("language", ["en", "es"])
def test_it_has_help(language: str) -> None:
    done = ludoteca("export", "explanations", "--help", "--lang", language)
    assert done.returncode == 0
    assert {"en": "data card", "es": "ficha"}[language] in " ".join(done.stdout.split())
