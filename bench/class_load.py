"""A night of grading: 100 hand-ins against 20 minds of the panel, 20 games each, of Kalah with budgets in counts.

``python -m bench.class_load [SHARE]`` plays a share of the 40,000 games, a tenth unless told, with two workers, and
extrapolates to the night of eight hours. ``make bench`` plays a hundredth.
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bench.measure import Claim
from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.classroom.assignments.assignment_file import parse_assignment
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.grading import Grading
from ludoteca.classroom.store import new_class
from ludoteca.games import load_game
from ludoteca.minds.shared.knowledge import Knowledge, read_knowledge, shipped_path

HAND_INS, MINDS, GAMES, HOURS = 100, 20, 20, 8
_WORKERS = 2


def panel(minds: int) -> list[str]:
    """Minds of a panel: random and greedy play, and searches of several budgets."""
    searches = [f"montecarlo:simulations={100 * number}" for number in range(1, minds - 8)]
    return ["random", "greedy", *searches, *(f"alphabeta:depth={depth}" for depth in range(1, 8))][:minds]


def games_a_second(share: float) -> tuple[float, int]:
    """Games a second of a share of the night, and how many were played: fewer hand-ins, all minds, fewer games."""
    hand_ins = max(1, round(HAND_INS * share))
    games = GAMES if share >= 1 / HAND_INS else max(2, 2 * round(GAMES * share * HAND_INS / 2))
    minds = "".join(f'[[panel]]\nmind = "{mind}"\npoints = 1\n' for mind in panel(MINDS))
    text = f'id = "night"\ntitle = "Night"\ngame = "kalah"\ndeadline = 2100-01-01T00:00:00Z\ngames = {games}\n'
    program = read_knowledge(shipped_path(load_game("kalah"), "player.pl")).text
    with tempfile.TemporaryDirectory() as folder, closing(new_class(Path(folder, "night"))) as store:
        coursework = Coursework(store)
        assignment = coursework.assignments.publish(parse_assignment(text + minds, "", coursework.programs, str))
        for number in range(hand_ins):
            member, _ = coursework.members.add(f"Student {number}", "student")
            mine = Knowledge("mine.pl", f"{program}% {number}\n")
            coursework.hand_ins.judge(coursework.hand_ins.add(assignment, member.id, mine, "prolog").number, ())
        grading = Grading(coursework, assignment)
        start = time.perf_counter()
        grading.play(LocalPool(GameWorker, _WORKERS))
        seconds = time.perf_counter() - start
        assert all(row.state == "graded" for row in grading.rows())
        return grading.planned / seconds, grading.planned


def measure(share: float = 0.01) -> list[Claim]:
    """The night of a class, extrapolated from a share of it."""
    rate, played = games_a_second(share)
    hours = HAND_INS * MINDS * GAMES / rate / 3600
    what = f"a night of grading, extrapolated from {played} games with {_WORKERS} workers"
    return [
        Claim(
            what,
            f"{HAND_INS * MINDS * GAMES:,} games in {HOURS} h",
            f"{rate:.1f} games/s, {hours:.1f} h",
            hours <= HOURS,
        )
    ]


if __name__ == "__main__":
    for claim in measure(float(sys.argv[1]) if len(sys.argv) > 1 else 0.1):
        print(claim.what, claim.promised, claim.measured, sep=" · ")
