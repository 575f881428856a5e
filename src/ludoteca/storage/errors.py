"""Errors of SQLite and of the system about stored data, as sentences with a remedy."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludoteca.core.errors import Unavailable

_ROOM = 1 << 16  # bytes: with less than that on the disk, an error of the disk is a lack of room
_SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "foreign",
}
_SYSTEM = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
}


class StoreError(Unavailable):
    """Stored data cannot be read or written, and are as they were before: a 507 in the API."""


@contextmanager
def as_store_errors(path: Path) -> Iterator[None]:
    """Raise errors of the system and of SQLite about a file or folder as `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:  # not about the file: the database is closed, or called wrongly
            raise
        raise _store_error(_SQLITE.get(code & 0xFF) or _cause(path), path, str(error)) from error
    except UnicodeDecodeError as error:  # of SQLite's message about a table whose name is damaged
        raise _store_error("damaged", path, str(error)) from error
    except OSError as error:
        raise _store_error(_SYSTEM.get(error.errno or 0, "failed"), path, error.strerror or str(error)) from error


def _cause(path: Path) -> str:
    """The likely cause of an error that SQLite does not explain."""
    folder = path.parent
    if not os.access(folder, os.W_OK):
        return "read_only"
    return "full" if shutil.disk_usage(folder).free < _ROOM else "failed"


def _store_error(kind: str, path: Path, reason: str) -> StoreError:
    return StoreError(f"storage.{kind}", path=str(path), **({"reason": reason} if kind == "failed" else {}))
