"""A build hook: the archives in which a wheel holds what `ludoteca.core.resources` reads.

One stream over an archive that is not compressed itself takes a third less room than files compressed one by one.
The same files give the same bytes.
"""

from __future__ import annotations

import bz2
import io
import itertools
import lzma
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PACKAGE = "src/ludoteca"
_FILES: dict[str, dict[str, tuple[str, ...]]] = {
    # the patterns of an archive by folder; `archive_of` in `ludoteca.core.resources` finds the archive of a file
    "messages": {_PACKAGE: ("**/messages.toml",)},
    "page": {
        _PACKAGE: (
            "lab/static/**/*",
            "lab/manual/**/*.js",
            "lab/manual/**/*.css",
            "*/**/trace/*.js",
            "*/**/trace/*.css",
        )
    },
    "golden": {_PACKAGE: ("games/*/exam/golden/*.txt",)},
    "documents": {
        _PACKAGE: ("games/*/README*.md",),
        "docs": ("*.md", "documents/*.md", "lessons/*.md", "navigation.toml", "images/*.svg"),  # no pictures of the lab
        "bench": ("*.md",),
        ".": ("CONTRIBUTING*.md",),
    },
}
_FOLDERS = {_PACKAGE: "", "docs": "docs/", "bench": "docs/bench/", ".": "docs/"}  # below the package
_COPIED = "templates"  # `ludoteca new` copies these files as they are


class PackResources(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the archives to a wheel; an editable installation reads the files themselves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            self._folder = tempfile.TemporaryDirectory()
            for name in _FILES:
                suffix, data = packed(Path(self.root), name)
                archive = Path(self._folder.name) / f"{name}.zip.{suffix}"
                archive.write_bytes(data)
                build_data["force_include"][str(archive)] = f"ludoteca/resources/{archive.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()


def packed(root: Path, name: str) -> tuple[str, bytes]:
    """The format and the bytes of an archive: the smaller of two formats; for messages the one that is read faster.

    Files of one kind stand side by side, and each kind is a stream of its own.
    """
    written, bounds = io.BytesIO(), list[int]()
    entries = sorted(_resources(root, name), key=lambda entry: (_kind(entry), entry[0]))
    with zipfile.ZipFile(written, "w") as archive:
        for _, kind in itertools.groupby(entries, key=_kind):
            bounds.append(written.tell())
            for place, path in kind:
                archive.writestr(zipfile.ZipInfo(place), path.read_bytes())
    data = written.getvalue()
    formats = {"xz": lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)}
    if name != "messages":
        formats["bz2"] = b"".join(bz2.compress(data[start:end]) for start, end in itertools.pairwise([*bounds, None]))
    return min(formats.items(), key=lambda entry: len(entry[1]))


def _kind(entry: tuple[str, Path]) -> tuple[str, bool]:
    """The kind of a file: its suffix, and whether others wrote it."""
    return entry[1].suffix, "vendor" in entry[1].parts


def _resources(root: Path, name: str) -> Iterator[tuple[str, Path]]:
    """The files of an archive, by their place below the package."""
    for folder, patterns in _FILES[name].items():
        for pattern in patterns:
            for path in (root / folder).glob(pattern):
                place = path.relative_to(root / folder)
                if path.is_file() and place.parts[0] != _COPIED:
                    yield f"{_FOLDERS[folder]}{place.as_posix()}", path
