"""Programs of several files: found beside the main file and nowhere else, blamed by name, pinned with all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.arena.game_worker import GameTask, GameWorker, knowledge_files
from ludoteca.arena.seat import MindProcess
from ludoteca.arena.verify import verify
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Source
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.games import load_game
from ludoteca.minds.prolog import Prolog
from ludoteca.minds.schools import load_mind, pinned
from ludoteca.minds.shared.knowledge import Knowledge, KnowledgeMind
from ludoteca.minds.shared.linking import MOST_FILES
from tests import needs
from tests.minds.hostile import played

KALAH = load_game("kalah", {"pits": 3, "seeds": 2})  # a short game

PROGRAMS = {
    "prolog": (
        ".pl",
        "% Whatever the helper finds.\n:- include(helper). % beside this file\nchoose(Move) :- good(Move).\n",
        "% Every move is good.\ngood(Move) :-\n    legal(Move).\n% the end",
        ("legal(Move)", "leagl(Move)"),
        3,
    ),
    "python": (
        ".py",
        '"""\nimport nothing\n"""\nfrom helper import best\n\n\ndef choose(position):\n    return best(position)\n',
        "import random\n\n\ndef best(position):\n    return position.moves[0]\n",
        ("position.moves[0]", "position.moves[99]"),
        5,
    ),
    "agentspeak": (
        ".asl",
        '// Main.\n{ include("helper.asl") }\n+!move <- !good.\n',
        "// Every move is good.\n+!good : legal(Move) <-\n    .print(Move);\n    play(Move).\n",
        (".print(Move)", ".prnt(Move)"),
        3,
    ),
    "clips": (
        ".clp",
        '; Main.\n(load* "helper.clp")\n'
        "(defrule pick (legal (move ?move)) (test (good ?move)) => (assert (choose (move ?move))))\n",
        "; Every move is good.\n(deffunction good (?move)\n   (neq ?move none))\n",
        ("(neq ?move none)", "(nq ?move none)"),
        3,
    ),
}  # fmt: skip


@pytest.fixture(params=[pytest.param(name, marks=needs.prolog if name == "prolog" else ()) for name in PROGRAMS])
def school(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _written(folder: Path, school: str) -> tuple[str, Path]:
    """The name of a mind whose main file includes a helper, and the path of the helper."""
    suffix, main, helper, _, _ = PROGRAMS[school]
    (folder / f"main{suffix}").write_text(main)
    (folder / f"helper{suffix}").write_text(helper)
    return f"{school}:file={folder / f'main{suffix}'}", folder / f"helper{suffix}"


def _mind(name: str) -> KnowledgeMind:
    mind = load_mind(name, KALAH)
    assert isinstance(mind, KnowledgeMind)
    return mind


def test_a_game_is_played_by_both_files_and_verifies_until_the_helper_changes(
    school: str, tmp_path: Path, minds: MindProcess
) -> None:
    name, helper = _written(tmp_path, school)
    pinned_name = pinned(name, KALAH)
    record = played(minds, KALAH, pinned_name, 20.0)
    assert record.result is not None and record.result.forfeit is None
    report = verify(record)
    assert (report.problems, report.unchecked) == ([], [])
    helper.write_text(helper.read_text() + "\n")
    assert verify(record).unchecked != []
    with pytest.raises(BadInput, match="is not what it was"):
        load_mind(pinned_name, KALAH)


def test_an_error_in_the_helper_is_blamed_there(school: str, tmp_path: Path) -> None:
    name, helper = _written(tmp_path, school)
    (right, wrong), line = PROGRAMS[school][3:]
    helper.write_text(helper.read_text().replace(right, wrong))
    knowledge = _mind(name).knowledge(KALAH)
    trial = _mind(name).trial(KALAH, knowledge)
    found = [knowledge.source(each.line) for each in trial.diagnostics if not each.warning]
    assert found[0] == Source(helper.name, line)
    assert trial.choice is None


@pytest.mark.parametrize(
    ("school", "text", "words"),
    [
        ("prolog", "choose(M) :- legal(M).\n:- include('../other').\n", 'line 2: "../other.pl" cannot be included'),
        ("prolog", ":- ['/etc/passwd'].\n", 'line 1: "/etc/passwd.pl" cannot be included'),
        ("prolog", ":- consult(['linked.pl']).\n", 'line 1: "linked.pl" cannot be included: it is a link'),
        ("prolog", ":- consult(nowhere).\n", 'line 1: there is no file "nowhere.pl"'),
        ("agentspeak", '{ include("../other.asl") }\n', 'line 1: "../other.asl" cannot be included'),
        ("agentspeak", '// none\n\n{ include("linked") }\n', 'line 3: "linked.asl" cannot be included: it is a link'),
        ("clips", '(load* "/etc/passwd")\n', 'line 1: "/etc/passwd.clp" cannot be included'),
        ("clips", "; none\n(load linked.clp)\n", 'line 2: "linked.clp" cannot be included: it is a link'),
        ("python", "x = 1\nimport linked\n", 'line 2: "linked.py" cannot be included: it is a link'),
    ],
)
def test_only_files_of_the_same_folder_are_included(school: str, text: str, words: str, tmp_path: Path) -> None:
    suffix = PROGRAMS[school][0]
    (tmp_path / f"other{suffix}").write_text("")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / f"linked{suffix}").symlink_to(tmp_path / f"other{suffix}")
    (folder / f"main{suffix}").write_text(text)
    with pytest.raises(BadInput) as caught:
        load_mind(f"{school}:file={folder / f'main{suffix}'}", KALAH)
    assert f"main{suffix}, {words}" in say(caught.value.message)
    assert all(say(caught.value.message, language) for language in LANGUAGES)


def test_what_is_included_again_or_in_a_comment_counts_once_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "one.pl").write_text(":- include(two).\n:- ensure_loaded('one.pl').\none.\n")
    (tmp_path / "two.pl").write_text(":- [one, main].\ntwo('\n:- include(none).\n').\n")
    text = "% :- include(none).\n/*\n:- include(none).\n*/\n:- include(\n    one\n).\n:- include(two).\nmain.\n"
    linked = Prolog.linked(Knowledge("main.pl", text), tmp_path)
    assert linked.problems == ()
    assert list(linked.texts) == ["main.pl", "one.pl", "two.pl"]
    lines = linked.text.split("\n")
    places = {lines[at]: linked.source(at + 1) for at in range(len(lines))}
    assert places["two('"] == Source("two.pl", 2)
    assert places["one."] == Source("one.pl", 3)
    assert places["main."] == Source("main.pl", 9)
    assert all(linked.line_of(source) for source in places.values() if source is not None)
    start = linked.text.index("one.\n")
    there = linked.texts["one.pl"].index("one.\n")
    assert linked.span(start, start + 4) == (there, there + 4)


def test_there_are_limits_on_number_and_size(tmp_path: Path) -> None:
    names = [f"part{number}" for number in range(MOST_FILES + 1)]
    for part in names:
        (tmp_path / f"{part}.pl").write_text("% nothing\n")
    many = Prolog.linked(Knowledge("main.pl", f":- [{', '.join(names)}].\n"), tmp_path)
    assert [say(each.message) for each in many.problems] == [f"a program can include {MOST_FILES} files at most"]
    (tmp_path / "half.pl").write_text("%\n" * 300_000)
    (tmp_path / "other.pl").write_text("%\n" * 300_000)
    large = Prolog.linked(Knowledge("main.pl", ":- include(half).\n:- include(other).\n"), tmp_path)
    assert [each.line for each in large.problems] == [300_003]
    assert large.source(large.problems[0].line) == Source("main.pl", 2)


def test_a_module_of_python_itself_comes_first(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise ValueError\n")
    (tmp_path / "main.py").write_text("import random, numpy as np\n\n\ndef choose(position):\n    return '2'\n")
    mind = _mind(f"python:file={tmp_path / 'main.py'}")
    assert list(mind.sources(KALAH, 0)) == ["main.py"]
    choice = mind.trial(KALAH, mind.knowledge(KALAH)).choice
    assert choice is not None and choice.move.text == "2"


def test_workers_get_all_files(tmp_path: Path) -> None:
    name, helper = _written(tmp_path, "python")
    pinned_name = pinned(name, KALAH)
    files = knowledge_files([pinned_name, "random"], KALAH)
    assert sorted(Path(file).name for file in files) == ["helper.py", "main.py"]
    helper.unlink()
    worker = GameWorker()
    try:
        record = worker.run(GameTask("", "kalah", KALAH.values, (pinned_name, "random"), 3, 0, 10.0, files))
    finally:
        worker.close()
    assert record.result is not None and record.result.forfeit is None
