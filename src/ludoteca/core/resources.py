"""Files that a wheel holds in archives, since compressed together they take a third less room.

These are the documentation with its lessons, the files of the lab's page, all catalogues of messages, and the rules
pages and golden games of our games. In a checkout they are plain files. `scripts/pack_resources.py` writes the archives
when a wheel is built; each is unpacked in memory when a file of it is first read.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from ludoteca.core.plugins import PACKAGE

if TYPE_CHECKING:
    import zipfile

Resource: TypeAlias = "Path | zipfile.Path"
_ARCHIVES = PACKAGE / "resources"


def resource(path: Path) -> Resource:
    """The file or folder at a path of the package, or the one that an archive of the wheel holds in its place.

    >>> resource(PACKAGE / "lab" / "static" / "index.html").is_file()
    True
    """
    if path.exists() or not path.is_relative_to(PACKAGE) or not _ARCHIVES.is_dir():
        return path
    below = path.relative_to(PACKAGE).as_posix()
    return _archive(archive_of(below)).joinpath(below)


def archive_of(path: str) -> str:
    """The archive of a file or folder, by its path below the package.

    >>> archive_of("cli/messages.toml"), archive_of("docs/lab.md"), archive_of("minds/clips/picture.js")
    ('messages', 'documents', 'page')
    """
    place = PurePosixPath(path)
    if place.name == "messages.toml":
        return "messages"
    if "golden" in place.parts:
        return "golden"
    return "page" if place.parts[0] == "lab" or place.suffix in (".js", ".css") else "documents"


def version_of(path: Path) -> tuple[int, ...]:
    """What changes when a file does: its time and size; empty for a file in an archive, or where there is none."""
    if not path.is_file():
        return ()
    known = path.stat()
    return known.st_mtime_ns, known.st_size


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
def _archive(name: str) -> zipfile.Path:
    import zipfile  # not at the start: a checkout needs none of these

    try:
        import bz2
        import lzma
    except ImportError as error:  # before there are messages to say it with
        raise ImportError("Ludoteca needs a Python that was built with the modules bz2 and lzma.") from error
    file = _ARCHIVES / f"{name}.zip.xz"
    if not file.is_file():
        file = file.with_suffix(".bz2")
    held = file.read_bytes()
    archive = zipfile.ZipFile(io.BytesIO(lzma.decompress(held) if file.suffix == ".xz" else bz2.decompress(held)))
    archive.filename = str(file)  # messages name it
    return zipfile.Path(archive)
