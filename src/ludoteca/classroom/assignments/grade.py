"""Grades: the figures of one hand-in against the panel, all from the outcomes of its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from ludoteca.arena.statistics import score_interval
from ludoteca.arena.tournament.outcome import Outcome
from ludoteca.arena.tournament.schedule import Pairing
from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.core.game import margin
from ludoteca.core.i18n import Message

PlayedGames = Sequence[tuple[Pairing, Outcome]]
"""The finished games of a gauntlet, in the order of the schedule; the hand-in is mind 0."""


@dataclass(frozen=True, slots=True)
class GradedGame:
    """A game of a grade: its key, the minds at the table by number (0 is the hand-in), and how it ended for it."""

    key: str
    minds: tuple[int, ...]
    seat: int
    result: float
    margin: float
    moves: int
    forfeit: Message | None = None
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class ForfeitedGames:
    """How many games the hand-in forfeited for a reason."""

    reason: Message
    games: int


@dataclass(frozen=True, slots=True)
class PanelScore:
    """The result against one mind of the panel: score, its 95 % interval, and the points for it."""

    mind: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    interval: tuple[float, float]
    points: float
    most: float


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a hand-in. `bonus` is the result against the student's own earlier version, if there is one."""

    points: float
    most: float
    panel: tuple[PanelScore, ...]
    bonus: PanelScore | None
    forfeits: tuple[ForfeitedGames, ...]
    games: tuple[GradedGame, ...]


def grade_of(
    assignment: Assignment,
    played: PlayedGames,
    key: Callable[[Pairing], str],
    own: tuple[PlayedGames, Callable[[Pairing], str], str] | None = None,
) -> Grade:
    """The grade from the games against the panel; `own` are those against an earlier version, their keys, its mind."""
    panel = [
        _score(played, number, mind.mind, mind.most_points, mind.points_for)
        for number, mind in enumerate(assignment.panel, 1)
    ]
    games = [_game(pairing, outcome, key(pairing)) for pairing, outcome in played]
    bonus, rule = None, assignment.bonus
    if own is not None and rule is not None:
        against, its_key, mind = own
        bonus = _score(against, 1, mind, rule.points, lambda score: rule.points if score >= rule.score else 0.0)
        games += [_game(pairing, outcome, its_key(pairing), bonus=True) for pairing, outcome in against]
    points = sum(one.points for one in panel) + (0.0 if bonus is None else bonus.points)
    return Grade(round(points, 2), assignment.points, tuple(panel), bonus, _forfeits(games), tuple(games))


def _score(
    played: PlayedGames, number: int, mind: str, most: float, points_for: Callable[[float], float]
) -> PanelScore:
    """The result against the mind with a number. A game that the hand-in forfeits is lost, whatever the other did."""
    by_opening: dict[int, list[float]] = {}
    for pairing, outcome in played:
        if number in pairing.minds:
            mine, other = outcome.result[pairing.minds.index(0)], outcome.result[pairing.minds.index(number)]
            share = mine / (mine + other) if mine > 0 else 0.0
            by_opening.setdefault(pairing.seed, []).append(share)
    shares = [share for group in by_opening.values() for share in group]
    score = round(fmean(shares), 4) if shares else 0.0
    return PanelScore(
        mind=mind,
        games=len(shares),
        wins=sum(share == 1.0 for share in shares),
        draws=sum(0.0 < share < 1.0 for share in shares),
        losses=sum(share == 0.0 for share in shares),
        score=score,
        interval=score_interval(list(by_opening.values())),
        points=points_for(score),
        most=most,
    )


def _game(pairing: Pairing, outcome: Outcome, key: str, bonus: bool = False) -> GradedGame:
    seat = pairing.minds.index(0)
    reasons = [forfeit.reason for forfeit in outcome.forfeits if forfeit.seat == seat]
    return GradedGame(
        key=key,
        minds=pairing.minds,
        seat=seat,
        # As floats: a game that was just played may have whole numbers, one that was read again has none.
        result=float(outcome.result[seat]),
        margin=float(margin(outcome.scores, seat)),
        moves=outcome.moves,
        forfeit=reasons[0] if reasons else None,
        bonus=bonus,
    )


def _forfeits(games: Sequence[GradedGame]) -> tuple[ForfeitedGames, ...]:
    counted: dict[str, list[Message]] = {}
    for game in games:
        if game.forfeit is not None:
            counted.setdefault(str(game.forfeit), []).append(game.forfeit)
    return tuple(ForfeitedGames(reasons[0], len(reasons)) for reasons in counted.values())


def instructive_games(games: Sequence[GradedGame]) -> list[tuple[str, GradedGame]]:
    """Up to three games to look at, each with what it is: worst and closest loss, and the best win.

    A forfeit is a worse loss than any on the board. Where there are too few of these, the closest win or a draw.
    """
    losses = sorted((game for game in games if game.result == 0), key=lambda game: (game.forfeit is None, game.margin))
    wins = sorted((game for game in games if game.result == 1), key=lambda game: game.margin)
    draws = [game for game in games if 0 < game.result < 1]
    on_board = [game for game in losses if game.forfeit is None]
    wanted = [
        ("worst_loss", losses[:1]),
        ("closest_loss", on_board[-1:]),
        ("best_win", wins[-1:]),
        ("closest_win", wins[:1]),
        ("draw", draws[:1]),
    ]
    found: dict[str, tuple[str, GradedGame]] = {}
    for kind, candidates in wanted:
        for game in candidates:
            found.setdefault(game.key, (kind, game))
    return list(found.values())[:3]
