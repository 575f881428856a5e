"""The documents tell the truth: what is generated is up to date, and what a tutorial shows happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests import needs

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_vocabulary_page_is_up_to_date() -> None:
    from ludoteca.games import game_names

    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from scripts.vocabulary import written; print(written(), end='')"
    )
    alone = {name: value for name, value in os.environ.items() if name != "LUDOTECA_PATH"}
    page = subprocess.run(
        [sys.executable, "-c", script, str(ROOT)], capture_output=True, text=True, check=True, env=alone
    ).stdout
    assert (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8") == page, "python -m scripts.vocabulary"
    assert all(f"## {name.capitalize()}" in page for name in game_names())


def test_every_link_between_documents_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/ludoteca/games/*/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@needs.prolog
def test_every_program_of_the_prolog_tutorial_plays() -> None:
    from ludoteca.games import load_game
    from ludoteca.minds.prolog import Prolog
    from ludoteca.minds.written import Knowledge

    text = (ROOT / "docs" / "prolog.md").read_text(encoding="utf-8")
    programs = [program for language, program in FENCE.findall(text) if language == "prolog"]
    assert len(programs) >= 4
    for program in programs:
        game = "azul" if "takes(" in program else "kalah"
        trial = Prolog.with_defaults().trial(load_game(game), Knowledge("mine.pl", program))
        assert trial.choice is not None, (program, [str(complaint.message) for complaint in trial.complaints])
