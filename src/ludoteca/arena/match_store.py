"""The store of a match: finished games as files in a folder, so that a match can go on where it stopped."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path
from typing import Protocol

from ludoteca.arena.match_results import Pairing, Settings, pairings
from ludoteca.core.errors import BadInput
from ludoteca.core.record import Record, from_line, read_record, to_json, to_line

_SETTINGS = "match.json"
_LOCK = ".lock"


class MatchStore(Protocol):
    """Keeps the finished games of a match. Used by the thread that plays the match."""

    def finished(self) -> dict[int, Record]:
        """The games kept so far, by number."""

    def keep(self, pairing: Pairing, record: Record) -> None: ...


class FolderStore:
    """A file for each game in a folder of the match's own."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        _claim(folder, settings)
        self._lock = (folder / _LOCK).open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise BadInput("arena.match.busy", path=str(folder)) from None
        self._folder = folder
        self._settings = settings

    def close(self) -> None:
        """Unlock the folder."""
        self._lock.close()

    def finished(self) -> dict[int, Record]:
        records = {}
        for pairing in pairings(self._settings):
            path = self._folder / pairing.file
            if path.exists() and (record := read_record(path)).result is not None:
                minds = tuple(self._settings.minds[mind] for mind in pairing.minds)
                if (record.header.seed, record.header.minds) != (pairing.seed, minds):
                    raise BadInput("arena.match.foreign_game", path=str(path))
                records[pairing.number] = record
        return records

    def keep(self, pairing: Pairing, record: Record) -> None:
        path = self._folder / pairing.file
        draft = path.with_suffix(".part")
        draft.write_text(record.text, encoding="utf-8")
        draft.replace(path)


def _claim(folder: Path, settings: Settings) -> None:
    """Make a folder this match's own, or check that it is; raises `BadInput`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / _SETTINGS
        if not path.exists():
            if any(folder.iterdir()):
                raise BadInput("arena.match.not_ours", path=str(folder))
            draft = path.with_suffix(".part")
            draft.write_text(to_line(settings) + "\n", encoding="utf-8")
            draft.replace(path)
    except OSError as error:
        raise BadInput("core.record.not_writable", path=str(folder), reason=error.strerror or "") from None
    from pydantic import ValidationError

    try:
        kept = from_line(Settings, path.read_bytes())
    except (OSError, ValidationError):
        raise BadInput("arena.match.damaged", path=str(path)) from None
    if kept != settings:
        now, then = to_json(settings), to_json(kept)
        other = tuple(f"{name}={json.dumps(then.get(name))}" for name in then if then.get(name) != now.get(name))
        raise BadInput("arena.match.other", path=str(folder), other=other)
