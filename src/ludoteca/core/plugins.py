"""Where games and minds are looked for besides our own folders."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

PATH = "LUDOTECA_PATH"
PACKAGE = Path(__file__).resolve().parent.parent
SHARED = "shared"  # the folder among games or minds that holds what several of them share


def extra_roots() -> list[Path]:
    """The folders in ``LUDOTECA_PATH``: each may hold a ``games`` and a ``minds`` folder laid out as ours are."""
    return [Path(part) for part in os.environ.get(PATH, "").split(os.pathsep) if part]


def roots() -> list[Path]:
    """Every folder that holds plugins: the package itself, then those of ``LUDOTECA_PATH``."""
    return [PACKAGE, *extra_roots()]


def extended(own: Iterable[str], kind: str) -> list[str]:
    """A package's search path with the extra folders of that kind behind it."""
    return [*own, *(str(root / kind) for root in extra_roots())]
