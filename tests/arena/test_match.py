from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoteca.arena.match import Match
from ludoteca.arena.match_results import MatchResults, Pairing, Settings, pairings
from ludoteca.arena.match_store import FolderStore
from ludoteca.arena.seat import MindProcess
from ludoteca.arena.statistics import mean_interval, score_interval
from ludoteca.child.process import process_tree
from ludoteca.core.errors import BadInput
from ludoteca.core.record import Record, read_record, to_json
from ludoteca.games.kalah import Kalah
from tests.children import heeds_interrupts
from tests.command_line import ludoteca

VALUES = dict(Kalah({"pits": 3, "seeds": 2}).values)


def settings(*minds: str, games: int = 6, opening: int = 2) -> Settings:
    return Settings("kalah", VALUES, minds, games, opening)


def kept(plan: Settings, folder: Path) -> Match:
    keeper = FolderStore(folder, plan)
    try:
        return Match(plan, store=keeper)
    finally:
        keeper.close()


class Games:
    """A match store in memory."""

    def __init__(self) -> None:
        self.records: dict[int, Record] = {}

    def finished(self) -> dict[int, Record]:
        return {}

    def keep(self, pairing: Pairing, record: Record) -> None:
        self.records[pairing.number] = record

    @property
    def lines(self) -> dict[int, tuple[str, ...]]:
        return {number: record.line for number, record in sorted(self.records.items())}


def lines_in(folder: Path) -> list[tuple[str, ...]]:
    return [read_record(path).line for path in sorted(folder.glob("*.jsonl"))]


def test_each_opening_is_played_from_every_seat() -> None:
    games = Games()
    assert Match(settings("random", "greedy"), 2, games).play().figures().games == 6
    for number in (0, 2, 4):
        first, second = games.records[number], games.records[number + 1]
        assert first.header.minds == second.header.minds[::-1]
        assert first.header.seed == second.header.seed
        assert first.line[:2] == second.line[:2]


def test_the_figures_are_those_of_the_games() -> None:
    figures = Match(settings("greedy", "random", games=8)).play().figures()
    assert sum(figures.wins) + figures.draws == 8
    assert figures.score == pytest.approx((figures.wins[0] + figures.draws / 2) / 8)
    low, high = figures.interval
    assert 0 <= low <= figures.score <= high <= 1


def test_the_number_of_workers_does_not_change_the_games() -> None:
    one, three = Games(), Games()
    figures = Match(settings("random", "greedy"), 1, one).play().figures()
    assert Match(settings("random", "greedy"), 3, three).play().figures() == figures
    assert one.lines == three.lines


def test_the_order_in_which_games_end_does_not_change_the_figures() -> None:
    games, plan = Games(), settings("greedy", "random", games=8)
    figures = Match(plan, store=games).play().figures()
    results = MatchResults(plan, {})
    for pairing in reversed(pairings(plan)):
        results.add(pairing, games.records[pairing.number])
        results.figures()
    assert results.figures() == figures


def test_a_mind_at_fault_loses_its_games_and_the_match_goes_on() -> None:
    results = Match(settings("crashing", "random", games=4, opening=0)).play()
    figures = results.figures()
    assert [mind for mind, *_ in results.forfeits] == [0] * 4
    assert figures.games == 4
    assert figures.wins == (0, 4)
    assert figures.forfeits == (4, 0)


def test_a_match_goes_on_from_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    whole = kept(settings("random", "greedy"), folder).play()
    lines = lines_in(folder)
    (folder / "game-00002.jsonl").unlink()
    third = (folder / "game-00003.jsonl").read_bytes()
    (folder / "game-00004.jsonl").write_text("".join((folder / "game-00004.jsonl").read_text().splitlines(True)[:-1]))
    (folder / "game-00005.part").write_text("{half")
    again = kept(settings("random", "greedy"), folder)
    assert again.results.numbers == {0, 2, 4, 5}
    assert again.play().figures() == whole.figures()
    assert lines_in(folder) == lines
    assert (folder / "game-00003.jsonl").read_bytes() == third


def test_a_folder_of_another_match_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    kept(settings("random", "greedy", games=2), folder).play()
    before = sorted(folder.iterdir())
    with pytest.raises(BadInput, match="holds another match"):
        kept(settings("random", "random", games=2), folder)
    assert sorted(folder.iterdir()) == before
    other = tmp_path / "photos"
    other.mkdir()
    (other / "cat.png").touch()
    with pytest.raises(BadInput, match="is not empty and holds no match"):
        kept(settings("random", "greedy", games=2), other)


@pytest.mark.parametrize("minds", [("random",), ("random", "greedy", "random")])
def test_a_match_needs_a_mind_for_each_seat(minds: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="kalah has 2 seats but"):
        Match(settings(*minds))


def test_people_do_not_sit_in_a_match() -> None:
    with pytest.raises(BadInput, match="cannot sit in a match"):
        Match(settings("human", "random"))


def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    command = [
        sys.executable,
        "-m",
        "ludoteca",
        "match",
        "kalah",
        "random",
        "greedy",
        "--json",
        "--record",
        str(folder),
    ]
    process = subprocess.Popen(
        [*command, "--games", "300"], stdout=subprocess.PIPE, text=True, preexec_fn=heeds_interrupts
    )
    deadline = time.monotonic() + 60
    while len(list(folder.glob("*.jsonl"))) < 5 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    finished = json.loads(out)["games"]
    assert 5 <= finished < 300
    assert all(read_record(path).result is not None for path in folder.glob("*.jsonl"))
    done = subprocess.run([*command, "--games", "300"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 300


def test_pairings_rotate_around_more_than_two_seats() -> None:
    games = pairings(Settings("kalah", {}, ("a", "b", "c"), 4))
    assert [pairing.minds for pairing in games] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert games[0].seed == games[2].seed != games[3].seed


def test_settings_read_back(tmp_path: Path) -> None:
    kept(settings("random", "greedy", games=1), tmp_path / "m")
    assert json.loads((tmp_path / "m" / "match.json").read_text()) == to_json(settings("random", "greedy", games=1))


def test_intervals_are_honest_about_what_little_they_know() -> None:
    assert score_interval([]) == (0.0, 1.0)
    low, high = score_interval([(1.0, 1.0)])
    assert low < 0.4
    assert high == 1.0
    split, alike = score_interval([(1.0, 0.0)] * 50), score_interval([(1.0, 1.0), (0.0, 0.0)] * 25)
    assert alike[1] - alike[0] > 1.3 * (split[1] - split[0])
    assert mean_interval([(2.0, 4.0), (2.0, 4.0)]) == (3.0, 3.0)


def test_no_process_is_left_behind() -> None:
    process = MindProcess()
    process.ask("leave", 60, player="0")  # starts the fork server, which stays
    process.close()
    before = set(process_tree(os.getpid()))
    Match(settings("random", "greedy", games=2), workers=2).play()
    assert set(process_tree(os.getpid())) <= before


def test_two_matches_do_not_share_a_folder(tmp_path: Path) -> None:
    plan = settings("random", "greedy", games=1)
    keeper = FolderStore(tmp_path / "m", plan)
    with pytest.raises(BadInput, match="is in use"):
        FolderStore(tmp_path / "m", plan)
    keeper.close()
    FolderStore(tmp_path / "m", plan).close()


def test_a_folder_whose_match_or_games_are_not_what_they_were_is_refused(tmp_path: Path) -> None:
    plan, folder = settings("random", "greedy", games=4), tmp_path / "m"
    kept(plan, folder).play()
    (folder / "game-00001.jsonl").write_bytes((folder / "game-00003.jsonl").read_bytes())
    with pytest.raises(BadInput, match="is not a game of this match"):
        kept(plan, folder)
    (folder / "match.json").write_text("{")
    with pytest.raises(BadInput, match="is damaged"):
        kept(plan, folder)


def test_a_mistyped_mind_claims_no_folder(tmp_path: Path) -> None:
    assert ludoteca("match", "kalah", "radnom", "greedy", "--record", str(tmp_path / "m")).returncode == 2
    assert not (tmp_path / "m").exists()
