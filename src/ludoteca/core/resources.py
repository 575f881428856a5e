"""Files that a wheel holds in archives, since compressed together they take a third less room.

These are the documentation with its lessons, the files of the lab's page, the styles of reports, the rules pages,
golden games, production rules, planning problems and proven values of our games, the table of schools, the templates of
plugins, and the tables of our TOML files: messages, phrases, levels, perft counts. In a checkout they are plain files.
`scripts/pack_resources.py` writes the archives when a wheel is built; each is unpacked in memory when a file of it is
first read.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TypeAlias

from ludoteca.core.plugins import PACKAGE

if TYPE_CHECKING:
    import zipfile

Resource: TypeAlias = "Path | zipfile.Path"
_ARCHIVES = PACKAGE / "resources"
# Folders of the archive of sources.
_SOURCES = {"templates", "rules", "scenarios", "problems", "proven_values", "school_table", "data_card"}
_TABLES = _ARCHIVES / "tables.json.xz"


def has_tables(path: Path) -> bool:
    """Whether there is a TOML file at a path, in the package or in the archive of the wheel.

    >>> has_tables(PACKAGE / "cli" / "messages.toml"), has_tables(PACKAGE / "none.toml")
    (True, False)
    """
    return path.is_file() or _below(path) in _tables()["files"]


def read_tables(path: Resource) -> dict[str, Any]:
    """The tables of a TOML file, which a wheel holds parsed; raises what reading and parsing a file raise."""
    if isinstance(path, Path) and not path.is_file() and (below := _below(path)) in _tables()["files"]:
        first, tables = _tables()["files"][below]
        columns = (islice(column, first, None) for column in _tables()["texts"].values())
        filled: dict[str, Any] = _filled(tables, tuple(_tables()["texts"]), zip(*columns, strict=True))
        return filled
    import tomllib  # most child processes read no tables

    return tomllib.loads(path.read_text(encoding="utf-8"))


def _below(path: Path) -> str:
    """A path below the package; empty for any other."""
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else ""


@cache
def _tables() -> Mapping[str, Any]:
    """The archive of tables; empty in a checkout.

    `texts` are those of all files by language; `files` has for each file the number of its first text, and its tables
    with null for the texts in all languages that stand in one place.
    """
    return json.loads(unpacked(_TABLES.read_bytes())) if _TABLES.is_file() else {"texts": {}, "files": {}}


def _filled(value: Any, languages: tuple[str, ...], texts: Iterator[tuple[str, ...]]) -> Any:
    """Tables with the texts that belong into them, which come in the same order."""
    if value is None:
        return dict(zip(languages, next(texts), strict=True))
    if isinstance(value, dict):
        return {name: _filled(each, languages, texts) for name, each in value.items()}
    return [_filled(each, languages, texts) for each in value] if isinstance(value, list) else value


def resource(path: Path) -> Resource:
    """The file or folder at a path of the package, or the one that an archive of the wheel holds in its place.

    >>> resource(PACKAGE / "lab" / "static" / "index.html").is_file()
    True
    """
    if path.exists() or not path.is_relative_to(PACKAGE) or not _ARCHIVES.is_dir():
        return path
    below = _below(path)
    return _archive(archive_of(below)).joinpath(below)


def archive_of(path: str) -> str:
    """The archive of a file or folder, by its path below the package.

    >>> archive_of("docs/lab.md"), archive_of("minds/rules/trace/picture.js"), archive_of("templates/mind")
    ('documents', 'page', 'sources')
    """
    place = PurePosixPath(path)
    if place.parts[0] == "lab" or place.suffix in (".js", ".css"):
        return "page"
    if "golden" in place.parts:
        return "golden"
    return "sources" if _SOURCES.intersection(place.parts) else "documents"


def version_of(path: Path) -> tuple[int, ...]:
    """What changes when a file does: its time and size; empty for a file in an archive, or where there is none."""
    if not path.is_file():
        return ()
    known = path.stat()
    return known.st_mtime_ns, known.st_size


def files_of(folder: Path) -> dict[str, Resource]:
    """The files of a folder of the package and of the folders in it, by relative path, in alphabetical order."""
    return dict(sorted(_walk(resource(folder), "")))


def scripts_of(folder: Path, pattern: str) -> dict[str, Resource]:
    """The scripts and styles right in a folder of the package whose names match a pattern, by name.

    >>> list(scripts_of(PACKAGE / "minds" / "prolog", "editor.*.js"))
    ['editor.pl.js']
    """
    folders: list[Resource] = [folder]
    if folder.is_relative_to(PACKAGE) and _ARCHIVES.is_dir():
        folders.append(_archive("page").joinpath(_below(folder)))
    entries = (entry for each in folders if each.is_dir() for entry in each.iterdir())
    return {entry.name: entry for entry in entries if fnmatch(entry.name, pattern)}


def _walk(folder: Resource, prefix: str) -> list[tuple[str, Resource]]:
    found: list[tuple[str, Resource]] = []
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.is_dir():
            found += _walk(entry, f"{prefix}{entry.name}/")
        else:
            found.append((f"{prefix}{entry.name}", entry))
    return found


def unpacked(archive: bytes) -> bytes:
    """The bytes of an archive: what its streams hold, each in the format bz2 or xz, one after the other.

    >>> import bz2, lzma
    >>> unpacked(lzma.compress(b"one, ") + bz2.compress(b"two"))
    b'one, two'
    """
    try:
        import bz2
        import lzma
    except ImportError as error:  # before there are messages to say it with
        raise ImportError("Ludoteca needs a Python that was built with the modules bz2 and lzma.") from error
    parts = list[bytes]()
    while archive:
        stream = bz2.BZ2Decompressor() if archive.startswith(b"BZh") else lzma.LZMADecompressor()
        parts.append(stream.decompress(archive))
        archive = stream.unused_data
    return b"".join(parts)


def index_of(archive: bytes) -> dict[str, int]:
    """The files of an archive that is unpacked, with their sizes: its first line."""
    index: dict[str, int] = json.loads(archive[: archive.index(b"\n")])
    return index


@cache
def _archive(name: str) -> zipfile.Path:
    """An archive of the wheel, in memory as one that the standard library reads."""
    import zipfile  # not at the start: a checkout needs none

    file = _ARCHIVES / f"{name}.streams"
    held = unpacked(file.read_bytes())
    end = held.index(b"\n") + 1
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for place, size in index_of(held).items():
            archive.writestr(zipfile.ZipInfo(place), held[end : end + size])
            end += size
    archive = zipfile.ZipFile(written)
    archive.filename = str(file)  # messages name it
    return zipfile.Path(archive)
