"""A lab in a process of its own, for measuring: its address, its memory, its open files, what it has written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx


class LabServer:
    """A lab over a folder, or over a new one that is removed at the end."""

    def __init__(self, data: Path | None = None, program: Sequence[str] = ("-m", "ludoteca")) -> None:
        """`program` are the arguments of Python that take the place of the command."""
        self._own = None if data else tempfile.TemporaryDirectory()
        folder = str(data) if self._own is None else self._own.name
        command = [sys.executable, *program, "lab", "--port", "0", "--data", folder, "--json", "--no-tables"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address: str = json.loads(self._process.stdout.readline())["address"]
        self.client = httpx.Client(base_url=self.address, timeout=120)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.close()
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        if self._own is not None:
            self._own.cleanup()

    def begin(self, *minds: str, game: str = "kalah", **more: Any) -> str:
        """The id of a new game."""
        answer = self.client.post("/api/games", json={"game": game, "minds": minds, **more})
        return str(answer.raise_for_status().json()["id"])

    @property
    def memory(self) -> float:
        """Mebibytes of memory that the lab's own process has in use."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self._process.pid}/fd"))

    @property
    def written(self) -> int:
        """Bytes that the lab's own process has written, to files and sockets."""
        lines = Path(f"/proc/{self._process.pid}/io").read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("wchar")).split()[1])
