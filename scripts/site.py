"""Writes the documentation as a static site into a folder: `python -m scripts.site FOLDER`, or `make site`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from ludoteca.lab.manual.site import site_file, site_paths

_MARK = ".ludoteca-site"  # only a folder with this file is emptied


def write_site(folder: Path) -> int:
    """Write all files of the site into a folder, which is emptied first; returns how many there are."""
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise SystemExit(f"{folder} is not empty and is no site of ours: give another folder.")
    shutil.rmtree(folder, ignore_errors=True)
    paths = list(site_paths())
    for path in paths:
        body = site_file(path)
        assert body is not None, path
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(body)
    (folder / _MARK).write_text("")
    return len(paths)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    print(f"{write_site(target)} files in {target}: open {target / 'index.html'}")
