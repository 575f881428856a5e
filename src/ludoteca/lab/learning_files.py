"""Runs of learners that are kept: a note in JSON beside the files of the checkpoints, on the shelf of their owner."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message
from ludoteca.core.options import Value
from ludoteca.core.record import from_line, to_line
from ludoteca.games import load_game
from ludoteca.storage.errors import as_store_errors
from ludoteca.training.side_by_side import Checkpoint, Status

State = Literal["running", "finished", "stopped", "failed"]
_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class LearningRecord:
    """A run: the board, its limits, and what was learnt so far."""

    id: str
    game: str
    options: dict[str, Value]
    seed: int
    began: float  # seconds since 1970
    seconds: float | None = None  # of learning, for all learners together; or else positions for each of them
    positions: int | None = None
    state: State = "running"
    fault: Message | None = None
    learners: tuple[Status, ...] = ()
    checkpoints: tuple[Checkpoint, ...] = ()
    owner: str | None = field(default=None)


class LearningFiles:
    """The runs under the folder of all shelves."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def folder(self, record: LearningRecord) -> Path:
        """The folder of a run's checkpoints: where minds of its owner look for files."""
        return self._folder / (record.owner or "") / record.game

    def all(self) -> Iterator[LearningRecord]:
        """Every run that can be read, and whose game is there."""
        for path in (*self._folder.glob(f"*/*{_SUFFIX}"), *self._folder.glob(f"*/*/*{_SUFFIX}")):
            with suppress(ValidationError, OSError, BadInput):
                record: LearningRecord = from_line(LearningRecord, path.read_bytes())
                load_game(record.game, record.options)
                if self._note(record) == path:
                    yield record

    def save(self, record: LearningRecord) -> None:
        """Write the note of a run, never half; raises `StoreError`."""
        path = self._note(record)
        draft = path.with_suffix(".part")
        with as_store_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(to_line(record), "utf-8")
            draft.replace(path)

    def delete(self, record: LearningRecord) -> None:
        """Delete a run with its checkpoints; raises `StoreError`."""
        with as_store_errors(self._folder):
            for path in self.folder(record).glob(f"*-{record.id}.npz"):
                path.unlink(missing_ok=True)
            self._note(record).unlink(missing_ok=True)

    def _note(self, record: LearningRecord) -> Path:
        return self.folder(record) / f"{record.id}{_SUFFIX}"
