"""A file of JSON lines in the data folder, to which several processes may add."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoteca.storage.errors import as_store_errors


class LineLog:
    """Entries in the order in which they were added; damaged lines do not count."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, entry: Mapping[str, Any]) -> None:
        """Keep an entry; raises `StoreError`."""
        line = json.dumps(entry)
        with as_store_errors(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab", buffering=0) as file:  # one write: lines of several processes do not mix
                # It begins a new line, in case the last one was cut short.
                file.write(f"\n{line}\n".encode())
                os.fsync(file.fileno())

    def entries(self) -> Iterator[dict[str, Any]]:
        """All entries; raises `StoreError`."""
        with as_store_errors(self._path):
            text = self._path.read_text("utf-8", "replace") if self._path.exists() else ""
        for line in text.splitlines():
            with suppress(ValueError):
                entry = json.loads(line)
                if isinstance(entry, dict):
                    yield entry
