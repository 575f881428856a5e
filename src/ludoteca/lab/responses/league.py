"""Answers about the league: the table with pseudonyms, a student's history as a chart, and the own games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from pydantic import BaseModel

from ludoteca.classroom.league.league import LeagueGame, LeaguePlace
from ludoteca.classroom.league.names import pseudonym
from ludoteca.core.game import Game, margin, seat_key
from ludoteca.core.i18n import full_stop, phrase, say

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 480, 190, 52, 14, 12, 28


class LeagueRow(BaseModel):
    """A place in the table; `mine` for the person who asks."""

    place: int
    name: str
    mine: bool
    rating: float
    low: float
    high: float
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int


class LeagueGameView(BaseModel):
    """A game of the person who asks, in the newest night."""

    key: str
    opponents: list[str]
    seat: str
    result: float
    margin: float
    moves: int
    forfeit: str | None


class LeagueView(BaseModel):
    """The newest table, and of the person who asks the pseudonym, the history as a picture, and the games."""

    played: float | None
    rows: list[LeagueRow]
    pseudonym: str | None
    shown: bool
    chart: str | None
    nights: int
    games: list[LeagueGameView]


class ShownNames:
    """The names in the league as one person sees them."""

    def __init__(
        self, names: Mapping[str, str], drawn: Mapping[str, tuple[int, bool]], sees_all: bool, language: str
    ) -> None:
        self._names, self._drawn, self._sees_all, self._language = names, drawn, sees_all, language

    def of(self, member: str) -> str:
        number, shown = self._drawn.get(member, (None, False))
        hidden = "?" if number is None else pseudonym(number, self._language)
        if self._sees_all:
            return f"{self._names.get(member, '?')} ({hidden})"
        return self._names.get(member, hidden) if shown else hidden


def league_rows(places: Sequence[LeaguePlace], names: ShownNames, me: str) -> list[LeagueRow]:
    return [
        LeagueRow(
            place=one.place,
            name=names.of(one.member),
            mine=one.member == me,
            rating=one.row.rating.value,
            low=one.row.rating.low,
            high=one.row.rating.high,
            games=one.row.games,
            wins=one.row.wins,
            draws=one.row.shared,
            losses=one.row.losses,
            forfeits=one.row.forfeits,
        )
        for one in places
    ]


def league_game(game: LeagueGame, rules: Game, names: ShownNames, me: str, language: str) -> LeagueGameView:
    seat, outcome = game.members.index(me), game.outcome
    reasons = [forfeit.reason for forfeit in outcome.forfeits if forfeit.seat == seat]
    return LeagueGameView(
        key=game.key,
        opponents=[names.of(member) for place, member in enumerate(game.members) if place != seat],
        seat=phrase(seat_key(rules, seat), language),
        result=outcome.result[seat],
        margin=margin(outcome.scores, seat),
        moves=outcome.moves,
        forfeit=full_stop(say(reasons[0], language)) if reasons else None,
    )


def history_chart(places: Sequence[LeaguePlace], title: str) -> str:
    """The ratings of a student night after night, as a line with a band for the intervals."""
    ratings = [place.row.rating for place in places]
    low, high = min(one.low for one in ratings), max(one.high for one in ratings)
    span = max(high - low, 1.0)

    def x(number: int) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * (number / (len(ratings) - 1) if len(ratings) > 1 else 0.5), 1)

    def y(value: float) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - (value - low) / span), 1)

    above = [f"{x(number)},{y(one.high)}" for number, one in enumerate(ratings)]
    below = [f"{x(number)},{y(one.low)}" for number, one in enumerate(ratings)]
    line = " ".join(f"{x(number)},{y(one.value)}" for number, one in enumerate(ratings))
    ticks = "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value)}" y2="{y(value)}"/>'
        f'<text class="tick" x="{_LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{value:+.0f}</text>'
        for value in dict.fromkeys((low, low + span / 2, high))
    )
    points = "".join(
        f'<circle class="rating" cx="{x(number)}" cy="{y(one.value)}" r="4"><title>{one.value:+.0f} '
        f"({one.low:+.0f} … {one.high:+.0f})</title></circle>"
        for number, one in enumerate(ratings)
    )
    nights = "".join(
        f'<text class="tick" x="{x(number)}" y="{_HEIGHT - 8}" text-anchor="middle">{number + 1}</text>'
        for number in range(len(ratings))
        if len(ratings) <= 15 or number % (len(ratings) // 10) == 0
    )
    band = f'<polygon class="band" points="{" ".join([*above, *below[::-1]])}"/>'
    drawn = f'{ticks}{band}<polyline class="line" points="{line}"/>{points}{nights}'
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    return f'<svg class="history" {size} role="img" aria-label="{escape(title)}">{drawn}</svg>'
