"""The documents tell the truth: what is generated is up to date, and what a tutorial shows happens."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scripts.tour import TOUR, outputs_of

import ludoteca
from ludoteca.core.i18n import phrase
from ludoteca.games import game_names, load_game
from ludoteca.minds.agentspeak.agent.all_actions import names
from ludoteca.minds.agentspeak.mind import AgentSpeak
from ludoteca.minds.prolog import Prolog
from ludoteca.minds.python.mind import Python
from ludoteca.minds.shared.knowledge import Knowledge
from tests import needs

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def up_to_date_pages(script: str) -> dict[str, str]:
    """The pages that a script writes, by language, after a check that the files are the same."""
    command = (
        f"import json; from scripts import {script} as it; "
        "print(json.dumps([[language, str(path), it.page_text(language)] for language, path in it.PAGES.items()]))"
    )
    alone = {name: value for name, value in os.environ.items() if name != "LUDOTECA_PATH"}
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True, cwd=ROOT, env=alone
    )
    pages = dict[str, str]()
    for language, path, text in json.loads(done.stdout):
        assert Path(path).read_text(encoding="utf-8") == text, f"python -m scripts.{script}"
        pages[language] = text
    return pages


def test_the_vocabulary_page_is_up_to_date() -> None:
    for language, page in up_to_date_pages("vocabulary").items():
        assert all(f"## {phrase(f'games.{name}.title', language)}" in page for name in game_names())


def test_the_page_of_the_interface_is_up_to_date() -> None:
    for page in up_to_date_pages("api_reference").values():
        assert all(f"### `{name}`" in page for name in ludoteca.__all__)


def table_of_concepts(page: str, most_lines: int) -> list[tuple[str, list[str]]]:
    """The table in which a page of the architecture ends: concepts, each with its files."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    assert len(lines) < most_lines
    heading = max(number for number, line in enumerate(lines) if line.startswith("## "))
    cells = [line.split("|")[1:3] for line in lines[heading:] if line.startswith("| ")]
    return [(concept, re.findall(r"`([^`]+)`", files)) for concept, files in cells[1:]]


def test_every_file_of_the_where_is_what_table_exists() -> None:
    rows = table_of_concepts("architecture.md", 150)
    assert len(rows) > 30
    folder = package = ROOT / "src" / "ludoteca"
    for concept, files in rows:
        for name in files:
            found = [*package.glob(name.rstrip("/")), *folder.glob(name.rstrip("/")), *package.rglob(name.rstrip("/"))]
            assert found, f"{concept}: {name}"
            folder = found[0].parent
    translated = table_of_concepts("architecture.es.md", 160)
    assert sorted(files for _, files in translated) == sorted(files for _, files in rows)


def programs(page: str, language: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = [program for named, program in FENCE.findall(text) if named == language]
    assert len(found) >= 4
    return found


@needs.prolog
def test_every_program_of_the_prolog_tutorial_plays() -> None:
    for program in programs("prolog.md", "prolog"):
        game = "azul" if "takes(" in program else "kalah"
        trial = Prolog.with_defaults().trial(load_game(game), Knowledge("mine.pl", program))
        assert trial.choice is not None, (program, [str(complaint.message) for complaint in trial.diagnostics])


def test_every_program_of_the_agents_tutorial_plays() -> None:
    for program in programs("agentspeak.md", "agentspeak"):
        game = load_game("queens" if "queen(" in program else "kalah")
        trial = AgentSpeak.with_defaults().trial(game, Knowledge("mine.asl", program))
        assert trial.choice is not None, (program, [str(complaint.message) for complaint in trial.diagnostics])


def test_every_program_of_the_python_tutorial_plays() -> None:
    for program in programs("python.md", "python"):
        trial = Python.with_defaults().trial(load_game("kalah"), Knowledge("mine.py", program))
        assert trial.choice is not None, (program, [str(complaint.message) for complaint in trial.diagnostics])


def test_the_agents_tutorial_names_everything_that_is_built_in() -> None:
    text = (ROOT / "docs" / "agentspeak.md").read_text(encoding="utf-8")
    section = text.rpartition("## What agents may use")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\.[a-z][a-zA-Z_2]+)`", section)) == set(names())


@needs.pettingzoo
@needs.openspiel
@needs.pandas
@pytest.mark.parametrize("page", ["notebooks.md", "bridges.md"])
def test_every_line_of_a_page_gives_what_it_shows(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    blocks = "".join(code for language, code in FENCE.findall(text) if language == "python")
    test = doctest.DocTestParser().get_doctest(blocks, {}, page, None, 0)
    assert len(test.examples) > 20
    report: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(test, out=report.append).failed == 0, "".join(report)


@needs.prolog
def test_the_tour_shows_what_its_cells_give() -> None:
    def texts(outputs: list[dict[str, Any]]) -> list[str]:
        return ["".join(output.get("text") or output["data"]["text/plain"]) for output in outputs]

    notebook = json.loads(TOUR.read_text(encoding="utf-8"))
    stored = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(stored) > 10 and all(stored)
    for number, (kept, given) in enumerate(zip(stored, outputs_of(notebook), strict=True), 1):
        assert texts(given) == texts(kept), f"cell {number}: python -m scripts.tour"
        assert [sorted(output.get("data", ())) for output in given] == [sorted(o.get("data", ())) for o in kept]
