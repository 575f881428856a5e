"""The worker of a class: a process of its own that checks hand-ins, or plays gradings and league nights.

It ends when nothing is left to do. Everything it has finished is in the database; after `kill -9` the next one goes on.
There are two lanes, so that a hand-in is checked at once while a long night is played.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Literal, get_args

from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.tournament.tournament import GamePool
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.classroom.assignments.checks import problems_of
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.grading import Grading
from ludoteca.classroom.assignments.jobs import Job, Jobs
from ludoteca.classroom.league.league import League
from ludoteca.classroom.store import ClassStore
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.operating_system import lock_file, lower_priority

Lane = Literal["checks", "games"]
BUSY = 75
"""The exit code of a worker whose lane is taken; that of a temporary failure."""

_PATIENCE, _GLANCE = 10.0, 0.05  # seconds to wait for a lane, and between two looks
_SECONDS = 0.5  # between two reports of progress
_NICENESS = 10  # of games, which nobody waits for


@contextmanager
def lane(folder: Path, name: Lane) -> Iterator[None]:
    """Hold a lane of a class for this process; raises `BadInput` while another process does.

    Children of a process that was killed may hold it for a moment longer.
    """
    end = time.monotonic() + _PATIENCE
    with (folder / f"{name}.lock").open("w") as file:
        while not _locked(file):
            if time.monotonic() > end:
                raise BadInput("classroom.assignments.busy")
            time.sleep(_GLANCE)
        yield


def _locked(file: TextIOWrapper) -> bool:
    try:
        lock_file(file)
    except OSError:
        return False
    return True


def check_hand_ins(coursework: Coursework, pool: GamePool) -> None:
    """Check all hand-ins that are not checked yet, those too that come meanwhile."""
    while waiting := coursework.hand_ins.unchecked():
        for hand_in in waiting:
            assignment = coursework.assignments.find(hand_in.assignment)
            problems = problems_of(assignment, hand_in, coursework.programs, coursework.games, pool)
            coursework.hand_ins.judge(hand_in.number, problems)


def do_jobs(coursework: Coursework, pool: GamePool) -> None:
    """Do all jobs that wait, one after another."""
    jobs = Jobs(coursework.store, coursework.now)
    jobs.recover()
    while job := jobs.next():
        reported = 0.0

        def report(done: int, planned: int, job: Job = job) -> None:
            nonlocal reported
            if time.monotonic() - reported >= _SECONDS or done == planned:
                reported = time.monotonic()
                jobs.progress(job, done, planned)

        try:
            assignment = coursework.assignments.find(job.subject)
            if job.kind == "grade":
                Grading(coursework, assignment).play(pool, report)
            else:
                League(coursework, assignment).play(pool, report)
        except LudotecaError as error:
            jobs.finish(job, error.message)
        else:
            jobs.finish(job)


def main(folder: Path, name: Lane, workers: int) -> int:
    """Work in a lane until nothing is left; the exit code is `BUSY` where another process works already."""
    if name == "games":
        with suppress(PermissionError):  # it is lower already
            lower_priority(os.getpid(), _NICENESS)
    try:
        with lane(folder, name), closing(ClassStore(folder)) as store:
            coursework = Coursework(store)
            pool: GamePool = LocalPool(GameWorker, workers)
            if name == "checks":
                check_hand_ins(coursework, pool)
            else:
                do_jobs(coursework, pool)
    except BadInput as error:
        if error.message.key != "classroom.assignments.busy":
            raise
        return BUSY
    return 0


if __name__ == "__main__":
    _, _given_folder, _given_lane, _given_workers = sys.argv
    assert _given_lane in get_args(Lane)
    sys.exit(main(Path(_given_folder), _given_lane, int(_given_workers)))  # type: ignore[arg-type]
