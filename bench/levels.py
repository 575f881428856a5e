"""Whether each level of a game beats the one below: matches, kept in ``tables/levels`` and resumed there.

``python -m bench.levels [GAME …] [--write]``; with ``--write`` the tables go into levels.md. Budgets are in counts, so
that the same games are played on every machine.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import ClassVar

from bench.strength import FOLDER, play
from ludoteca.arena.statistics import score_interval
from ludoteca.arena.tournament.settings import Settings
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.games import load_game
from ludoteca.games.levels import levels_of

DOCUMENT = Path(__file__).parent / "levels.md"
_PROMISED = 0.75  # of the points
_LIMIT = 120.0  # seconds a move: a busy machine costs no level its game
_SEED = 2  # other games than those that the levels were chosen by


@dataclass(frozen=True, slots=True)
class Ladder:
    """A plan of matches: each level at one seat, the level below at all others.

    Only the games at some seats count, if they are given: those of a seat that never wins say nothing.
    """

    head: ClassVar[str] = """| level | mind | the level below | games | share of points | 95 % interval | ≥ 75 % |
|---|---|---|---|---|---|---|
"""
    game: str
    games: int
    opening: int
    seats: tuple[str, ...] = ()

    def matches(self) -> list[Settings]:
        """The settings of all matches."""
        game = load_game(self.game)
        others = len(game.seats) - 1
        return [
            Settings(
                self.game,
                dict(game.values),
                (upper.mind, *[lower.mind] * others),
                self.games,
                self.opening,
                _LIMIT,
                _SEED,
            )
            for lower, upper in itertools.pairwise(levels_of(game))
        ]

    def row(self, match: Tournament) -> str:
        """The row of a match: the points of its first mind."""
        game = load_game(self.game)
        groups: dict[int, list[float]] = {}
        for pairing, outcome in match.outcomes():
            seat = pairing.minds.index(0)
            if not self.seats or game.seats[seat] in self.seats:
                groups.setdefault(pairing.seed, []).append(outcome.result[seat])
        scores = [score for group in groups.values() for score in group]
        low, high = score_interval(list(groups.values()))
        upper, lower = match.settings.minds[:2]
        names = {level.mind: level.name for level in levels_of(game)}
        kept = "yes" if fmean(scores) >= _PROMISED else "**missed**"
        return (
            f"| {names[upper]} | `{upper}` | `{lower}` | {len(scores)} | {100 * fmean(scores):.1f} % "
            f"| {100 * low:.0f}–{100 * high:.0f} % | {kept} |\n"
        )


LADDERS = (
    Ladder("kalah", games=100, opening=4),
    Ladder("queens", games=150, opening=2, seats=("white", "black")),
    Ladder("azul", games=40, opening=0),
    Ladder("agricola_planning", games=40, opening=0),
    Ladder("agricola_classic", games=8, opening=0),
)

if __name__ == "__main__":
    play(LADDERS, FOLDER / "levels", DOCUMENT, "levels")
