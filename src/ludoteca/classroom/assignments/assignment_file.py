"""Assignments as TOML files: read, checked against game and schools, and published with a panel that is fixed."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.tournament.settings import check_minds
from ludoteca.classroom.assignments.assignment import Assignment, Bonus, PanelMind, Threshold
from ludoteca.classroom.assignments.programs import Programs, knowledge_of, knowledge_schools, without_place
from ludoteca.core.errors import BadInput, LudotecaError, no_such
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import MindName
from ludoteca.core.options import Value, read_options
from ludoteca.games import open_game
from ludoteca.minds.schools import pinned

_LARGEST = 1 << 18  # bytes of a file
_Setting = int | float | bool | str
_Points = Annotated[float, Field(gt=0, le=10_000)]
_Share = Annotated[float, Field(ge=0, le=1)]

Place = Callable[[str], str]
"""The full name of a knowledge file that an assignment names."""


class BadAssignment(BadInput):
    """An assignment that cannot be published: the file, the key and what to write there."""

    def __init__(self, file: str, key: str, what: Message) -> None:
        key_of = "classroom.assignments.broken" if file else "classroom.assignments.broken_field"
        super().__init__(key_of, file=file, field=key, what=quoted(what))


class _Given(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _GivenMind(_Given):
    mind: str
    points: _Points
    thresholds: list[Annotated[list[float], Field(min_length=2, max_length=2)]] = Field(default_factory=list)


class _GivenBonus(_Given):
    points: _Points
    score: _Share = 0.55
    over: str | None = None


class _GivenAssignment(_Given):
    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    game: str
    deadline: datetime | str
    time_zone: str | None = None
    about: Annotated[str, Field(max_length=20_000)] = ""
    options: dict[str, _Setting] = Field(default_factory=dict)
    schools: list[str] = Field(default_factory=list)
    games: Annotated[int, Field(ge=1, le=10_000)] = 20
    opening: Annotated[int, Field(ge=0, le=1000)] = 4
    time: Annotated[float, Field(ge=0.01, le=3600)] = DEFAULT_LIMIT
    budget: dict[str, dict[str, _Setting]] = Field(default_factory=dict)
    panel: Annotated[list[_GivenMind], Field(min_length=1, max_length=100)]
    bonus: _GivenBonus | None = None
    league: Annotated[int, Field(ge=0, le=1000)] = 2


def read_assignment(path: Path, programs: Programs) -> Assignment:
    """The assignment in a file, with files of the panel beside it; raises `BadAssignment`."""
    try:
        data = path.read_bytes()
        if len(data) > _LARGEST:
            raise BadInput("classroom.assignments.too_large", path=str(path), most=_LARGEST >> 10)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise BadInput("classroom.assignments.unreadable", path=str(path), reason=error.strerror or "") from None
    except UnicodeDecodeError as error:
        raise BadInput("classroom.assignments.unreadable", path=str(path), reason=str(error)) from None
    return parse_assignment(text, path.name, programs, lambda name: str(path.parent / name))


def parse_assignment(text: str, file: str, programs: Programs, place: Place) -> Assignment:
    """The assignment in a text; `place` says where the files of the panel lie. Raises `BadAssignment`."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("classroom.assignments.unreadable", path=file, reason=str(error)) from None
    return assignment_of(data, file, programs, place)


def assignment_of(data: Mapping[str, Any], file: str, programs: Programs, place: Place) -> Assignment:
    """The assignment in plain data; raises `BadAssignment`."""
    return _Reader(file, programs, place).assignment(data)


class _Reader:
    """Makes an assignment of plain data. Every error names the file and the key."""

    def __init__(self, file: str, programs: Programs, place: Place) -> None:
        self._file, self._programs, self._place = file, programs, place

    def assignment(self, data: Mapping[str, Any]) -> Assignment:
        given = self._validated(data)
        deadline, written = self._deadline(given)
        self._at("game", lambda: open_game(given.game, {}))
        game = self._at("options", lambda: open_game(given.game, given.options))
        if len(game.seats) < 2:
            raise self._bad("game", Message("classroom.assignments.one_seat", {"game": given.game}))
        schools = self._schools(given)
        panel = tuple(self._panel_mind(number, mind, game) for number, mind in enumerate(given.panel, 1))
        if len(panel) < len(game.seats) - 1:
            seats, minds = len(game.seats), len(panel)
            few = Message("classroom.assignments.small_panel", {"game": given.game, "seats": seats, "minds": minds})
            raise self._bad("panel", few)
        return Assignment(
            id=given.id,
            title=given.title,
            game=game.name,
            options=dict(game.values),
            deadline=deadline,
            deadline_text=written,
            schools=schools,
            panel=panel,
            seed=secrets.randbits(62),
            games=given.games,
            opening=given.opening,
            time=given.time,
            budget=self._budget(given, schools),
            bonus=None if given.bonus is None else Bonus(given.bonus.points, given.bonus.score, given.bonus.over),
            about=given.about,
            league_games=given.league,
        )

    def _validated(self, data: Mapping[str, Any]) -> _GivenAssignment:
        try:
            return _GivenAssignment.model_validate(data)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in first["loc"])
            if first["type"] == "missing":
                raise self._bad(key, Message("classroom.assignments.missing")) from None
            if first["type"] == "extra_forbidden":
                raise self._bad(key, Message("classroom.assignments.unknown_key")) from None
            raise self._bad(key, Message("classroom.assignments.wrong", {"reason": first["msg"]})) from None

    def _deadline(self, given: _GivenAssignment) -> tuple[float, str]:
        """The deadline in seconds since 1970, and as text with its time zone."""
        moment = given.deadline
        if isinstance(moment, str) or (isinstance(moment, date) and not isinstance(moment, datetime)):
            raise self._bad("deadline", Message("classroom.assignments.deadline"))
        if moment.tzinfo is None:
            if given.time_zone is None:
                raise self._bad("deadline", Message("classroom.assignments.no_zone"))
            try:
                moment = moment.replace(tzinfo=ZoneInfo(given.time_zone))
            except (ZoneInfoNotFoundError, ValueError, OSError):
                bad = Message("classroom.assignments.bad_zone", {"zone": given.time_zone})
                raise self._bad("time_zone", bad) from None
        zone = given.time_zone or moment.strftime("%z")
        return moment.timestamp(), f"{moment:%Y-%m-%d %H:%M} {zone}"

    def _schools(self, given: _GivenAssignment) -> tuple[str, ...]:
        known = knowledge_schools()
        for name in given.schools:
            if name not in known:
                raise self._bad("schools", no_such("mind", name, known).message)
        return tuple(dict.fromkeys(given.schools)) or tuple(sorted(known))

    def _budget(self, given: _GivenAssignment, schools: tuple[str, ...]) -> dict[str, dict[str, Value]]:
        known, found = knowledge_schools(), dict[str, dict[str, Value]]()
        for name, values in given.budget.items():
            if name not in schools:
                raise self._bad(f"budget.{name}", no_such("mind", name, schools).message)
            options = [option for option in known[name].parameters if option.name not in ("file", "digest")]
            read = self._at(f"budget.{name}", partial(read_options, options, values))
            found[name] = {key: read[key] for key in values}
        return found

    def _panel_mind(self, number: int, given: _GivenMind, game: Game) -> PanelMind:
        key, steps = f"panel.{number}", [Threshold(score, points) for score, points in given.thresholds]
        for step in steps:
            if not (0 <= step.score <= 1 and 0 <= step.points <= given.points):
                raise self._bad(f"{key}.thresholds", Message("classroom.assignments.threshold", {"most": given.points}))
        name = self._at(f"{key}.mind", lambda: MindName.read(given.mind))
        if "file" in name.settings:
            name = MindName(name.school, {**name.settings, "file": self._place(name.settings["file"])})
        mind = self._at(f"{key}.mind", lambda: pinned(str(name), game))
        self._at(f"{key}.mind", lambda: check_minds(game, [mind] * len(game.seats)))
        knowledge = self._at(f"{key}.mind", lambda: knowledge_of(mind, game))
        program = None if knowledge is None else self._programs.keep(*knowledge).key
        return PanelMind(without_place(mind), given.points, tuple(steps), program)

    def _at(self, key: str, make: Callable[[], Any]) -> Any:
        """A value; what is wrong with it is said with the file and the key."""
        try:
            return make()
        except LudotecaError as error:
            raise self._bad(key, error.message) from None

    def _bad(self, key: str, what: Message) -> BadAssignment:
        return BadAssignment(self._file, key, what)
