"""Hostile programs, in Python and by the protocol: none leaves its process, hangs a match, or has another one blamed.

Those that say ``Refused`` in `hostile/python` are tried in one process of each kind, and each must fail. They are no
`.py` files, so that no tool imports one by mistake: outside the walls they do harm.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import MindProcess, ProcessSeat, Seat
from ludoteca.child.errors import ChildError
from ludoteca.child.sandbox import HIGHEST, Isolation
from ludoteca.core.clock import Clock
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.mind import Player
from ludoteca.games import load_game
from ludoteca.minds.python.mind import Python
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import Knowledge
from tests.minds.hostile import FOLDER, LEVELS, Hostile, hostile_files

KALAH = load_game("kalah")
START = KALAH.start(0)
WALLED = [level for level in LEVELS if level in (Isolation.BUBBLEWRAP, Isolation.LANDLOCK)]
ESCAPES = [file for file in hostile_files("python") if file.verdict == "Refused"]
OTHERS = [file for file in hostile_files("python") if file.verdict != "Refused"]
# Tries every escape; the names of those that did not fail are its reason.
TRY_ALL = """
def escaped(attacks):
    found = []
    for name, text in attacks.items():
        try:
            exec(compile(text, name, "exec"), {{"__name__": "attack"}})
        except (OSError, ImportError, KeyError, ValueError):
            continue
        found.append(name)
    return " ".join(found) or "none"

ATTACKS = {attacks!r}
"""
# Escapes that succeed where nothing but limits holds: they show that the others could.
REAL = ("reads_a_file", "reads_by_syscall", "maps_a_file", "imports_a_file", "forks", "runs_a_command", "socket_pair")
AS_MIND = "def choose(position):\n    return position.moves[0], escaped(ATTACKS)\n"
AS_PROGRAM = """
import json, os, sys
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
for line in sys.stdin:
    request = json.loads(line)
    done = {"move": request["moves"][0], "because": escaped(ATTACKS)} if request["do"] == "choose" else None
    print(json.dumps({"id": request["id"], "done": done}), file=answers, flush=True)
"""


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    folder = tmp_path / "secrets"
    folder.mkdir()
    (folder / "file").write_text("mine")
    (folder / "file.py").write_text("x = 1")
    return folder


def _program(folder: Path, text: str) -> Player:
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / "mine.py").write_text(text)
    command = f"python3 {folder / 'own' / 'mine.py'}"
    return load_mind(f"program:command={command},memory=512", KALAH).join(KALAH, 0, 1)


def test_there_are_a_hundred_hostile_programs() -> None:
    assert len(ESCAPES) >= 60
    assert len(ESCAPES) + len(OTHERS) + len(hostile_files("program")) >= 100


@pytest.mark.parametrize("level", WALLED)
@pytest.mark.parametrize("kind", ["python", "program"])
def test_no_escape_succeeds(
    kind: str,
    level: Isolation,
    tmp_path: Path,
    secrets: Path,
    victim: subprocess.Popen[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(HIGHEST, level)
    monkeypatch.setenv("LUDOTECA_SECRET", "secret")
    replaced = {"@FOLDER@": str(secrets), "@VICTIM@": str(victim.pid)}
    attacks = {file.name: file.text for file in ESCAPES}
    for word, value in replaced.items():
        attacks = {name: text.replace(word, value) for name, text in attacks.items()}
    text = TRY_ALL.format(attacks=attacks)
    if kind == "python":
        player = Python.with_defaults().make_player(KALAH, 0, 1, Knowledge("mine.py", text + AS_MIND))
    else:
        player = _program(tmp_path, text + AS_PROGRAM)
    try:
        choice = player.choose(START, [], Clock(60))
    finally:
        player.close()
    assert say(choice.why.reason.claim) == "none"
    assert {path.name: path.read_text() for path in secrets.iterdir()} == {"file": "mine", "file.py": "x = 1"}
    assert victim.poll() is None


def test_the_escapes_are_real(tmp_path: Path, secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only limits hold, they succeed."""
    monkeypatch.setenv(HIGHEST, Isolation.LIMITS)
    chosen = [file for file in ESCAPES if file.name.removesuffix(".txt") in REAL]
    attacks = {file.name: file.text.replace("@FOLDER@", str(secrets)) for file in chosen}
    player = _program(tmp_path, TRY_ALL.format(attacks=attacks) + AS_PROGRAM)
    try:
        done = say(player.choose(START, [], Clock(60)).why.reason.claim)
    finally:
        player.close()
    native = {"reads_by_syscall.txt"} if os.uname().machine != "x86_64" else set()
    assert set(done.split()) == attacks.keys() - native


def _outcome(make: Callable[[], Player], file: Hostile, turns: int) -> tuple[str, str]:
    """What becomes of a hostile program that chooses some moves: its verdict, and the message."""
    try:
        player = make()
    except (LudotecaError, ChildError) as error:
        return "Refused", _said(error)
    position, history = START, list[Move]()
    try:
        for _ in range(turns):
            move = player.choose(position, history, Clock(0.5 if file.cost == "endless" else 30.0)).move
            assert move in position.moves
            history, position = [*history, move], position.after(move)
    except (LudotecaError, ChildError) as error:
        return "Loses", _said(error)
    finally:
        player.close()
    return "Harmless", ""


def _said(error: LudotecaError) -> str:
    assert all(say(error.message, language) for language in LANGUAGES)
    return say(error.message)


@pytest.mark.parametrize("file", OTHERS, ids=lambda file: file.name)
def test_a_hostile_mind_in_python_loses_or_does_no_harm(file: Hostile) -> None:
    knowledge = Knowledge(file.name, file.text)
    verdict, words = _outcome(lambda: Python.with_defaults().make_player(KALAH, 0, 1, knowledge), file, 1)
    assert (verdict, file.words in words) == (file.verdict, True), words


@pytest.mark.parametrize("file", hostile_files("program"), ids=lambda file: file.name)
def test_a_hostile_program_loses_or_does_no_harm(file: Hostile, tmp_path: Path) -> None:
    turns = 1 if file.verdict == "Harmless" else 2
    verdict, words = _outcome(lambda: _program(tmp_path, file.text), file, turns)
    assert (verdict, file.words in words) == (file.verdict, True), words


@pytest.mark.parametrize("file", ["python/catches_the_limit.txt", "program/forges_a_shortage.txt"])
def test_the_right_one_is_blamed_and_the_match_goes_on(file: str, minds: MindProcess) -> None:
    path = FOLDER / file
    mind = f"python:file={path}" if file.startswith("python") else f"program:command=python3 {path}"
    for first in (mind, "random"):
        seats: list[Seat] = [ProcessSeat(first, minds), ProcessSeat("random", minds)]
        result = GameRunner(KALAH, seats, 3, 1.0 if first == mind else 20.0).play().result
        assert result is not None
        assert (None if result.forfeit is None else result.forfeit.seat) == ("south" if first == mind else None)


def test_azul_tells_a_program_nothing_that_its_seat_cannot_see(tmp_path: Path) -> None:
    """The order of the bag is drawn anew for every seat: the questions of two games that differ in it are the same."""
    azul = load_game("azul")
    start = azul.start(5)
    text = (
        "import hashlib, json, sys\nfor line in sys.stdin:\n    request = json.loads(line)\n"
        "    seen = json.dumps([request.get(name) for name in ('moves', 'scores', 'history', 'facts')])\n"
        "    done = {'move': request['moves'][0], 'because': hashlib.md5(seen.encode()).hexdigest()} "
        "if request['do'] == 'choose' else None\n"
        "    print(json.dumps({'id': request['id'], 'done': done}))\n"
    )
    (tmp_path / "mine.py").write_text(text)
    player = load_mind(f"program:command=python3 {tmp_path / 'mine.py'}", azul).join(azul, 0, 1)
    try:
        said = {
            str(player.choose(start.seen_by(0, seed), [], Clock(30)).why.reason.claim.args["words"])
            for seed in range(4)
        }
    finally:
        player.close()
    assert len({start.seen_by(0, seed).save() for seed in range(4)}) > 1
    assert len(said) == 1
