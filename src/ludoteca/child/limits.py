"""Limits of a child process: memory, open files, file size, output."""

from __future__ import annotations

from dataclasses import dataclass

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Held by the operating system, all but `output`, which the parent counts. None means no limit.

    Time is not here: every question has its own.
    """

    memory: int | None = 1024 * MEBIBYTE  # bytes of address space
    data: int | None = None  # bytes of memory of its own that it can write, within the address space
    open_files: int | None = 64
    file_size: int | None = 0  # bytes of any file written
    output: int = 8 * MEBIBYTE  # bytes of one answer
    confined: bool = True  # no new processes, no network, no look at the user's files
    runtime: bool = False  # a confined process may have an event loop, and pipes within itself; its memory is private

    @property
    def of_system(self) -> dict[str, int | None]:
        """The limits that the operating system holds, by name."""
        return {
            "memory": self.memory,
            "data": self.data,
            "open_files": self.open_files,
            "file_size": self.file_size,
        }


FOREIGN = Limits()
"""For knowledge and programs that are not ours."""

OURS = Limits(memory=8192 * MEBIBYTE, open_files=None, file_size=None, confined=False)
"""For our own code, which may start children itself and writes compiled kernels."""
