"""The table of schools: what ships agrees with the schools and recomputes; a line is made, written and played again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.school_table.cells import SchoolTable, watch_command
from ludoteca.arena.school_table.cost_chart import cost_chart
from ludoteca.arena.school_table.making import game_table, knowledge_digest
from ludoteca.arena.school_table.picture import table_picture
from ludoteca.arena.school_table.reading import GameTable, read_tables, write_table
from ludoteca.arena.school_table.view import table_view
from ludoteca.arena.seat import seat_for
from ludoteca.arena.tournament.settings import Settings, pinned_settings
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.games import load_game
from ludoteca.minds.schools import minds_for

IMAGES = Path(__file__).parent.parent.parent / "docs" / "images"


@pytest.fixture(scope="module")
def small() -> GameTable:
    """A table of three schools in a small game."""
    game = load_game("kalah", {"pits": 3, "seeds": 2})
    settings = Settings("kalah", {}, ("alphabeta:depth=2", "greedy", "random"), games=4, opening=1, seed=5)
    tournament = Tournament(pinned_settings(settings, game), game)
    tournament.play(LocalPool(GameWorker, 1))
    return game_table(tournament, {"greedy": 0.5, "random": 0.01, "alphabeta:depth=2": 20.0})


def test_every_shipped_cell_is_rated_or_refused_or_waits() -> None:
    table = SchoolTable.shipped()
    assert set(table.tables) <= set(table.games)
    for (school, game), cell in table.cells.items():
        rows = [one.school for one in table.tables[game].schools] if game in table.tables else []
        assert rows.count(school) == (cell.rated is not None)
        assert cell.rated is None or cell.refusal is None
        if cell.rated is None and cell.refusal is None:
            assert school in minds_for(load_game(game))
    for name, table_of in table.tables.items():
        assert {one.school for one in table_of.schools} <= set(table.schools), name


@pytest.mark.parametrize("name", sorted(read_tables()))
def test_shipped_ratings_are_those_of_the_shipped_results(name: str) -> None:
    table = read_tables()[name]
    assert tuple(one.rating for one in table.schools) == table.ratings().minds
    for number, one in enumerate(table.schools):
        assert one.games == sum(result.games for result in table.results if number in result.minds)
        assert one.watch is None or one.watch.minds[one.watch.seat] == one.mind


@pytest.mark.parametrize("name", ["table.svg", "table.es.svg"])
def test_the_shipped_picture_is_that_of_the_shipped_results(name: str) -> None:
    text = (IMAGES / name).read_text(encoding="utf-8")
    shown = re.findall(r'class="rating"[^>]*>([^<]+)<', text)
    assert len(shown) == sum(len(table.schools) for table in read_tables().values())
    assert ElementTree.fromstring(text).tag.endswith("svg")


def test_a_rating_of_earlier_knowledge_is_marked() -> None:
    shipped = read_tables()["kalah"]
    rated = {one.school: one for one in shipped.schools}
    digests = [knowledge_digest(rated["clips"].mind, load_game("kalah")), "0" * 8]
    tables = [
        SchoolTable({"kalah": replace(shipped, schools=(replace(rated["clips"], knowledge=digest),))})
        for digest in digests
    ]
    assert [table.cells["clips", "kalah"].changed for table in tables] == [False, True]
    shown = [re.findall(r'class="rating"[^>]*>([^<]+)<', table_picture(table, "en")) for table in tables]
    assert shown[1] == [f"{shown[0][0]} †"]


def test_a_line_is_made_written_and_read_again(small: GameTable, tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    write_table(small, path)
    write_table(small, path)
    assert read_tables(path) == {"kalah": small}
    assert small.games == 12 and [result.games for result in small.results] == [2] * 6
    assert small.ratings().minds == tuple(one.rating for one in small.schools)
    values = [one.rating.value for one in small.order]
    assert values == sorted(values, reverse=True)


def test_the_game_worth_seeing_is_played_again_the_same(small: GameTable) -> None:
    best = small.order[0]
    assert best.watch is not None and best.watch.result[best.watch.seat] == 1.0
    game = load_game("kalah", small.options)
    seats = [seat_for(mind, game) for mind in best.watch.minds]
    record = GameRunner(game, seats, best.watch.seed).play(small.opening)
    for seat in seats:
        seat.close()
    assert record.result is not None
    assert (record.result.scores, len(record.turns)) == (best.watch.scores, best.watch.moves)
    command = watch_command(small, best.watch)
    assert f"--set pits=3 --set seeds=2 --seed {best.watch.seed} --opening 1" in command


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_partial_table_is_shown(small: GameTable, language: str) -> None:
    table = SchoolTable({"kalah": small})
    view = table_view(table, language)
    states = {cell.state for cell in view.cells}
    assert states == {"rated", "refused", "not_played"}
    assert all((cell.rating is None) == (cell.reason is not None) for cell in view.cells)
    assert view.schools[:3] == tuple(one.school for one in small.order)
    assert table.best_game("greedy") == "kalah" and table.best_game("prolog") is None
    assert table_picture(table, language).count('class="rating"') == 3
    chart = cost_chart(small.order, language)
    assert chart is not None and chart.count("<circle") == 3
    assert cost_chart(small.order[:1], language) is None
    assert SchoolTable({}).schools
