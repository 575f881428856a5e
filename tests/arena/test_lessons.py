"""Lessons: every snippet and every model answer runs, wrong answers are refused with the right words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.arena.lessons import Library, check_lesson, library
from ludoteca.arena.lessons.folders import FOLDERS, add_folder
from ludoteca.arena.lessons.lesson_file import BrokenLesson, Lesson, read_lesson, task_kinds
from ludoteca.arena.lessons.positions import drawn
from ludoteca.arena.lessons.queries import read_query, right_moves
from ludoteca.arena.lessons.task import Attempt, Outcome, Stopped
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.games import load_game
from ludoteca.minds.schools import school
from ludoteca.minds.shared.knowledge import Knowledge, KnowledgeMind
from ludoteca.planners.client import PlannerClient
from tests import needs

DOCS = Path(__file__).parents[2] / "docs"
LESSONS = library()
SNIPPET = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def check(lesson: Lesson, text: str, folder: Path) -> tuple[Outcome, ...]:
    """What the tasks of a lesson find in a text."""
    file = folder / lesson.file
    file.write_text(text, encoding="utf-8")
    steps = list[tuple[int, int]]()
    outcomes = check_lesson(lesson, Attempt(text, f"{lesson.school}:file={file}"), lambda *step: steps.append(step))
    assert steps[0][0] == 0
    assert steps[-1][0] == steps[-1][1]
    assert steps == sorted(steps)
    return outcomes


def told(outcome: Outcome, language: str = "en") -> list[str]:
    return [say(outcome.sentence, language), *(say(failure.sentence, language) for failure in outcome.failures)]


def code_only(text: str) -> str:
    """A program without comments and without the contents of strings, which are translated."""
    return re.sub(r"\s+", " ", re.sub(r'"[^"]*"', '""', re.sub(r"(?m)(^|\s)(%|//|;|#).*$", "", text)))


def snippets(markdown: str) -> list[tuple[str, str]]:
    """The blocks of code in a text; of those in no language, only that they are there."""
    return [(name, "" if name == "text" else code_only(code)) for name, code in SNIPPET.findall(markdown)]


def lesson_params(names: list[str]) -> list[object]:
    return [pytest.param(name, marks=needs.prolog if name.startswith("prolog") else ()) for name in names]


def test_there_are_two_lessons_for_each_subject_in_both_languages() -> None:
    assert LESSONS.broken == ()
    subjects = Counter(lesson.text("en").subject for lesson in LESSONS.lessons.values())
    assert subjects == dict.fromkeys(("Prolog", "CLIPS", "AgentSpeak", "PDDL", "Search", "Python"), 2)
    for lesson in LESSONS.lessons.values():
        assert set(lesson.texts) == set(LANGUAGES)
        english, spanish = lesson.texts["en"], lesson.texts["es"]
        assert len(english.hints) == len(spanish.hints) == 3
        assert code_only(english.answer) == code_only(spanish.answer)
        assert code_only(english.start) == code_only(spanish.start)
        assert snippets(english.markdown) == snippets(spanish.markdown)
        assert english.answer not in english.markdown
        for task in lesson.tasks:
            assert all(say(task.sentence(lesson.setting), language) for language in LANGUAGES)


@pytest.mark.parametrize("name", lesson_params([name for name, each in LESSONS.lessons.items() if each.school]))
def test_every_snippet_plays(name: str) -> None:
    lesson = LESSONS.lessons[name]
    kind = school(str(lesson.school))
    assert issubclass(kind, KnowledgeMind)
    programs = [code for language, code in SNIPPET.findall(lesson.text("en").markdown) if language == lesson.school]
    assert programs
    for program in programs:
        trial = kind.with_defaults().trial(lesson.setting.board_game, Knowledge(lesson.file, program))
        assert trial.choice is not None, (program, [str(found.message) for found in trial.diagnostics])


@pytest.mark.parametrize("name", lesson_params(list(LESSONS.lessons)))
def test_every_model_answer_passes(name: str, tmp_path: Path) -> None:
    lesson = LESSONS.lessons[name]
    for outcome in check(lesson, lesson.text("en").answer, tmp_path):
        assert outcome.passed, told(outcome)


def test_wrong_moves_are_named_with_their_position_and_the_right_ones(tmp_path: Path) -> None:
    lesson = LESSONS.lessons["python-first"]
    (outcome,) = check(lesson, "def choose(position):\n    return position.moves[-1]\n", tmp_path)
    assert not outcome.passed
    first = outcome.failures[0]
    assert first.position is not None
    assert first.move == first.position.moves[-1]
    right = right_moves(first.position, read_query(first.position.game, ["gain(Move, Me, Points)"]), "Points")
    assert first.move not in right
    named = ", ".join(move.text for move in right)
    sentence = rf"Position \d+: your mind chose {first.move}; right would have been {named}\."
    assert re.fullmatch(sentence, told(outcome)[1])
    assert told(outcome, "es")[1].startswith("Posición ")


def test_a_mind_that_fails_is_told_its_line(tmp_path: Path) -> None:
    (outcome,) = check(LESSONS.lessons["python-first"], "def choose(position):\n    return 1 / 0\n", tmp_path)
    assert [failure.position is not None for failure in outcome.failures] == [True]
    assert "Position 1: your mind made no move. lesson-python-first.py, line 2:" in told(outcome)[1]


def test_false_and_missing_reasons_and_lost_games_are_named(tmp_path: Path) -> None:
    lesson = LESSONS.lessons["python-lookahead"]
    short = lesson.tasks[1].model_copy(update={"games": 2, "against": "greedy"})
    quick = replace(lesson, tasks=(lesson.tasks[0], short))
    text = 'def choose(position):\n    return position.moves[0], "so", [("pit", position.me, 1, 99)]\n'
    reason, match = check(quick, text, tmp_path)
    assert told(reason)[0] == "0 of 4 reasons right."
    assert re.fullmatch(r"Position 1, move \d: the reason is false: .*pit\(\w+, 1, 99\).*", told(reason)[1])
    assert told(match)[0] == "Only 50 % of the points against greedy in 2 games: 60 % are asked for."
    assert re.fullmatch(r"Game \d, as \w+: lost with these points: \d+, \d+\.", told(match)[1])
    assert match.failures[0].position is not None and match.failures[0].position.turn is None


@pytest.mark.parametrize(
    ("plan", "sentence", "line"),
    [
        (
            "(walk shop school)\n\n(load letter school)",
            "Step 2, (load letter school), is not possible: (lies letter school) does not hold.",
            3,
        ),
        (
            "(walk shop home)",
            "All steps are possible, but the goal is not reached: (lies letter school) does not hold.",
            None,
        ),
        ("(fly shop home)", "Step 1, (fly shop home): there is no such action with these objects.", 1),
    ],
)
def test_plans_that_do_not_work_are_told_their_step(plan: str, sentence: str, line: int | None) -> None:
    lesson = LESSONS.lessons["pddl-actions"]
    (outcome,) = check_lesson(lesson, Attempt(plan), lambda done, total: None)
    assert told(outcome) == ["This is not a plan.", sentence]
    assert outcome.failures[0].line == line


def test_a_dear_plan_is_told_the_proven_optimum() -> None:
    lesson = LESSONS.lessons["pddl-actions"]
    (outcome,) = check_lesson(lesson, Attempt(lesson.text("en").start), lambda done, total: None)
    assert told(outcome)[0] == "A valid plan of 4 steps, but it costs 15; at most 13 is asked for."
    assert told(outcome)[1] == "A plan of cost 13 exists, and it is proven that none is cheaper."


def test_a_domain_that_forgets_a_precondition_does_not_pass() -> None:
    lesson = LESSONS.lessons["pddl-numbers"]
    (outcome,) = check_lesson(lesson, Attempt(lesson.text("en").start), lambda done, total: None)
    assert "it does not do what the lesson describes" in told(outcome)[0]
    assert told(outcome)[1] == "Step 2, (walk lake park), is not possible: (>= (battery) 5) does not hold."
    broken = lesson.text("en").answer.replace("(:action charge", "(:action charge (")
    (outcome,) = check_lesson(lesson, Attempt(broken), lambda done, total: None)
    assert told(outcome)[0] == "This PDDL cannot be used."
    assert outcome.failures[0].line is not None


def test_answers_about_searches_are_told_why_not() -> None:
    lesson = LESSONS.lessons["search-minimax"]
    move, depth = check_lesson(lesson, Attempt('move = "2"\ndepth = 6'), lambda done, total: None)
    assert told(move) == ["Not the best: pit 2.", "The search says against it: gives -6 at most, 6 less."]
    assert told(depth) == ["alphabeta:depth=6 chose 1; effort: 655.", "The effort was 655; at most 200 is allowed."]
    with pytest.raises(BadInput, match="Nothing is given for “depth”"):
        check_lesson(lesson, Attempt('move = "5"'), lambda done, total: None)
    with pytest.raises(BadInput, match="Write one value a line"):
        check_lesson(lesson, Attempt("move: 5"), lambda done, total: None)


def test_a_check_can_be_stopped(tmp_path: Path) -> None:
    lesson = LESSONS.lessons["python-first"]
    with pytest.raises(Stopped):
        check_lesson(lesson, Attempt("", "python", stopped=lambda: True), lambda done, total: None)


def test_drawn_positions_are_the_same_each_time_and_different_from_each_other() -> None:
    game = load_game("kalah")
    positions = [drawn(game, 5, 12, lambda at: len(at.moves) > 3) for _ in range(2)]
    assert positions[0] == positions[1]
    assert len({each.position for each in positions[0]}) == 12
    assert {each.position.turn for each in positions[0]} == {0, 1}
    with pytest.raises(BadInput, match=r"Only 0 of 3 positions could be found in 400 random games"):
        drawn(load_game("kalah", {"pits": 1, "seeds": 1}), 5, 3, lambda at: False)


MINE = """# Mine
```python start
x
```
```python answer
x
```
```toml lesson
title = "Mine"
subject = "Ours"
school = "python"
game = "kalah"
[[task]]
kind = "moves"
positions = 3
move = ["extra_turn(Move, Me)"]
```
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("toml lesson", "toml", 1, "There is no block that begins with ```toml lesson"),
        ("python start", "python", 9, "There is no block with the second word “start”"),
        ("python start", "python answer", 5, "There is a second block “answer”"),
        ('title = "Mine"', "title =", 9, "The TOML cannot be read here"),
        ('title = "Mine"', "", 9, "“title” is missing"),
        ('"kalah"', '"chess"', 9, 'There is no game "chess"'),
        ('school = "python"', "", 9, "The tasks check a mind: write `school"),
        ('"python"', '"greedy"', 9, "The minds of “greedy” are not written in a file"),
        ('kind = "moves"', 'kind = "movs"', 14, 'did you mean "moves"?'),
        ("positions = 3", "positions = 0", 15, "“task.0.positions”"),
        ("positions = 3", "position = 3", 15, "“task.0.position” is not known here"),
        ("extra_turn(Move, Me)", "extra_turns(Move, Me)", 13, 'There is no relation "extra_turns"; did you mean'),
        ("extra_turn(Move, Me)", "extra_turn(Move)", 13, "has another number of arguments than extra_turn(Move, Seat)"),
        ("extra_turn(Move, Me)", "Extra!", 13, "is not a condition"),
    ],
)
def test_a_broken_lesson_is_named_with_file_line_and_remedy(
    old: str, new: str, line: int, words: str, tmp_path: Path
) -> None:
    assert old in MINE
    path = tmp_path / "mine.md"
    path.write_text(MINE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BrokenLesson) as caught:
        read_lesson(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert words in str(caught.value)
    assert say(caught.value.message, "es").startswith(f"{path}, línea {line}: ")


def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setenv(FOLDERS, "")
    add_folder(folder)
    return library()


def test_other_lessons_go_on_working_beside_a_broken_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.md").write_text(MINE, encoding="utf-8")
    (tmp_path / "other.md").write_text("# No lesson", encoding="utf-8")
    (tmp_path / "prolog-choices.md").write_text(MINE, encoding="utf-8")
    (tmp_path / "mine.es.md").write_text('# Mía\n```toml lesson\ntitle = "Mía"\n```\n', encoding="utf-8")
    found = in_folder(tmp_path, monkeypatch)
    assert len(found.lessons) == 12
    assert [(broken.path.name, broken.line) for broken in found.broken] == [
        ("mine.es.md", 3),
        ("other.md", 1),
        ("prolog-choices.md", 1),
    ]
    with pytest.raises(BrokenLesson, match=r"mine\.es\.md, line 3: “subject” is missing"):
        found.find("mine")
    (tmp_path / "mine.es.md").write_text(
        MINE.split("```toml")[0] + '```toml lesson\ntitle = "Mía"\nsubject = "Nuestras"\n```\n', encoding="utf-8"
    )
    assert library().find("mine").text("es").title == "Mía"
    with pytest.raises(BadInput, match='There is no lesson "prolog-choises"; did you mean "prolog-choices"'):
        found.find("prolog-choises")


def test_the_example_of_the_documentation_is_a_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (DOCS / "lessons.md").read_text(encoding="utf-8")
    example = page.partition("````markdown\n")[2].partition("````\n")[0]
    (tmp_path / "last-pit.md").write_text(example, encoding="utf-8")
    lesson = in_folder(tmp_path, monkeypatch).find("last-pit")
    assert lesson.setting.board_game.values["pits"] == 4
    assert all(outcome.passed for outcome in check(lesson, lesson.text("en").answer, tmp_path))
    assert set(re.findall(r"^\*\*`(\w+)`\*\*:", page, re.M)) == set(task_kinds())


def test_snippets_of_planning_lessons_are_what_their_tasks_use() -> None:
    lesson = LESSONS.lessons["pddl-actions"]
    with PlannerClient() as client:
        assert client.read(lesson.setting.blocks["domain"], lesson.setting.blocks["problem"]).domain == "delivery"
    assert lesson.setting.blocks["domain"] in lesson.text("es").markdown
