"""Tournaments: the same table whatever happens on the way, and only what has changed is played."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import OPENING
from ludoteca.arena.game_worker import GameTask, GameWorker
from ludoteca.arena.seat import MindProcess
from ludoteca.arena.statistics import mean_interval, score_interval
from ludoteca.arena.tournament.outcome import Outcome, outcome_of
from ludoteca.arena.tournament.report import report, report_data
from ludoteca.arena.tournament.schedule import Pairing
from ludoteca.arena.tournament.settings import Format, Settings, pinned_settings
from ludoteca.arena.tournament.standings import standings
from ludoteca.arena.tournament.store import FolderStore
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.arena.verify import verify
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.core.errors import BadInput
from ludoteca.core.operating_system import process_tree
from ludoteca.core.record import Record, Turn, parse_record, read_record
from ludoteca.games.kalah import Kalah
from tests.children import heeds_interrupts
from tests.waiting import PATIENCE

GAME = Kalah({"pits": 3, "seeds": 2})
FIRST = "def choose(position):\n    return position.moves[0]\n"


def settings(*minds: str, games: int = 4, opening: int = 2, form: Format = "round-robin") -> Settings:
    return pinned_settings(Settings("kalah", {}, minds, games, opening, format=form), GAME)


class Games:
    """A game store in memory, which counts what is played."""

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.outcomes: dict[str, Outcome] = {}
        self.played: list[tuple[str, ...]] = []

    def finished(self, seed: int, minds: tuple[str, ...], key: Callable[[], str]) -> Outcome | None:
        return self.outcomes.get(key())

    def keep(self, task: GameTask, record: Record) -> None:
        self.records[task.key], self.outcomes[task.key] = record, outcome_of(record)
        self.played.append(task.minds)


def played(plan: Settings, workers: int = 1, store: Games | FolderStore | None = None) -> Tournament:
    tournament = Tournament(plan, GAME, store)
    tournament.play(LocalPool(GameWorker, workers))
    return tournament


def table(tournament: Tournament) -> str:
    """Everything that a tournament says, byte for byte."""
    return report(tournament, "json", "en") + report(tournament, "csv", "en") + report(tournament, "html", "en")


@pytest.mark.parametrize("form", ["round-robin", "swiss", "gauntlet"])
def test_the_number_of_workers_changes_nothing(form: Format) -> None:
    plan = settings("random", "greedy", "random", "crashing", form=form)
    one, three = Games(), Games()
    assert table(played(plan, 1, one)) == table(played(plan, 3, three))
    assert {key: record.line for key, record in one.records.items()} == {
        key: record.line for key, record in three.records.items()
    }


def test_only_the_games_of_a_new_or_changed_mind_are_played(tmp_path: Path) -> None:
    program, store = tmp_path / "mine.py", Games()
    program.write_text(FIRST)
    mine = f"python:file={program}"
    played(settings("random", "greedy", mine, games=1), store=store)
    assert len(store.played) == 3
    store.played.clear()
    played(settings("random", "greedy", mine, games=1), store=store)
    assert store.played == []
    program.write_text(FIRST.replace("[0]", "[-1]"))
    changed = settings("random", "greedy", mine, games=1)
    played(changed, store=store)
    assert len(store.played) == 2
    assert all(changed.minds[2] in minds for minds in store.played)
    store.played.clear()
    (tmp_path / "elsewhere").mkdir()
    moved = program.rename(tmp_path / "elsewhere" / "mine.py")
    grown = settings("random", "greedy", f"python:file={moved}", "crashing", games=1)
    played(grown, store=store)
    assert len(store.played) == 3, "a file is the same wherever it lies"
    assert all("crashing" in minds for minds in store.played)


def test_options_limits_and_openings_are_part_of_a_game() -> None:
    plan, store = settings("random", "greedy", games=2), Games()
    played(plan, store=store)
    for other in (
        dataclasses.replace(plan, opening=3),
        dataclasses.replace(plan, time=9.0),
        dataclasses.replace(plan, seed=1),
        pinned_settings(plan, Kalah({"pits": 4, "seeds": 2})),
    ):
        game = Kalah(dict(other.options))
        assert Tournament(other, game, store).games == 0
    assert Tournament(plan, GAME, store).finished


def test_a_file_that_changes_meanwhile_does_not_matter(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text(FIRST)
    tournament = Tournament(settings("random", f"python:file={program}", games=2), GAME)

    def change() -> None:
        program.write_text("nonsense(")

    tournament.play(LocalPool(GameWorker), change)
    assert tournament.finished
    assert tournament.standings().forfeits == ()


def test_a_mind_against_itself_plays_each_game_once() -> None:
    store = Games()
    tournament = played(settings("greedy", "greedy"), store=store)
    assert (tournament.games, len(store.played)) == (4, 2)
    row = tournament.standings().row(0)
    assert row.score == 0.5
    assert row.rating.value == 0


def test_forfeits_are_losses_and_never_points() -> None:
    now = played(settings("crashing", "random", opening=0)).standings()
    crashing, other = now.row(0), now.row(1)
    assert (crashing.wins, crashing.losses, crashing.forfeits) == (0, 4, 4)
    assert (crashing.points, crashing.margin, other.points, other.margin) == (None, None, None, None)
    assert now.forfeits[0].games == 4
    assert "I have had enough" in str(now.forfeits[0].reason)
    assert now.cells[0].score == 0


def test_when_both_crash_nobody_wins() -> None:
    store = Games()
    now = played(settings("crashing", "mumbling", opening=0), store=store).standings()
    assert [(row.wins, row.forfeits, row.result) for row in now.rows] == [(0, 4, 0.0)] * 2
    assert now.unwon == 4
    assert now.rows[0].rating == now.rows[1].rating
    assert now.cells[0].score is None
    record = next(iter(store.records.values()))
    assert parse_record(record.text) == record
    assert verify(record).problems == []
    assert record.result is not None
    loser = record.result.more_forfeits[0].seat
    moved = dataclasses.replace(record, turns=(Turn(loser, "1", OPENING),))
    assert "arena.verify.forfeit_moved" in {message.key for _, message in verify(moved).problems}


def test_rock_paper_and_scissors_are_named() -> None:
    games = [
        (Pairing(number, number // 6, minds), Outcome((1.0, 0.0), (1, 0), line=str(number)))
        for number, minds in enumerate([(0, 1), (1, 2), (2, 0)] * 10)
    ]
    games += [(Pairing(30 + n, n, (3, n % 3)), Outcome((0.0, 1.0), (0, 1), line=f"x{n}")) for n in range(30)]
    now = standings(4, 2, games)
    assert now.cycles == ((0, 1, 2),)
    assert {row.rating.value for row in now.rows if row.mind != 3} == {now.rows[0].rating.value}
    assert now.rows[-1].mind == 3
    assert standings(4, 2, games[30:]).cycles == ()


def test_a_folder_goes_on_whatever_was_damaged(tmp_path: Path) -> None:
    plan, folder = settings("random", "greedy", "crashing"), tmp_path / "games"
    store = FolderStore(folder)
    whole = table(played(plan, store=store))
    store.close()
    results = (folder / "results.jsonl").read_bytes().splitlines(keepends=True)
    keys = [json.loads(line)["key"] for line in results]
    assert len(keys) == 12
    # Two lines are gone, one of them with its record; one is damaged, and the last one is cut short.
    (folder / FolderStore.place(keys[1])).unlink()
    (folder / FolderStore.place(keys[4])).with_suffix(".part").write_text("{half")
    results[4] = results[4].replace(b'"result"', b'"resalt"')
    (folder / FolderStore.place(keys[4])).write_text('{"game":"kalah"')
    (folder / "results.jsonl").write_bytes(b"".join([results[0], *results[3:-1], results[-1][:-9]]))
    store = FolderStore(folder)
    again = Tournament(plan, GAME, store)
    assert again.games == 10, "a record without a line counts, a game without both is played again"
    again.play(LocalPool(GameWorker))
    assert table(again) == whole
    store.close()
    store = FolderStore(folder)
    assert Tournament(plan, GAME, store).finished
    store.close()


def test_a_record_of_another_game_is_not_taken_for_this_one(tmp_path: Path) -> None:
    plan, store = settings("random", "greedy"), FolderStore(tmp_path)
    tournament = played(plan, store=store)
    store.close()
    first, second = ((tmp_path / FolderStore.place(tournament.key(game))) for game, _ in tournament.outcomes()[:2])
    first.write_bytes(second.read_bytes())
    (tmp_path / "results.jsonl").write_text("")
    store = FolderStore(tmp_path)
    assert Tournament(plan, GAME, store).games == 3
    store.close()


def test_folders_that_are_not_ours_or_in_use_are_refused(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.png").touch()
    with pytest.raises(BadInput, match="is not empty and holds no games"):
        FolderStore(tmp_path / "photos")
    store = FolderStore(tmp_path / "games")
    with pytest.raises(BadInput, match="is in use"):
        FolderStore(tmp_path / "games")
    store.close()
    FolderStore(tmp_path / "games").close()
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be written"):
        FolderStore(tmp_path / "file")


def run(folder: Path, stop: signal.Signals | None = None, games: int = 40) -> str:
    """What the command says at the end; or it is stopped by a signal after some games."""
    words = ["tournament", "kalah", "random", "greedy", "--set", "pits=3", "--set", "seeds=2"]
    command = [sys.executable, "-m", "ludoteca", *words, "--games", str(games), "--json", "--record", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heeds_interrupts)
    if stop is not None:
        deadline = time.monotonic() + PATIENCE
        before = sum(1 for _ in folder.glob("games/*/*.jsonl"))
        while sum(1 for _ in folder.glob("games/*/*.jsonl")) < before + 8 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(stop)
    out, _ = process.communicate(timeout=2 * PATIENCE)
    return out


def test_a_killed_run_loses_nothing_finished(tmp_path: Path) -> None:
    disturbed, whole = tmp_path / "disturbed", tmp_path / "whole"
    kept: dict[Path, bytes] = {}
    for stop in (signal.SIGKILL, signal.SIGINT):
        said = run(disturbed, stop)
        assert (stop == signal.SIGKILL) == (said == "")
        records = {path: path.read_bytes() for path in disturbed.glob("games/*/*.jsonl")}
        assert kept.items() <= records.items(), "what was finished is not played again"
        assert all(read_record(path).result is not None for path in records)
        assert len(records) >= len(kept) + 8
        kept = records
    assert run(disturbed) == run(whole)
    assert kept.items() <= {path: path.read_bytes() for path in disturbed.glob("games/*/*.jsonl")}.items()


def test_people_and_too_few_minds_are_refused() -> None:
    with pytest.raises(BadInput, match="kalah has 2 seats, but 1 mind was named"):
        played(settings("random"))
    with pytest.raises(BadInput, match="human cannot take part"):
        played(settings("human", "random"))


def test_no_process_is_left_behind() -> None:
    process = MindProcess()
    process.ask("leave", 60, player="0")  # starts the fork server, which stays
    process.close()
    before = set(process_tree(os.getpid()))
    played(settings("random", "greedy", games=2), workers=2)
    assert set(process_tree(os.getpid())) <= before


def test_intervals_are_honest_about_what_little_they_know() -> None:
    assert score_interval([]) == (0.0, 1.0)
    low, high = score_interval([(1.0, 1.0)])
    assert low < 0.4
    assert high == 1.0
    split, alike = score_interval([(1.0, 0.0)] * 50), score_interval([(1.0, 1.0), (0.0, 0.0)] * 25)
    assert alike[1] - alike[0] > 1.3 * (split[1] - split[0])
    assert mean_interval([(2.0, 4.0), (2.0, 4.0)]) == (3.0, 3.0)


def test_the_figures_are_those_of_the_games() -> None:
    tournament = played(settings("greedy", "random", games=8))
    row = tournament.standings().row(0)
    assert row.wins + row.shared + row.losses == row.games == 8
    assert row.score == pytest.approx((row.wins + row.shared / 2) / 8)
    assert row.interval[0] <= row.score <= row.interval[1]
    data = report_data(tournament, "en")
    assert data["table"][0]["mind"] in ("greedy", "random")
    assert data["cross"][0]["games"] == 8
