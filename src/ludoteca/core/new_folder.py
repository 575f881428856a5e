"""New folders, written whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludoteca.core.errors import BadInput


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """A draft beside a folder, which becomes the folder at the end; on an error the draft is removed.

    Raises `BadInput` where the folder cannot be written. It may exist already, if it is empty.
    """
    target = folder.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=target.parent, prefix="."))
    except OSError as error:
        raise _not_writable(folder, error) from None
    try:
        yield draft
        _publish(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)  # there is none if it was renamed


def _publish(draft: Path, folder: Path) -> None:
    try:
        draft.chmod(0o755)
        draft.rename(folder.resolve())
    except OSError as error:
        raise _not_writable(folder, error) from None


def _not_writable(folder: Path, error: OSError) -> BadInput:
    return BadInput("core.record.not_writable", path=str(folder), reason=error.strerror or "")
