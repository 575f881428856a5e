"""A build hook: resources.zip.xz, in which a wheel holds what `ludoteca.core.resources` reads.

One stream of xz over an archive that is not compressed itself takes a third less room than files compressed one by one.
The same files give the same bytes.
"""

from __future__ import annotations

import io
import lzma
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FILES = {
    "src/ludoteca": ("lab/static/**/*", "games/*/README*.md", "games/*/exam/golden/*.txt"),
    "docs": ("*.md", "documents/*.md", "navigation.toml", "images/*.svg"),  # without the pictures of the lab
    "bench": ("*.md",),
    ".": ("CONTRIBUTING*.md",),
}
_FOLDERS = {"src/ludoteca": "", "docs": "docs/", "bench": "docs/bench/", ".": "docs/"}  # below the package


class PackResources(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the archive to a wheel; an editable installation reads the files themselves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            self._folder = tempfile.TemporaryDirectory()
            archive = Path(self._folder.name) / "resources.zip.xz"
            archive.write_bytes(packed(Path(self.root)))
            build_data["force_include"][str(archive)] = f"ludoteca/{archive.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()


def packed(root: Path) -> bytes:
    """The archive, with files of one kind side by side."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, path in sorted(_resources(root), key=lambda entry: (entry[1].suffix, entry[0])):
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return lzma.compress(written.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def _resources(root: Path) -> Iterator[tuple[str, Path]]:
    """The files to pack, by their place below the package."""
    for folder, patterns in _FILES.items():
        for pattern in patterns:
            for path in (root / folder).glob(pattern):
                if path.is_file():
                    yield f"{_FOLDERS[folder]}{path.relative_to(root / folder).as_posix()}", path
