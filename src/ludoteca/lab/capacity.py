"""The capacity of the lab: how many processes, cores and open files it may use, and how long a mind may think."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ludoteca.core.i18n import Message
from ludoteca.core.operating_system import memory_of_machine, raise_open_files

_PER_PROCESS = 160 << 20  # bytes of memory that a game's minds take, with their engines
_MOST_PROCESSES = 128
_FEWEST_PROCESSES = 4
_FILES_PER_PROCESS = 8
LONGEST = 600.0  # seconds for a move, unless the operator says otherwise
_OTHER_FILES = 512  # sockets, the store, the page


@dataclass(frozen=True, slots=True)
class Capacity:
    """Set by the operator, or worked out for this machine."""

    processes: int = _FEWEST_PROCESSES  # games whose minds have a process at the same time
    cores: int = 2  # minds that think at the same time
    longest: float = LONGEST  # seconds: the largest limit for a move
    idle_seconds: float = 300.0  # after which the process of an idle game ends
    tables: bool = False  # endgame tables are built in the background

    @classmethod
    def of_machine(
        cls,
        processes: int | None = None,
        cores: int | None = None,
        longest: float | None = None,
        tables: bool = False,
    ) -> Capacity:
        """What fits into the memory, the cores and the open files of this machine, where nothing else is said."""
        fitting = memory_of_machine() // 2 // _PER_PROCESS
        by_memory = max(_FEWEST_PROCESSES, min(_MOST_PROCESSES, fitting))
        cores = cores or max(2, os.cpu_count() or 2)
        return cls(processes or by_memory, cores, longest or LONGEST, tables=tables)

    def shortages(self) -> list[Message]:
        """What the machine does not give. The limit of open files is raised first, as far as it may be."""
        needed = self.processes * _FILES_PER_PROCESS + _OTHER_FILES
        files = raise_open_files(needed)
        if files == needed:
            return []
        return [Message("lab.few_files", {"files": files, "needed": needed, "processes": self.processes})]
