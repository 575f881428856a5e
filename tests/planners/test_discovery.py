"""Discovery of planners: the engines, and the planners that games bring."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca import templates
from ludoteca.core.errors import BadInput
from ludoteca.planners import load_planner, planner_names
from ludoteca.planners.discovery import game_planners

BROUGHT = """
from ludoteca.planners.engines.blind import BlindPlanner

class PLANNER(BlindPlanner):
    name = "hasty"
    def refuses(self, task):
        return None
"""


def run(code: str, path: Path | None = None) -> object:
    """What a piece of code prints as JSON in a process of its own, with an extra folder of games."""
    environment = {**os.environ, "LUDOTECA_PATH": "" if path is None else str(path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_every_name_loads_the_planner_of_that_name() -> None:
    assert [load_planner(name).name for name in planner_names()] == planner_names()
    assert [planner.name for planner in game_planners()] == ["schedule"]
    with pytest.raises(BadInput, match='did you mean "schedule"'):
        load_planner("shedule")


def test_listing_names_loads_no_solver() -> None:
    code = (
        "import json, sys\n"
        "from ludoteca.planners.discovery import planner_names\n"
        "before = set(sys.modules)\n"
        "names = planner_names()\n"
        "print(json.dumps([names, sorted({'ortools', 'pymimir', 'numba'} & (set(sys.modules) - before))]))"
    )
    assert run(code) == [planner_names(), []]


def test_a_game_elsewhere_brings_a_planner(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "hurry"
    shutil.copytree(Path(templates.__file__).parent / "python_game", folder)
    (folder / "planner.py").write_text(BROUGHT, encoding="utf-8")
    code = (
        "import json\n"
        "from ludoteca.planners import load_planner, planner_names\n"
        "print(json.dumps([load_planner('hasty').name, planner_names()]))"
    )
    assert run(code, tmp_path) == ["hasty", sorted([*planner_names(), "hasty"])]
