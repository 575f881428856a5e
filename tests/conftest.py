"""What all tests share: the hostile minds can be found, and child processes find them too."""

from __future__ import annotations

import os
from pathlib import Path

# Before anything of ours is imported: packages read their search path once.
os.environ["LUDOTECA_PATH"] = str(Path(__file__).parent / "hostile")
os.environ["LUDOTECA_LANG"] = "en"
os.environ["LUDOTECA_TRUST_KNOWLEDGE"] = "1"  # the knowledge of the tests is theirs
