"""Nim, the game of docs/production.md, from the text of that page."""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

_PAGE = Path(__file__).parents[3] / "docs" / "production.md"
_FILE = re.compile(r"^`([\w/.]+)`:\n\n```clips\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@cache
def nim() -> Path:
    """A folder with the files of the game."""
    folder = Path(tempfile.mkdtemp()) / "nim"
    atexit.register(shutil.rmtree, folder.parent)
    for name, program in _FILE.findall(_PAGE.read_text(encoding="utf-8")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(program, encoding="utf-8")
    return folder
