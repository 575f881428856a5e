"""Where data are kept by default."""

from __future__ import annotations

import os
from pathlib import Path


def default_data() -> Path:
    """The folder that the lab keeps games in by default: the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ludoteca"
