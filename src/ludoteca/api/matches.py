"""Matches and tournaments from Python: many games between minds, with ratings and all records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import ludoteca.core.record as core
from ludoteca.api.arguments import mind_list, read_numbers
from ludoteca.api.frames import data_frame
from ludoteca.api.positions import Game, as_game
from ludoteca.api.progress import progress_bar
from ludoteca.api.records import Record
from ludoteca.api.rendering import as_table
from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.game_worker import GameTask, GameWorker
from ludoteca.arena.tournament.outcome import Outcome
from ludoteca.arena.tournament.settings import FORMATS, Format, Settings, labels, pinned_settings, without_digest
from ludoteca.arena.tournament.standings import Standings
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.core.errors import no_such

if TYPE_CHECKING:
    import pandas


def match(
    game: Game | str,
    minds: Sequence[str],
    games: int = 20,
    *,
    seed: int = 0,
    opening: int = 4,
    limit: float = DEFAULT_LIMIT,
    workers: int = 1,
    form: Format = "round-robin",
    progress: bool = True,
) -> Match:
    """Play so many games for each group of minds that sits down together, seats rotated, openings drawn from the seed.

    >>> from ludoteca.api.positions import game
    >>> result = match(game("kalah", pits=3, seeds=2), ["greedy", "random"], games=4, progress=False)
    >>> len(result.records), result.standings.games
    (4, 4)
    """
    games, seed, opening, limit, workers = read_numbers(
        games=games, seed=seed, opening=opening, limit=limit, workers=workers
    )
    if form not in FORMATS:
        raise no_such("value", str(form), FORMATS, prefix="form=")
    game = as_game(game)
    rules = game.rules
    settings = Settings(rules.name, dict(rules.values), mind_list(minds, rules), games, opening, limit, seed, form)
    kept = _MemoryStore()
    tournament = Tournament(pinned_settings(settings, rules), rules, kept)
    with progress_bar(rules.name, progress) as note:
        pool = LocalPool(GameWorker, workers)
        tournament.play(pool, lambda: note(tournament.games / tournament.planned))
    return Match(game, tournament.settings.minds, tournament.standings(), [Record(game, one) for one in kept.records])


class Match:
    """A match or tournament that was played: its standings, and every record."""

    def __init__(self, game: Game, minds: Sequence[str], standings: Standings, records: Sequence[Record]) -> None:
        self.game = game
        self.minds = tuple(without_digest(name) for name in labels(minds))
        self.standings = standings
        self.records = list(records)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each mind, the highest rating first; the rating has a 95 % interval."""
        return [
            {
                "mind": self.minds[row.mind],
                "rating": round(row.rating.value),
                "low": round(row.rating.low),
                "high": round(row.rating.high),
                "games": row.games,
                "wins": row.wins,
                "shared": row.shared,
                "losses": row.losses,
                "forfeits": row.forfeits,
                "score": row.score,
                "margin": row.margin,
            }
            for row in self.standings.rows
        ]

    def pairs(self) -> list[dict[str, Any]]:
        """A row for each two minds that met: games, wins of each, the score of the first with its 95 % interval.

        >>> from ludoteca.api.positions import game
        >>> pair = match(game("kalah", pits=3, seeds=2), ["greedy", "random"], games=4, progress=False).pairs()[0]
        >>> pair["first"], pair["second"], pair["games"], pair["low"] <= pair["score"] <= pair["high"]
        ('greedy', 'random', 4, True)
        """
        return [
            {
                "first": self.minds[cell.first],
                "second": self.minds[cell.second],
                "games": cell.games,
                "wins": cell.wins[0],
                "shared": cell.shared,
                "losses": cell.wins[1],
                "score": cell.score,
                "low": cell.interval[0],
                "high": cell.interval[1],
                "margin": cell.margin,
            }
            for cell in self.standings.cells
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """`rows` as a data frame; needs pandas."""
        return data_frame(self.rows())

    def __repr__(self) -> str:
        scores = ", ".join(f"{row['mind']} {row['score']:.0%}" for row in self.rows())
        return f"<{self.game.name}, {self.standings.games} games: {scores}>"

    def _repr_html_(self) -> str:
        rows = self.rows()
        return as_table(list(rows[0]), [list(row.values()) for row in rows])


class _MemoryStore:
    """A store in memory."""

    def __init__(self) -> None:
        self.records: list[core.Record] = []

    def finished(self, seed: int, minds: tuple[str, ...], key: Callable[[], str]) -> Outcome | None:
        return None

    def keep(self, task: GameTask, record: core.Record) -> None:
        self.records.append(record)
