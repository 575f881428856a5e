"""What some tests need: on CI its lack is a failure, elsewhere a skip."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec

import pytest

prolog = pytest.mark.skipif(
    shutil.which("swipl") is None and not os.environ.get("CI"), reason="no SWI-Prolog: apt-get install swi-prolog-nox"
)
java = pytest.mark.skipif(
    shutil.which("java") is None and not os.environ.get("CI"), reason="no Java: apt-get install default-jre-headless"
)
cluster = pytest.mark.skipif(
    find_spec("distributed") is None and not os.environ.get("CI"), reason="no Dask: pip install ludoteca[cluster]"
)
