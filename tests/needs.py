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


def _package(name: str, extra: str) -> pytest.MarkDecorator:
    """A mark for tests that need the package of an extra."""
    lacking = find_spec(name) is None and not os.environ.get("CI")
    return pytest.mark.skipif(lacking, reason=f"no {name}: pip install ludoteca[{extra}]")


cluster = _package("distributed", "cluster")
pettingzoo = _package("pettingzoo", "pettingzoo")
openspiel = _package("pyspiel", "openspiel")
pandas = _package("pandas", "data")
parquet = _package("pyarrow", "data")
