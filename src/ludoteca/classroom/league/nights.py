"""League nights: the time of day at which the lab plays the league, and whether it is due."""

from __future__ import annotations

import re
from datetime import datetime

from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.jobs import Jobs
from ludoteca.classroom.store import ClassStore
from ludoteca.core.errors import BadInput

_HOUR, _LAST = "league_hour", "league_day"  # settings of the class
_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


def set_league_hour(store: ClassStore, given: str) -> None:
    """Set the time of the nights, as HH:MM by the clock of this machine; "off" for none. Raises `BadInput`."""
    if given != "off" and not _TIME.fullmatch(given):
        raise BadInput("classroom.league.bad_hour", given=given)
    store.set(_HOUR, None if given == "off" else given.rjust(5, "0"))


def league_hour(store: ClassStore) -> str | None:
    """The time of the nights as HH:MM; None if there are none."""
    return store.setting(_HOUR)


def start_due_night(coursework: Coursework) -> bool:
    """Ask for a night of every league if the time of today's has come and it was not asked for yet."""
    hour, now = league_hour(coursework.store), datetime.fromtimestamp(coursework.now())
    today = f"{now:%Y-%m-%d}"
    if hour is None or f"{now:%H:%M}" < hour or coursework.store.setting(_LAST) == today:
        return False
    jobs = Jobs(coursework.store, coursework.now)
    for assignment in coursework.assignments.all():
        if assignment.league_games:
            jobs.ask("league", assignment.id)
    coursework.store.set(_LAST, today)
    return True
