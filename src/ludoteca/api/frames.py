"""Records as data frames, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.api.positions import Game
from ludoteca.api.records import Record
from ludoteca.arena.record_table import records_of, turn_rows
from ludoteca.arena.replay import game_of, referee
from ludoteca.core.extras import load_extra
from ludoteca.games import open_game

if TYPE_CHECKING:
    import pandas


def to_frame(records: Record | Iterable[Record]) -> pandas.DataFrame:
    """Records as a data frame with a row for each turn; `from_frame` makes the same records of it. Needs pandas.

    >>> from ludoteca.api.positions import game
    >>> from ludoteca.api.records import play
    >>> record = play(game("kalah", pits=2, seeds=1), ["greedy", "random"], seed=1)
    >>> frame = to_frame([record, record])
    >>> frame.shape[0] == 2 * len(record), from_frame(frame)[1].data == record.data
    (True, True)
    """
    given = [records] if isinstance(records, Record) else records
    return data_frame(list(turn_rows(record.data for record in given)))


def from_frame(frame: pandas.DataFrame) -> list[Record]:
    """The records of a data frame that `to_frame` or `ludoteca export records` made, checked by the referee.

    Raises `BadInput`.
    """
    made = []
    for number, data in enumerate(records_of(frame.to_dict("records")), 1):
        rules = game_of(data, open_game)
        referee(data, rules, f"record {number}")
        made.append(Record(Game(rules), data))
    return made


def data_frame(rows: Sequence[dict[str, Any]]) -> pandas.DataFrame:
    """Rows as a data frame; raises `Unavailable` with the command that installs pandas."""
    return load_extra("pandas", "data").DataFrame(list(rows))
