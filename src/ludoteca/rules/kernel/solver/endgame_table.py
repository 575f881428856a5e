"""Endgame tables of a game: built once, kept in the cache folder, and mapped into the memory of all their readers.

A file is a header of fixed size and one byte a board. It is written under another name and renamed, so that under its
own it is never incomplete; a damaged one is built again. One process builds a table; others that need it wait for it
and report its progress, which stands in a file beside it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import Unavailable
from ludoteca.core.loading import GameFault
from ludoteca.core.operating_system import memory_of_machine, wait_for_lock
from ludoteca.rules.kernel.bind import bind, cache_folder, remove_old
from ludoteca.rules.kernel.compilation import kernel_faults, no_sowings
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.solver.search_runner import Stopped

MAX_BOARDS = 3 << 30  # of a table, a byte each
_USUAL_BOARDS = 1 << 28  # of a table that is built without being asked for
_ROOM = 8  # a larger one must fit so many times into the memory and on the disk
_SLICE = 1 << 18  # boards between two reports of progress
_HEADER = 512  # bytes
_CHECKSUM = 16  # bytes at the end of the header
_SOURCES = ("rules", "hints", "boards", "sowings", "endgame")  # the modules that the values depend on

Progress = Callable[[int, int], bool]
"""Called with the boards written and the boards of the whole table. If it returns false, building stops."""


@dataclass(frozen=True, slots=True)
class EndgameTable:
    """The remaining margin of every board with at most `left` seeds, by the number of the board."""

    left: int
    values: Any  # bytes, read-only


NO_TABLE = EndgameTable(-1, np.frombuffer(b"", np.int8))
_mapped: dict[Path, tuple[tuple[int, int, int], Any]] = {}  # what this process has checked, by file and its state


def has_tables(game: KernelGame) -> bool:
    """Whether a game has the hints that endgame tables need, and rows that they can pack."""
    if not hasattr(game.hints, "endgame_options"):
        return False
    return int(game.hints.pits_in_row(game.start(0).state)) <= int(bind(game.name, game.folder).boards.MAX_ROW)


def can_pack(game: KernelGame) -> bool:
    """Whether a game sows, and its boards are described by packed rows: not while sides can be swapped."""
    if not has_tables(game):
        return False
    return int(game.hints.seeds_left(game.start(0).state)) <= int(bind(game.name, game.folder).boards.MAX_SEEDS)


def largest_table(game: KernelGame) -> int:
    """The most seeds that a table of a game can have; -1 if it has no tables."""
    return _most_seeds(game, MAX_BOARDS)


def usual_table(game: KernelGame) -> int:
    """The seeds of the table for solving a game from its start: five twelfths of all; -1 if the game has no tables.

    Chosen by Kalah(6, 4): building and solving took 48 s with 20 seeds, 67 s with 16 and 111 s without a table.
    """
    most = _most_seeds(game, _USUAL_BOARDS)
    return most if most < 0 else min(most, int(game.hints.max_remaining(game.start(0).state)) * 5 // 12)


def large_table(game: KernelGame) -> int:
    """The seeds of the table for valuing any position fast: 13 of 24, or fewer if the machine has less room."""
    memory = memory_of_machine()
    room = min(memory, shutil.disk_usage(cache_folder("endgames")).free) // _ROOM
    most = _most_seeds(game, min(MAX_BOARDS, room))
    return most if most < 0 else min(most, int(game.hints.max_remaining(game.start(0).state)) * 13 // 24)


def best_table(game: KernelGame, progress: Progress | None = None) -> EndgameTable:
    """The largest table in the cache, or if it has none of the usual size, the usual one, built."""
    usual = usual_table(game)
    for left in range(largest_table(game), usual, -1):
        if _file(game, left).exists() and (table := cached_table(game, left)) is not None:
            return table
    return table_for(game, usual, progress)


def _most_seeds(game: KernelGame, boards: int) -> int:
    """The most seeds of a table with so many boards at most; -1 if the game has no tables."""
    if not has_tables(game):
        return -1
    numbered, pits = bind(game.name, game.folder).boards, int(game.hints.pits_in_row(game.start(0).state))
    fitting = [left for left in range(numbered.MAX_LEFT + 1) if numbered.FEWER[pits, left + 1] <= boards]
    return max(fitting, default=-1)


def table_for(game: KernelGame, left: int, progress: Progress | None = None) -> EndgameTable:
    """The table of a game for boards with at most `left` seeds, or as many as it can have: from the cache, or built."""
    left = min(left, largest_table(game))
    if left < 0:
        return NO_TABLE
    return cached_table(game, left) or _built_once(game, left, progress or _go_on)


def cached_table(game: KernelGame, left: int) -> EndgameTable | None:
    """A table from the cache, which may be the beginning of a larger one; None if there is none, or a damaged one.

    A file of a gigabyte is not read for the beginning that a smaller table is: that is built sooner.
    """
    most = _most_seeds(game, _USUAL_BOARDS)
    for seeds in range(left, (most if left <= most else largest_table(game)) + 1):
        values = _read(_file(game, seeds), _header(game, seeds), _size(game, seeds))
        if values is not None:
            return EndgameTable(left, values[: _size(game, left)])
    return None


def build_table(
    game: KernelGame, left: int, progress: Progress | None = None, smaller: EndgameTable = NO_TABLE
) -> EndgameTable:
    """Build a table, which may begin with a smaller one, and keep it in the cache.

    Raises `Stopped` if `progress` returns false.
    """
    kernel, size = game.kernel_for("endgame"), _size(game, left)
    try:
        values = np.full(size, kernel.endgame.NOT_WRITTEN, np.int8)
    except MemoryError:
        raise Unavailable("rules.kernel.no_memory_for_table", memory=size >> 20) from None
    stack, options = game.start(0).states(2), np.empty(kernel.rules.MOVES, np.int64)
    with kernel_faults(kernel):
        kernel.sowings.learn_sowings(sowings := no_sowings(kernel, kernel.boards.MAX_LEFT), stack)
    values[: len(smaller.values)] = smaller.values
    for first in range(len(smaller.values), size, _SLICE):
        if progress is not None and not progress(first, size):
            raise Stopped
        last = min(first + _SLICE, size)
        with kernel_faults(kernel):
            reached = kernel.endgame.fill(stack, options, values, sowings, first, last)
        if reached < last:
            raise GameFault("rules.kernel.not_sowing", game=game.name, file=str(game.folder / "hints.py"))
    values.flags.writeable = False
    _write(_file(game, left), _header(game, left), values)
    return EndgameTable(left, values)


def _smaller_table(game: KernelGame, left: int) -> EndgameTable:
    """The largest table in the cache with fewer seeds."""
    for seeds in range(left - 1, -1, -1):
        values = _read(_file(game, seeds), _header(game, seeds), _size(game, seeds))
        if values is not None:
            return EndgameTable(seeds, values)
    return NO_TABLE


def _go_on(_written: int, _boards: int) -> bool:
    return True


def _built_once(game: KernelGame, left: int, progress: Progress) -> EndgameTable:
    """The table, built by this process, or by another one that has begun. Where no file can be written, by this one."""
    notes = _file(game, left).with_suffix(".progress")
    try:
        notes.parent.mkdir(parents=True, exist_ok=True)
        file = FileIO(os.open(notes, os.O_RDWR | os.O_CREAT, 0o644), "r+")
    except OSError:
        return build_table(game, left, progress)
    with file:
        _wait_for_turn(file, _size(game, left), progress)

        def note(written: int, boards: int) -> bool:
            with contextlib.suppress(OSError):  # on a full disk others wait without a report
                _rewind(file).write(b"%12d" % written)
            return progress(written, boards)

        try:
            return cached_table(game, left) or build_table(game, left, note, _smaller_table(game, left))
        finally:
            notes.unlink(missing_ok=True)


def _wait_for_turn(file: FileIO, boards: int, progress: Progress) -> None:
    """Lock a file; while another process has it, report the progress that stands in it.

    Where the file system has no locks, two processes may write the same table.
    """

    def report() -> bool:
        if not progress(int(_rewind(file).read(12) or 0), boards):
            raise Stopped
        return True

    wait_for_lock(file, report)


def _rewind(file: FileIO) -> FileIO:
    file.seek(0)
    return file


def _size(game: KernelGame, left: int) -> int:
    """The number of boards with at most `left` seeds."""
    pits = game.hints.pits_in_row(game.start(0).state)
    return int(bind(game.name, game.folder).boards.FEWER[pits, left + 1])


def _file(game: KernelGame, left: int) -> Path:
    """The file of a table: its name has the pits, the options, the seeds, and a hash of the sources."""
    state, digest = game.start(0).state, sources_digest(game)
    name = f"{game.hints.pits_in_row(state)}-{game.hints.endgame_options(state)}-{left}-{digest}.table"
    return cache_folder("endgames") / game.name / name


def _header(game: KernelGame, left: int) -> dict[str, object]:
    """What a table is, as its header says it."""
    state = game.start(0).state
    return {
        "game": game.name,
        "pits": game.hints.pits_in_row(state),
        "options": game.hints.endgame_options(state),
        "left": left,
        "sources": sources_digest(game),
    }


def sources_digest(game: KernelGame) -> str:
    """A hash of the sources that the values depend on."""
    kernel, digest = bind(game.name, game.folder), hashlib.blake2b(digest_size=8)
    for module in _SOURCES:
        digest.update(hashlib.blake2b((kernel.folder / f"{module}.py").read_bytes()).digest())
    return digest.hexdigest()


def _packed_header(header: dict[str, object], values: Any) -> bytes:
    """A header with the checksum of the values, and its own checksum at its end."""
    text = json.dumps({**header, "crc32": zlib.crc32(values)}, sort_keys=True).encode()
    padded = text.ljust(_HEADER - _CHECKSUM)
    return padded + hashlib.blake2b(padded, digest_size=_CHECKSUM).digest()


def _write(file: Path, header: dict[str, object], values: Any) -> None:
    """Write a table under another name and rename it; on a full or read-only disk nothing is kept."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        remove_old(file.parent)
        handle, draft = tempfile.mkstemp(dir=file.parent, prefix=".")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(_packed_header(header, values))
                out.write(values)
                out.flush()
                os.fsync(out.fileno())
            os.replace(draft, file)
        except BaseException:
            os.unlink(draft)
            raise


def _read(file: Path, header: dict[str, object], size: int) -> Any:
    """The values of a table, mapped into memory; None if there is no such file, or not what it should be."""
    try:
        with file.open("rb") as source:
            status = os.fstat(source.fileno())
            checked, values = _mapped.get(file, (None, None))
            if checked == (status.st_ino, status.st_mtime_ns, status.st_size):
                return values
            content = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
            if hasattr(mmap, "MADV_WILLNEED"):
                content.madvise(mmap.MADV_WILLNEED)  # searches read bytes all over the file
            os.utime(source.fileno())  # it is in use: `remove_old` keeps it
            status = os.fstat(source.fileno())
    except (OSError, ValueError):  # an empty file cannot be mapped
        return None
    if len(content) != _HEADER + size:
        return None
    values = np.frombuffer(content, np.int8, offset=_HEADER)
    if content[:_HEADER] != _packed_header(header, values):
        return None
    _mapped[file] = (status.st_ino, status.st_mtime_ns, status.st_size), values
    return values
