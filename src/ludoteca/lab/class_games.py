"""Games of a class as games of the lab: who may see which, and where a student's program lost most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.grade import GradedGame
from ludoteca.classroom.assignments.hand_ins import HandIn
from ludoteca.classroom.assignments.shown_record import shown_record
from ludoteca.classroom.league.league import League
from ludoteca.classroom.league.names import LeagueNames, pseudonym
from ludoteca.classroom.members import Member
from ludoteca.core.errors import NotFound
from ludoteca.core.game import margin
from ludoteca.core.mind import MindName
from ludoteca.core.record import Record, Turn


@dataclass(frozen=True, slots=True)
class ClassGame:
    """A game of a class as one member sees it; `seat` and `file` are those of the student's own program."""

    key: str
    record: Record
    seat: int | None
    file: str | None


def find_class_game(coursework: Coursework, me: Member, key: str) -> ClassGame:
    """A game by its key; raises `NotFound` unless it is one of a student's own, or the teacher asks."""
    owners = coursework.students() if me.is_teacher else [me]
    for assignment in coursework.assignments.all():
        for owner in owners:
            if me.is_teacher or assignment.is_over(coursework.now()):
                found = _graded_game(coursework, assignment, owner, key, me)
                if found is not None:
                    return found
            found = _league_game(coursework, assignment, owner, key, me)
            if found is not None:
                return found
    raise NotFound("lab.no_such_game", id=key)


def _graded_game(
    coursework: Coursework, assignment: Assignment, owner: Member, key: str, me: Member
) -> ClassGame | None:
    for hand_in in coursework.hand_ins.of(assignment.id, owner.id):
        graded = coursework.grade(hand_in.number)
        game = None if graded is None else next((one for one in graded[0].games if one.key == key), None)
        if game is not None:
            return _shown(
                coursework, hand_in, key, game.seat, frozenset() if me.is_teacher else _staff(assignment, game)
            )
    return None


def _staff(assignment: Assignment, game: GradedGame) -> frozenset[int]:
    """The seats of programs of the teacher, whose reasons are not shown."""
    panel = [None, *([None] if game.bonus else []), *(mind.program for mind in assignment.panel)]
    return frozenset(seat for seat, number in enumerate(game.minds) if panel[number] is not None)


def _league_game(
    coursework: Coursework, assignment: Assignment, owner: Member, key: str, me: Member
) -> ClassGame | None:
    if not assignment.league_games:
        return None
    league = League(coursework, assignment)
    game = next((one for one in league.games(owner.id) if one.key == key), None)
    if game is None:
        return None
    seat = game.members.index(owner.id)
    entries = {one.member: one for one in league.table()}
    hand_in = coursework.hand_ins.find(entries[owner.id].hand_in)
    others = frozenset(range(len(game.members))) - {seat}
    drawn = LeagueNames(coursework.store).all()
    names = {place: _alias(coursework, key, place, drawn[game.members[place]][0]) for place in others}
    if me.is_teacher:
        return _shown(coursework, hand_in, key, seat, frozenset())
    return _shown(coursework, hand_in, key, seat, others, names)


def _alias(coursework: Coursework, key: str, seat: int, number: int) -> str:
    """A mind under the pseudonym of its student."""
    name = MindName.read(coursework.games.record(key).header.minds[seat])
    suffix = name.settings.get("file", "").rpartition(".")[2]
    return f"{name.school}:file={pseudonym(number, 'en').lower().replace(' ', '-')}.{suffix}"


def _shown(
    coursework: Coursework,
    hand_in: HandIn,
    key: str,
    seat: int,
    private: frozenset[int],
    names: dict[int, str] | None = None,
) -> ClassGame:
    """The game with the student's own program as a file of the student's shelf, so that it can be tried."""
    record, program = coursework.games.record(key), hand_in.program
    own = f"{program.school}:file={hand_in.member}/{program.file},digest={program.digest}"
    shown = shown_record(record, {**(names or {}), seat: own}, private)
    return ClassGame(key, shown, seat, program.file)


def turning_point(
    turns: Sequence[Turn], scores: Sequence[Sequence[float]], seats: Sequence[str], seat: int
) -> int | None:
    """The number of moves before the own turn after which the margin fell most until the next own turn."""
    mine = [number for number, turn in enumerate(turns) if turn.seat == seats[seat] and not turn.opening]
    if not mine:
        return None
    ends = [*mine[1:], len(turns)]
    drops = [margin(scores[start], seat) - margin(scores[end], seat) for start, end in zip(mine, ends, strict=True)]
    return mine[max(range(len(mine)), key=lambda at: (drops[at], at))]
