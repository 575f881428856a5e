"""Records as tables: one row a turn, and back to the same records."""

from __future__ import annotations

import csv
import importlib
import io
import json
import sys
from pathlib import Path

import pytest

import ludoteca as package
from ludoteca.arena.explanation_data import GameSelection, data_file, write_data_set
from ludoteca.arena.record_table import read_records, records_of, turn_rows
from ludoteca.core.errors import BadInput, Unavailable
from ludoteca.core.record import Forfeit, Record, Result
from ludoteca.games import load_game
from tests import needs
from tests.command_line import ludoteca


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """A whole game, one that was set up and breaks off, and one that was forfeited before the first move."""
    small = package.game("kalah", pits=3, seeds=2)
    whole = package.play(small, ["greedy", "random"], seed=2**40, opening=1).data
    board = small.start().after("2").board
    begun = package.play(package.Game(small.rules.starting_from(board.facts())), ["random", "random"]).data
    late = whole.turns[0].why.reason.claim
    forfeit = Result((0.0, 0.0), (0.0, 1.0), "north", Forfeit("south", late))
    return [whole, Record(begun.header, begun.turns[:3], None), Record(whole.header, (), forfeit)]


def test_rows_make_the_same_records(records: list[Record]) -> None:
    rows = list(turn_rows(records))
    assert len(rows) == len(records[0].turns) + 3 + 1
    assert records_of(rows) == records
    assert [row["move"] for row in rows[: len(records[0].turns)]] == list(records[0].line)
    assert rows[1]["mind"] in ("greedy", "random") and rows[1]["outcome"] in (0, 0.5, 1)
    with pytest.raises(BadInput, match="no column why"):
        records_of([{key: value for key, value in rows[0].items() if key != "why"}])
    with pytest.raises(BadInput, match="holds no JSON"):
        records_of([{**rows[0], "options": "{"}])
    with pytest.raises(BadInput, match="line 2"):
        records_of([{**rows[0], "seconds": "long"}])


@needs.pandas
def test_data_frames_and_back(records: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    game = package.game("kalah", pits=3, seeds=2)
    played = [package.Record(game, records[0]), package.Record(game, records[2])]
    frame = package.to_frame(played)
    assert [record.data for record in package.from_frame(frame)] == [records[0], records[2]]
    read = importlib.import_module("pandas").read_csv(io.StringIO(frame.to_csv(index=False)))
    assert [record.data for record in package.from_frame(read)] == [records[0], records[2]]
    assert len(package.to_frame(played[0])) == len(records[0].turns) == len(played[0].to_pandas())
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(Unavailable, match=r"pip install 'ludoteca\[data\]'"):
        package.to_frame(played)


@needs.parquet
@needs.pandas
def test_files_of_the_command_line(records: list[Record], tmp_path: Path) -> None:
    import pandas

    (tmp_path / "games").mkdir()
    for number, record in enumerate(records):
        (tmp_path / "games" / f"{number}.jsonl").write_text(record.text, encoding="utf-8")
    done = ludoteca("export", "records", "all.parquet", "games", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["records"] == 3
    frame = pandas.read_parquet(tmp_path / "all.parquet")
    assert records_of(frame.to_dict("records")) == records == list(read_records([tmp_path / "games"]))
    done = ludoteca("export", "records", "one.csv", "games/0.jsonl", "--format", "csv", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    with (tmp_path / "one.csv").open(encoding="utf-8") as file:
        assert [row["move"] for row in csv.DictReader(file)] == list(records[0].line)
    for words, said in (
        (("all.parquet", "games"), "exists"),
        (("new.parquet", "nothing"), "nothing"),
        (("new.parquet", "games", "--format", "xls"), "format=xls"),
    ):
        refused = ludoteca("export", "records", *words, folder=tmp_path)
        assert (refused.returncode, said in refused.stderr) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.parquet", "games", "one.csv"]

    plan = GameSelection((load_game("kalah", {"pits": 3, "seeds": 2}),), minds=("greedy",))
    write_data_set(tmp_path / "set", plan, data=data_file("parquet"))
    write_data_set(tmp_path / "lines", plan)
    lines = [json.loads(line) for line in (tmp_path / "lines" / "explanations.jsonl").read_text("utf-8").splitlines()]
    table = pandas.read_parquet(tmp_path / "set" / "explanations.parquet")
    assert [json.loads(why) for why in table["why"]] == [line["why"] for line in lines]
    assert sorted(path.name for path in (tmp_path / "set").iterdir()) == ["README.md", "explanations.parquet"]


def test_without_pyarrow_nothing_is_written(
    records: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludoteca.arena.record_table import write_table

    for module in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Unavailable, match=r"pip install 'ludoteca\[data\]'"):
        write_table(tmp_path / "all.parquet", list(turn_rows(records)), "parquet")
    with pytest.raises(Unavailable, match="pyarrow"):
        data_file("parquet")
    assert not list(tmp_path.iterdir())
