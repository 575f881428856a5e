"""`ludoteca tournament` as somebody types it: tables, reports, a configuration file, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.command_line import ludoteca

SMALL = ("--set", "pits=3", "--set", "seeds=2")
CONFIG = """
game = "kalah"
minds = ["random", "greedy", "crashing"]
games = 2
seed = 3
[options]
pits = 3
seeds = 2
"""


def test_a_tournament_of_a_file_is_that_of_the_command_line(tmp_path: Path) -> None:
    config, page, table = (tmp_path / name for name in ("small.toml", "out.html", "out.csv"))
    config.write_text(CONFIG)
    files = ("--record", str(tmp_path / "games"), "--html", str(page), "--csv", str(table))
    by_file = ludoteca("tournament", str(config), "--json", *files)
    assert by_file.returncode == 0, by_file.stderr
    minds = ("random", "greedy", "crashing")
    typed = ludoteca("tournament", "kalah", *minds, "--games", "2", "--seed", "3", *SMALL, "--json")
    assert typed.stdout == by_file.stdout
    data = json.loads(by_file.stdout)
    assert (data["games"], data["planned"]) == (6, 6)
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    assert [row["mind"] for row in rows] == [row["mind"] for row in data["table"]]
    assert rows[-1]["mind"] == "crashing"
    report = page.read_text()
    links = set(re.findall(r'href="([^"#]+)"', report))
    assert len(links) == 6
    assert all((tmp_path / link).is_file() for link in links)
    assert set(re.findall(r'href="#([^"]+)"', report)) == set(re.findall(r'<section id="([^"]+)"', report))
    assert not re.search(r"https?:|src=|@import|url\(", report), "it asks no host for anything"


def test_the_terminal_shows_ratings_cross_table_and_forfeits() -> None:
    done = ludoteca("tournament", "kalah", "greedy", "crashing", "--games", "2", "--opening", "0", "--lang", "es")
    assert done.returncode == 0, done.stderr
    for words in ("valor", "1. greedy", "Ventaja de los asientos", "crashing, 2 partidas", "2 partidas, 2 de ellas"):
        assert words in done.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("kalah", "random"), "has 2 seats, but 1 mind was named"),
        (("kalah", "random", "human"), "human cannot take part"),
        (("kalah", "random", "greedy", "--format", "swis"), 'did you mean "--format=swiss"'),
        (("kalah", "random", "greedy", "--html", "/nowhere/x.html"), "There is no folder /nowhere"),
        (("nowhere.toml",), "nowhere.toml cannot be read: No such file"),
        (("bad.toml",), "bad.toml: games: Input should be greater than or equal to 1"),
        (("odd.toml",), "odd.toml: gmae: Extra inputs are not permitted"),
        (("good.toml", "random"), "name none on the command line"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(CONFIG.replace("games = 2", "games = 0"))
    (tmp_path / "odd.toml").write_text(CONFIG.replace("seed = 3", 'gmae = "x"'))
    (tmp_path / "good.toml").write_text(CONFIG)
    done = ludoteca("tournament", *words, "--record", "games", folder=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
    assert not (tmp_path / "games").exists()
