"""Files that a wheel holds in one archive, since compressed together they take a third less room.

These are the documentation, the files of the lab's page, and the rules pages and golden games of our games. In a
checkout they are plain files. `scripts/pack_resources.py` writes the archive when a wheel is built.
"""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

from ludoteca.core.plugins import PACKAGE

Resource = Path | zipfile.Path
_ARCHIVE = PACKAGE / "resources.zip.xz"


def resource(path: Path) -> Resource:
    """The file or folder at a path of the package, or the one that the archive of the wheel holds in its place.

    >>> resource(PACKAGE / "lab" / "static" / "index.html").is_file()
    True
    """
    if path.exists() or not path.is_relative_to(PACKAGE) or not _ARCHIVE.is_file():
        return path
    return _archive().joinpath(path.relative_to(PACKAGE).as_posix())


def files_of(folder: Path) -> dict[str, Resource]:
    """The files of a folder of the package and of the folders in it, by relative path, in alphabetical order."""
    return dict(sorted(_walk(resource(folder), "")))


def _walk(folder: Resource, prefix: str) -> list[tuple[str, Resource]]:
    found: list[tuple[str, Resource]] = []
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.is_dir():
            found += _walk(entry, f"{prefix}{entry.name}/")
        else:
            found.append((f"{prefix}{entry.name}", entry))
    return found


@cache
def _archive() -> zipfile.Path:
    import lzma  # some builds of Python lack it: all else works without

    archive = zipfile.ZipFile(io.BytesIO(lzma.decompress(_ARCHIVE.read_bytes())))
    archive.filename = str(_ARCHIVE)  # messages name it
    return zipfile.Path(archive)
