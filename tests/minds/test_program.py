"""Programs in any language as minds: the clients of the documentation, the protocol, what is wrong with a program."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludoteca.arena.judgement import judge
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.mind import Player
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind, pinned
from tests.waiting import PATIENCE

KALAH = load_game("kalah")
START = KALAH.start(0)
CLIENTS = Path(__file__).parent.parent.parent / "docs" / "clients"
ECHO = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    done = {answer}
    print(json.dumps({{"id": request["id"], "done": done if request["do"] == "choose" else None}}))
"""


@contextmanager
def player(command: str, settings: str = "") -> Iterator[Player]:
    joined = load_mind(f"program:command={command}{settings}", KALAH).join(KALAH, 0, 1)
    try:
        yield joined
    finally:
        joined.close()


def wrong(folder: Path, text: str, seconds: float = 30.0) -> str:
    """The sentence for what a program in Python does wrong when it is to choose a move."""
    (folder / "mine.py").write_text(text)
    with pytest.raises(LudotecaError) as failed, player(f"python3 {folder / 'mine.py'}") as joined:
        joined.choose(START, [], Clock(seconds))
    assert all(say(failed.value.message, language) for language in LANGUAGES)
    return str(failed.value)


@pytest.mark.parametrize(
    ("file", "tool", "build", "command"),
    [
        ("mine.py", "python3", "", "{folder}/mine.py"),
        ("mine.js", "node", "", "node {folder}/mine.js"),
        ("mine.cpp", "g++", "g++ -std=c++17 -o {folder}/mine {folder}/mine.cpp", "{folder}/mine"),
        ("Mine.java", "javac", "javac -d {folder} {folder}/Mine.java", "java -cp {folder} Mine"),
    ],
)
def test_the_clients_of_the_documentation_play(file: str, tool: str, build: str, command: str, tmp_path: Path) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool}")
    assert len((CLIENTS / file).read_text(encoding="utf-8").splitlines()) < 50
    shutil.copy(CLIENTS / file, tmp_path)
    if build:
        subprocess.run(build.format(folder=tmp_path).split(), check=True, timeout=PATIENCE)
    with player(command.format(folder=tmp_path), ",effects=yes") as joined:
        choice = joined.choose(START, [], Clock(30))
        assert (choice.move.text, say(choice.why.reason.claim)) == ("3", "no move gains more")
        after = START.after(choice.move)
        assert joined.choose(after, [choice.move], Clock(30)).move in after.moves


def test_a_program_is_told_what_the_protocol_says(tmp_path: Path) -> None:
    text = """
import json, sys
told = []
for line in sys.stdin:
    request = json.loads(line)
    told.append(request)
    done = {"move": "3", "because": json.dumps(told)[:1900], "facts": [["pit", "south", 3, 4]]}
    print(json.dumps({"id": request["id"], "done": done}))
"""
    (tmp_path / "mine.py").write_text(text)
    with player(f"python3 {tmp_path / 'mine.py'}") as joined:
        choice = joined.choose(START, [], Clock(30))
    join, choose = json.loads(str(choice.why.reason.claim.args["words"]))
    expected = {"do": "join", "protocol": 1, "game": "kalah", "seat": "south", "seats": ["south", "north"]}
    assert expected.items() <= join.items()
    assert join["options"]["pits"] == 6 and isinstance(join["seed"], int)
    assert (choose["do"], choose["seat"], choose["moves"]) == ("choose", "south", [str(n) for n in range(1, 7)])
    assert (choose["history"], choose["scores"]) == ([], {"south": 0, "north": 0})
    assert 0 < choose["seconds"] <= 30
    assert ["pit", "south", 3, 4] in choose["facts"] and not any(fact[0] == "gain" for fact in choose["facts"])
    assert judge(START, choice.move, choice.why, "program")[0].verdict is Verdict.UNCHECKABLE


def test_a_fact_that_is_not_so_is_found_false(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ECHO.format(answer='{"move": "3", "facts": [["pit", "south", 3, 9]]}'))
    with player(f"python3 {tmp_path / 'mine.py'}") as joined:
        choice = joined.choose(START, [], Clock(30))
    assert judge(START, choice.move, choice.why, "program")[0].verdict is Verdict.FALSE


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("print('hello')\ninput()", "mine.py: its answer is not a line of the protocol"),
        ("raise SystemExit('no book')", "mine.py: ended with exit code 1: no book"),
        (ECHO.format(answer='{"move": "9"}'), "mine.py: it answered 9, which is not a legal move"),
        (ECHO.format(answer='{"move": 3}'), "an object with a move as text"),
        (ECHO.format(answer='{"move": "3", "facts": [[3]]}'), "facts are lists of words and whole numbers"),
        (ECHO.format(answer='{"move": "3", "facts": [3]}'), "facts are lists of words and whole numbers"),
        (
            ECHO.replace('"done": done', '"error": {{"kind": "x", "text": "stuck"}}, "x": done').format(answer=0),
            "stuck",
        ),
        (ECHO.format(answer="1 / 0 if request['do'] == 'choose' else 0"), "ZeroDivisionError: division by zero"),
    ],
)
def test_what_is_wrong_is_said(text: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in wrong(tmp_path, text)


def test_a_late_answer_costs_the_game(tmp_path: Path) -> None:
    late = ECHO.replace("    done", "    import time; time.sleep(60 * (request['do'] == 'choose'))\n    done")
    assert wrong(tmp_path, late.format(answer=0), 0.5) == "no answer within 0.5 s"


def refusal(command: str) -> str:
    with pytest.raises(BadInput) as refused:
        load_mind(f"program:command={command}" if command else "program", KALAH)
    assert all(say(refused.value.message, language) for language in LANGUAGES)
    return str(refused.value)


def test_what_cannot_be_started_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").write_text("")
    assert "give the command that starts it" in refusal("")
    assert f'there is no file "{tmp_path}/none"' in refusal(f"{tmp_path}/none")
    assert "is a folder" in refusal(str(tmp_path))
    assert "cannot be executed: chmod +x" in refusal(f"{tmp_path}/mine")
    assert "neither a file nor a program" in refusal("no-such-program-here")
    assert "a quotation mark is not closed" in refusal("./mine 'a")
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "mine").chmod(0o755)
    assert "put it into a folder of its own" in refusal(f"{tmp_path}/mine")
    monkeypatch.setenv("LUDOTECA_KNOWLEDGE", str(tmp_path))
    assert "starts no programs of its users" in refusal(sys.executable)


def test_a_recorded_name_refers_to_one_version(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("a")
    name = pinned(f"program:command=python3 {tmp_path / 'mine.py'}", KALAH)
    load_mind(name, KALAH)
    (tmp_path / "mine.py").write_text("b")
    with pytest.raises(BadInput, match=r"mine\.py is not what it was"):
        load_mind(name, KALAH)
