"""Records as a table with a row for each turn, and back; tables as Parquet and CSV files.

A row has the header's fields, those of the turn, and what is studied most: the mind, the reason in English, and the
outcome of the game for the seat that moved. Fields that are no plain values are JSON texts. A record without turns has
one row, with the number 0.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from ludoteca.core.errors import BadInput
from ludoteca.core.explanation_text import reason_text
from ludoteca.core.extras import load_extra
from ludoteca.core.record import Record, parse_record, read_record, to_json, to_line

Form = Literal["parquet", "csv"]
FORMS: tuple[Form, ...] = ("parquet", "csv")
_HEADER = ("game", "options", "seed", "seats", "minds", "version", "limit", "start")
_TURN = ("seat", "move", "why", "seconds", "opening", "anew", "interrupted")
_JSON = ("options", "seats", "minds", "start", "why", "result")
_NAMES = {"move": "text"}  # of columns that have another name in a record


def turn_rows(records: Iterable[Record]) -> Iterator[dict[str, Any]]:
    """A row for each turn of some records; `record` counts them from 1."""
    for number, record in enumerate(records, 1):
        header = _cells(record.header, _HEADER)
        end = {"result": None if record.result is None else to_line(record.result)}
        for turn in range(max(1, len(record.turns))):
            played = _turn_cells(record, turn) if record.turns else {**dict.fromkeys(("number", *_TURN)), "number": 0}
            yield {"record": number, **header, **played, **end}


def _turn_cells(record: Record, number: int) -> dict[str, Any]:
    turn, header = record.turns[number], record.header
    seat = header.seats.index(turn.seat)
    return {
        "number": number + 1,
        **_cells(turn, _TURN),
        "mind": header.minds[seat],
        "reason": reason_text(turn.why.reason, "en"),
        "outcome": None if record.result is None else record.result.result[seat],
    }


def _cells(line: Any, columns: Sequence[str]) -> dict[str, Any]:
    values = {column: getattr(line, _NAMES.get(column, column)) for column in columns}
    return {column: to_line(value) if column in _JSON else to_json(value) for column, value in values.items()}


def records_of(rows: Iterable[Mapping[str, Any]]) -> list[Record]:
    """The records of such rows, in order; raises `BadInput`, which names the record and the line that is wrong."""
    lines: dict[Any, list[str]] = {}
    ends: dict[Any, Any] = {}
    for row in rows:
        for column in ("record", "number", "result", *_HEADER, *_TURN):
            if column not in row:
                raise BadInput("arena.table.no_column", column=column)
        number = row["record"]
        if number not in lines:
            lines[number] = [_line("header", row, _HEADER, number)]
        if row["number"]:
            lines[number].append(_line("move", row, _TURN, number))
        ends[number] = row["result"]
    for number, end in ends.items():
        lines[number] += [] if _is_empty(end) else [str(end)]
    return [parse_record("\n".join((*own, "")), f"record {number}") for number, own in lines.items()]


def _line(kind: str, row: Mapping[str, Any], columns: Sequence[str], number: Any) -> str:
    """A line of a record from the cells of a row."""
    data: dict[str, Any] = {"kind": kind}
    for column in columns:
        value = row[column]
        if not _is_empty(value):
            data[_NAMES.get(column, column)] = (
                _read(value, column, number) if column in _JSON else _plain(value, column)
            )
    return json.dumps(data, ensure_ascii=False)


def _read(value: Any, column: str, number: Any) -> Any:
    try:
        return json.loads(value)
    except (TypeError, ValueError, RecursionError):
        raise BadInput("arena.table.not_json", column=column, record=str(number)) from None


def _plain(value: Any, column: str) -> Any:
    """A value of Python: data frames have those of NumPy, and of a CSV file numbers where all moves are digits."""
    plain = value.item() if hasattr(value, "item") else value
    if column != "move":
        return plain
    return f"{plain:.0f}" if isinstance(plain, float) else str(plain)


def _is_empty(value: Any) -> bool:
    """Whether a cell is empty: data frames know no None among numbers."""
    return value is None or value != value


def read_records(paths: Iterable[Path]) -> Iterator[Record]:
    """The records in files, and in all files of folders; raises `BadInput`."""
    for path in paths:
        files = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
        if not files:
            raise BadInput("arena.table.no_records", path=str(path))
        yield from (read_record(file) for file in files)


def write_table(path: Path, rows: Sequence[Mapping[str, Any]], form: Form) -> None:
    """Write rows into a new file, whole or not at all; raises `BadInput`, and `Unavailable` without pyarrow."""
    if path.exists():
        raise BadInput("core.record.folder" if path.is_dir() else "core.record.exists", path=str(path))
    write = _write_parquet if form == "parquet" else _write_csv
    draft = path.with_name(f".{path.name}.draft")
    try:
        write(draft, rows)
        draft.rename(path)
    except OSError as error:
        raise BadInput("core.record.not_writable", path=str(path), reason=error.strerror or "") from None
    finally:
        draft.unlink(missing_ok=True)


def _write_parquet(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    parquet, arrow = load_extra("pyarrow.parquet", "data"), load_extra("pyarrow", "data")
    parquet.write_table(arrow.Table.from_pylist(list(rows)), str(path), compression="zstd")


def _write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else [], restval="")
        writer.writeheader()
        writer.writerows(rows)
