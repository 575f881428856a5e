"""Kill the worker of a class, or its lab, with SIGKILL again and again; compare with a run that nothing disturbed.

    python -m scripts.kill_league [KILLS]

Hand-ins are checked, graded, and play a league night. Every fourth time the lab is killed, with all processes that it
started. After each kill no finished game, no hand-in and no grade may be
gone; at the end states, grades and the table of the league equal those of the undisturbed run.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludoteca.classroom.assignments.assignment_file import parse_assignment
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.grading import Grading
from ludoteca.classroom.assignments.jobs import Jobs
from ludoteca.classroom.league.league import League
from ludoteca.classroom.store import ClassStore, new_class
from ludoteca.minds.shared.knowledge import KNOWLEDGE_FOLDER, Knowledge

_ASSIGNMENT = """
id = "first"
title = "First steps"
game = "kalah"
deadline = 2100-01-01T00:00:00Z
schools = ["prolog"]
games = {games}
time = 600
options = {{ pits = {pits}, seeds = 2 }}
panel = [{{ mind = "random", points = 5 }}, {{ mind = "greedy", points = 5 }}]
"""
_PROGRAMS = (
    "choose(Move) :- legal(Move), !.\n",
    "choose(Move) :- findall(One, legal(One), All), last(All, Move).\n",
    "choose(Move) :- extra_turn(Move, _).\nchoose(Move) :- legal(Move).\n",
    "choose(_) :- fail.\n",
)
_POLLING = 0.02  # seconds


def prepare(folder: Path, students: int, games: int, pits: int) -> None:
    """A class with hand-ins that nobody has checked yet, and jobs that wait."""
    with closing(new_class(folder)) as store:
        coursework = Coursework(store)
        given = parse_assignment(_ASSIGNMENT.format(games=games, pits=pits), "first.toml", coursework.programs, str)
        assignment = coursework.assignments.publish(replace(given, seed=11))
        for number in range(students):
            member, _ = coursework.members.add(f"Student {number}", "student")
            text = _PROGRAMS[number % len(_PROGRAMS)] + f"% {number}\n"
            coursework.hand_ins.add(assignment, member.id, Knowledge("mine.pl", text), "prolog")


def work(folder: Path, lane: str) -> subprocess.Popen[bytes]:
    """A worker of the class as the lab starts it."""
    environment = {name: value for name, value in os.environ.items() if name != KNOWLEDGE_FOLDER}
    words = [sys.executable, "-m", "ludoteca.classroom.worker", str(folder), lane, "1"]
    return subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL)


def serve(folder: Path) -> subprocess.Popen[bytes]:
    """The lab of the class, which starts workers itself; its processes are a group of their own."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder.parents[2])}
    words = [sys.executable, "-m", "ludoteca", "lab", "--class", folder.name, "--port", "0", "--no-tables"]
    silent = subprocess.DEVNULL
    return subprocess.Popen(words, env=environment, stdin=silent, stdout=silent, start_new_session=True)


def ask(store: ClassStore) -> None:
    """Ask for the grades and a league night."""
    for kind in ("grade", "league"):
        Jobs(store).ask(kind, "first")


def kept(store: ClassStore) -> dict[str, set[str]]:
    """What is finished: games with their outcomes, hand-ins, and grades."""
    queries = {
        "games": "SELECT key || outcome AS row FROM class_games",
        "hand-ins": "SELECT number || program AS row FROM hand_ins",
        "checks": "SELECT number || state || problems AS row FROM hand_ins WHERE state <> 'checking'",
        "grades": "SELECT hand_in || data AS row FROM grades",
    }
    with store.reading() as db:
        return {name: {row["row"] for row in db.execute(query)} for name, query in queries.items()}


def result(folder: Path) -> dict[str, Any]:
    """What the class sees at the end."""
    with closing(ClassStore(folder)) as store:
        coursework = Coursework(store)
        assignment = coursework.assignments.find("first")
        rows = [(row.name, row.state, row.grade) for row in Grading(coursework, assignment).rows()]
        names = {member.id: member.name for member in coursework.members.all()}
        table = [(place.place, names[place.member], place.row) for place in League(coursework, assignment).table()]
        states = [(one.number, one.state, one.problems) for one in coursework.hand_ins.of("first")]
        return {"states": states, "grades": rows, "league": table}


def finish(folder: Path, lane: str) -> None:
    """Work in a lane until nothing is left."""
    if work(folder, lane).wait() != 0:
        raise SystemExit(f"a worker failed in {folder}")


def undisturbed(folder: Path) -> None:
    """Check, grade and play a night in one go."""
    finish(folder, "checks")
    with closing(ClassStore(folder)) as store:
        ask(store)
    finish(folder, "games")


def disturb(folder: Path, kills: int, chance: random.Random) -> int:
    """Kill workers after a few more games each; the number of kills that hit one at work."""
    with closing(ClassStore(folder)) as store:
        hits = sum(_killed(store, "checks", chance) for _ in range(kills // 4 + 1))
        finish(folder, "checks")
        ask(store)
        rounds = range(kills - kills // 4 - 1)
        return hits + sum(_killed(store, "lab" if number % 4 == 3 else "games", chance) for number in rounds)


def _killed(store: ClassStore, lane: str, chance: random.Random) -> bool:
    """Whether a worker or the lab was at work when it was killed; what was finished before must still be there."""
    before = kept(store)
    process = serve(store.folder) if lane == "lab" else work(store.folder, lane)
    enough = len(before["games"]) + chance.randint(1, 3)
    while process.poll() is None and _games(store) < enough and not (lane == "lab" and _is_idle(store)):
        time.sleep(_POLLING)
    time.sleep(chance.random() * _POLLING)
    at_work = process.poll() is None
    if at_work and lane == "lab":
        os.killpg(process.pid, signal.SIGKILL)
    elif at_work:
        process.send_signal(signal.SIGKILL)
    process.wait()
    after = kept(store)
    for name, rows in before.items():
        if not rows <= after[name]:
            raise SystemExit(f"{name} were lost: {rows - after[name]}")
    return at_work


def _is_idle(store: ClassStore) -> bool:
    """Whether no job is left, so that a lab has nothing to play."""
    return not Jobs(store).is_open()


def _games(store: ClassStore) -> int:
    with store.reading() as db:
        return int(db.execute("SELECT count(*) FROM class_games").fetchone()[0])


def run(kills: int, students: int = 8, games: int = 4, pits: int = 4) -> int:
    """Compare a disturbed run with an undisturbed one; the number of processes that were killed at work."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-kill-") as folder:
        classes = Path(folder, "ludoteca", "classes")
        first, second = classes / "undisturbed", classes / "disturbed"
        prepare(first, students, games, pits)
        shutil.copytree(first, second)
        undisturbed(first)
        hits = disturb(second, kills, random.Random(5))
        finish(second, "games")
        if not result(first)["league"] or any(state == "waiting" for _, state, _ in result(first)["grades"]):
            raise SystemExit("the undisturbed run did not finish")
        if result(first) != result(second):
            raise SystemExit("the results differ")
        with closing(ClassStore(second)) as store, store.reading() as db:
            (twice,) = db.execute("SELECT count(*) - count(DISTINCT key) FROM class_games").fetchone()
        if twice:
            raise SystemExit(f"{twice} games were played twice")
    return hits


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"{run(wanted)} processes were killed at work; nothing was lost, and the results are the same")
