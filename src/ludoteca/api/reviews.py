"""Reviews of records: every move with its grade, what it cost and the better move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import ludoteca.arena.review as arena
from ludoteca.api.arguments import check_language
from ludoteca.api.progress import progress_bar
from ludoteca.api.rendering import as_table
from ludoteca.core.i18n import phrase

if TYPE_CHECKING:
    import pandas

    from ludoteca.api.records import Record


def review(record: Record | str | Path, *, progress: bool = True) -> Review:
    """Every move of a record, or of one in a file, graded by what it cost, with the better move and checked reasons.

    >>> from ludoteca.api.positions import game
    >>> from ludoteca.api.records import play
    >>> record = play(game("kalah", pits=2, seeds=2), ["random", "greedy"], seed=3)
    >>> review(record).rows()[0]["grade"]
    'blunder'
    """
    if isinstance(record, str | Path):
        from ludoteca.api.records import read_record

        record = read_record(record)
    with progress_bar(record.game.name, progress) as note:

        def on_move(so_far: arena.Review) -> bool:
            building = so_far.building
            note(len(so_far.moves) / max(1, so_far.total) if building is None else building)
            return True

        return Review(record, arena.review(record.data, on_move, record.game.rules))


class Review:
    """The grades of a record's moves. `data` has all of it, with the reasons and their verdicts."""

    def __init__(self, record: Record, data: arena.Review) -> None:
        self.record = record
        self.data = data

    @property
    def exact(self) -> bool:
        """Whether the values are proven, not estimated."""
        return self.data.exact

    @property
    def accuracy(self) -> dict[str, float | None]:
        """The accuracy of each seat, from 0 to 100; None for a seat without a move to grade."""
        return {name: self.data.accuracy(seat) for seat, name in enumerate(self.record.game.seats)}

    def rows(self, language: str = "en") -> list[dict[str, Any]]:
        """A row for each move: number, seat, move, grade, what it cost, and the best move."""
        check_language(language)
        return [
            {
                "number": move.number,
                "seat": self.record.game.seats[move.seat],
                "move": move.move,
                "grade": None if move.grade is None else phrase(f"arena.review.grade.{move.grade.value}", language),
                "cost": move.cost,
                "best": move.best,
                "turning_point": move.turning_point,
            }
            for move in self.data.moves
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """`rows` as a data frame; needs pandas."""
        from ludoteca.api.frames import data_frame

        return data_frame(self.rows())

    def __len__(self) -> int:
        return len(self.data.moves)

    def __repr__(self) -> str:
        seats = (f"{seat} {'–' if share is None else f'{share:.0f}'}" for seat, share in self.accuracy.items())
        return f"<{self.record.game.name}, {len(self)} moves, accuracy: {', '.join(seats)}>"

    def _repr_html_(self) -> str:
        rows = self.rows()
        return as_table(list(rows[0]), [list(row.values()) for row in rows]) if rows else ""
