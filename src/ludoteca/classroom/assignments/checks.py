"""Checks of a hand-in: is its school allowed, does it load, does it play legally and in time in three games."""

from __future__ import annotations

from dataclasses import replace

from ludoteca.arena.tournament.settings import pinned_settings
from ludoteca.arena.tournament.tournament import GamePool, Tournament
from ludoteca.child.errors import ChildError
from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.class_games import ClassGames
from ludoteca.classroom.assignments.hand_ins import HandIn
from ludoteca.classroom.assignments.programs import Programs, knowledge_of, knowledge_schools
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message
from ludoteca.games import open_game
from ludoteca.minds.shared.knowledge import BadKnowledge

CHECK_GAMES = 3
_SECONDS = 10.0  # to check a text
_OPPONENT = "random"
_SEED = 1  # everybody may know it: it is not that of the grades


def problems_of(
    assignment: Assignment, hand_in: HandIn, programs: Programs, games: ClassGames, pool: GamePool
) -> list[Message]:
    """What is wrong with a hand-in; nothing if it can be graded. Games that were played before are not played again."""
    school = hand_in.program.school
    if school not in assignment.schools:
        return [Message("classroom.assignments.school", {"school": school, "allowed": assignment.schools})]
    game = open_game(assignment.game, assignment.options)
    try:
        mind = assignment.with_budget(programs.mind(hand_in.program))
        return _errors(mind, game) or _faults(assignment, mind, game, games, pool)
    except BadInput as error:
        return [error.message]


def _errors(mind: str, game: Game) -> list[Message]:
    """The first error in the text of a mind."""
    found = knowledge_of(mind, game)
    assert found is not None
    knowledge, school = found
    checker = knowledge_schools()[school].with_defaults().make_checker(game)
    try:
        errors = [one for one in checker.check(knowledge, _SECONDS) if not one.warning]
    except ChildError as error:
        return [error.message]
    finally:
        checker.close()
    return [BadKnowledge(knowledge, errors).message] if errors else []


def _faults(assignment: Assignment, mind: str, game: Game, games: ClassGames, pool: GamePool) -> list[Message]:
    """Why a mind forfeits games against random moves, each reason once."""
    minds = (mind, *[_OPPONENT] * (len(game.seats) - 1))
    settings = replace(assignment.settings(minds, _SEED), games=CHECK_GAMES, format="gauntlet")
    tournament = Tournament(pinned_settings(settings, game), game, games)
    tournament.play(pool)
    if not tournament.finished:
        raise InterruptedError
    reasons = [
        forfeit.reason
        for pairing, outcome in tournament.outcomes()
        for forfeit in outcome.forfeits
        if pairing.minds[forfeit.seat] == 0
    ]
    return list({str(reason): reason for reason in reasons}.values())
