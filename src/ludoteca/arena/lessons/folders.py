"""The folders in which lessons lie."""

from __future__ import annotations

import os
from pathlib import Path

from ludoteca.core.plugins import LESSONS, PACKAGE, extra_roots
from ludoteca.core.resources import resource

FOLDERS = "LUDOTECA_LESSONS"
_SHIPPED = (PACKAGE / "docs" / LESSONS, PACKAGE.parents[1] / "docs" / LESSONS)  # installed, or in the repository


def lesson_folders() -> list[Path]:
    """The folders that hold lessons: ours, those below the plugin path, and those that are named."""
    shipped = [folder for folder in _SHIPPED if resource(folder).is_dir()][:1]
    below = [folder for root in extra_roots() if (folder := root / LESSONS).is_dir()]
    named = [Path(part).resolve() for part in os.environ.get(FOLDERS, "").split(os.pathsep) if part]
    return list(dict.fromkeys([*shipped, *below, *named]))


def add_folder(folder: Path) -> None:
    """Make the lessons in a folder known to this process."""
    entries = [part for part in os.environ.get(FOLDERS, "").split(os.pathsep) if part]
    os.environ[FOLDERS] = os.pathsep.join([*entries, str(folder.resolve())])
