"""Code blocks and links of the documentation: every block is run by a test or says that it is not, no link is dead."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from ludoteca.arena.lessons import library
from ludoteca.cli.app import app
from ludoteca.games import load_game
from ludoteca.lab.manual.rendering import anchors
from ludoteca.minds.clips.mind import Clips
from ludoteca.minds.shared.knowledge import Knowledge
from tests import needs
from tests.command_line import ludoteca

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
RUN_HERE = ("checked.md", "checked.es.md", "documents/")
"""The pages whose commands are run below; those of the others are parsed, and their programs are run elsewhere."""
PROGRAMS = {  # the languages of programs on a page that a test runs, and where
    "agentspeak.md": {"agentspeak": "test_docs.py"},
    "bridges.md": {"python": "test_docs.py"},
    "clips.md": {"clips": "here"},
    "lessons.md": {"markdown": "arena/test_lessons.py"},
    "notebooks.md": {"python": "test_docs.py"},
    "planning.md": {"pddl": "cli/test_plan.py"},
    "production.md": {"clips": "rules/production/nim.py"},
    "prolog.md": {"prolog": "test_docs.py"},
    "python.md": {"python": "test_docs.py"},
}
PATIENT = ("--time", "100", "--json")  # no mind loses by the load of the machine; and nothing is drawn
SMALL = {"queens": ("--set", "n=1")}  # boards on which a command is run
NOT_CODE = {"", "text", "mermaid"}
WORDS = {  # comments and strings of a language, which a translation may say otherwise
    "agentspeak": r"//.*|\"[^\"\n]*\"",
    "clips": r";.*|\"[^\"\n]*\"",
    "pddl": r";.*",
    "prolog": r"%.*",
    "python": r"#.*|\"[^\"\n]*\"",
}


def pages() -> list[Path]:
    return sorted(DOCS.rglob("*.md"))


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The language and the text of every code block that is not marked `not-run`."""
    for _, info, code in FENCE.findall(page.read_text(encoding="utf-8")):
        language, _, mark = info.partition(" ")
        if mark != "not-run":  # other marks are those of lessons
            yield language, code


def commands(code: str) -> list[list[str]]:
    """The words of every command of a block, without comments."""
    return [words for line in code.splitlines() if (words := shlex.split(line, comments=True))]


def test_every_code_block_is_run_or_marked() -> None:
    lessons = {f"lessons/{name}{end}" for name in library().lessons for end in (".md", ".es.md")}
    for page in pages():
        name = page.relative_to(DOCS).as_posix()
        for language, code in blocks(page):
            if language == "sh":
                assert all(words[0] == "ludoteca" for words in commands(code)), f"{name}: mark it `sh not-run`"
            elif language == "toml":
                tomllib.loads(code)
            elif language == "json":
                json.loads(code)
            elif name not in lessons:  # their texts are checked in arena/test_lessons.py
                assert language in NOT_CODE | set(PROGRAMS.get(name.replace(".es.md", ".md"), ())), (
                    f"{name}: {language}"
                )


def test_a_translation_has_the_same_programs() -> None:
    def programs(page: Path) -> list[str]:
        return [re.sub(WORDS[name], "", code) for name, code in blocks(page) if name in WORDS]

    for page in [*DOCS.glob("*.es.md"), ROOT / "CONTRIBUTING.es.md"]:
        assert programs(page) == programs(page.with_name(page.name.replace(".es.md", ".md"))), page.name


def test_every_command_of_the_documentation_is_understood() -> None:
    group = typer.main.get_command(app)
    for page in [*pages(), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CONTRIBUTING.es.md"]:
        for language, code in blocks(page):
            for words in commands(code) if language == "sh" else ():
                if words[0] == "ludoteca":
                    parsed(group, words[1:])


def parsed(command: Any, words: list[str]) -> None:
    """Parse the words of a command without running it; raises what the command line would refuse them with."""
    context = command.make_context("ludoteca", list(words))
    while isinstance(command, typer.core.TyperGroup):
        name, command, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        context = command.make_context(name, rest, parent=context)


@needs.prolog
@pytest.mark.parametrize("page", [page for page in pages() if page.relative_to(DOCS).as_posix().startswith(RUN_HERE)])
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    if page.name.endswith(".es.md"):  # the same commands
        english = page.with_name(page.name.replace(".es.md", ".md"))
        assert list(blocks(page)) == list(blocks(english))
        return
    shutil.copy(ROOT / "tests" / "minds" / "agents" / "jason_queens.asl", tmp_path / "queens-agent.asl")
    for language, code in blocks(page):
        for words in commands(code) if language == "sh" else ():
            more = (*PATIENT, *SMALL.get(words[2], ())) if words[1] == "watch" else ()
            done = ludoteca(*words[1:], *more, folder=tmp_path)
            ended = 130 if words[1] == "play" else 0  # a person who types nothing more
            assert done.returncode == ended, (words, done.stderr)
            assert not more or json.loads(done.stdout)["forfeit"] is None, words


def test_every_program_of_the_clips_tutorial_plays() -> None:
    for program in [code for language, code in blocks(DOCS / "clips.md") if language == "clips"]:
        game = load_game("azul" if "(fell " in program else "kalah")
        trial = Clips.with_defaults().trial(game, Knowledge("mine.clp", program))
        assert trial.choice is not None, (program, [str(complaint.message) for complaint in trial.diagnostics])


@cache
def anchors_of(page: Path) -> frozenset[str]:
    return frozenset(anchors(page.read_text(encoding="utf-8")))


def test_no_link_is_dead() -> None:
    """Links to files and to headings, in the pages and in those of the games; addresses elsewhere are not followed."""
    others = [*ROOT.glob("*.md"), *ROOT.glob("bench/*.md"), *ROOT.glob("src/ludoteca/games/*/*.md")]
    for page in [*pages(), *others]:
        text = FENCE.sub("", page.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            found = page.parent / file if file else page
            assert found.exists(), f"{page.relative_to(ROOT)}: {target}"
            if anchor and found.suffix == ".md":
                assert anchor in anchors_of(found), f"{page.relative_to(ROOT)}: {target}"
