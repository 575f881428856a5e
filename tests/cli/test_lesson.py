"""`ludoteca lessons` and `ludoteca lesson`: a lesson read, failed, explained, passed and remembered."""

from __future__ import annotations

from pathlib import Path

from ludoteca.arena.lessons import library
from tests.command_line import data, ludoteca

LESSON = library().find("pddl-actions")


def test_a_lesson_is_failed_explained_passed_and_remembered(tmp_path: Path) -> None:
    where, mine = ("--data", str(tmp_path / "data")), tmp_path / "mine.pddl"
    shown = ludoteca("lesson", LESSON.name, *where, "--lang", "es")
    assert "Acciones y costes" in shown.stdout
    assert "Escribe un plan que alcance el objetivo con un coste de 13 como mucho." in shown.stdout
    refused = ludoteca("lesson", LESSON.name, "--answer", *where)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "The model answer is shown once you have tried" in refused.stderr
    assert ludoteca("lesson", LESSON.name, "--write", str(mine), *where).returncode == 0
    assert mine.read_text() == LESSON.text("en").start
    failed = ludoteca("lesson", LESSON.name, str(mine), *where)
    assert failed.returncode == 1
    assert "A valid plan of 4 steps, but it costs 15; at most 13 is asked for." in failed.stdout
    assert "Not passed yet." in failed.stdout
    assert "(walk shop school)" in ludoteca("lesson", LESSON.name, "--answer", *where).stdout
    mine.write_text(LESSON.text("en").answer)
    passed = data("lesson", LESSON.name, str(mine), *where)
    assert passed["passed"] is True
    assert passed["tasks"][0]["failures"] == []
    listed = {lesson["name"]: lesson for lesson in data("lessons", *where)}
    assert (listed[LESSON.name]["passed"], listed[LESSON.name]["tries"]) == (True, 2)
    assert not any(lesson["passed"] for name, lesson in listed.items() if name != LESSON.name)


def test_hints_are_shown_one_after_another(tmp_path: Path) -> None:
    two = ludoteca("lesson", LESSON.name, "--hint", "2", "--data", str(tmp_path)).stdout
    assert "Hint 1" in two
    assert "Hint 2" in two
    assert "Hint 3" not in two


def test_a_folder_of_lessons_can_be_named_and_a_broken_lesson_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("# Mine\n")
    listed = ludoteca("lessons", "--lessons", str(tmp_path), "--data", str(tmp_path / "data"))
    assert listed.returncode == 0
    assert "0 of 12 lessons passed." in listed.stdout
    assert f"{tmp_path / 'mine.md'}, line 1: There is no block that begins with ```toml lesson" in listed.stderr
    below = tmp_path / "lessons"
    below.mkdir()
    (below / "other.md").write_text("# Other\n")
    assert "other.md, line 1" in ludoteca("lessons", LUDOTECA_PATH=str(tmp_path)).stderr
    unknown = ludoteca("lesson", "nothing")
    assert unknown.returncode == 2
    assert 'There is no lesson "nothing"' in unknown.stderr
