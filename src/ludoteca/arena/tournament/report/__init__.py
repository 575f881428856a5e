"""Reports of a tournament: the table as CSV, everything as JSON, and one HTML page that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any, Literal

from ludoteca import __version__
from ludoteca.arena.tournament.report.page import page_text
from ludoteca.arena.tournament.schedule import Pairing, rounds_of
from ludoteca.arena.tournament.settings import labels
from ludoteca.arena.tournament.standings import Row
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.core.i18n import full_stop, say
from ludoteca.core.record import to_json

Kind = Literal["csv", "json", "html"]


def report(
    tournament: Tournament, kind: Kind, language: str, link: Callable[[Pairing], str | None] = lambda pairing: None
) -> str:
    """A report of a tournament as it stands; `link` is where the record of a game lies."""
    match kind:
        case "csv":
            return csv_text(tournament)
        case "json":
            return json.dumps(report_data(tournament, language), ensure_ascii=False, indent=2) + "\n"
        case "html":
            return page_text(tournament, language, link)


def csv_text(tournament: Tournament) -> str:
    """The table of minds, the best first."""
    out, rows = io.StringIO(), _rows(tournament)
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def report_data(tournament: Tournament, language: str) -> dict[str, Any]:
    """Everything as plain data; reasons of forfeits are sentences."""
    settings, standings, names = tournament.settings, tournament.standings(), labels(tournament.settings.minds)
    game = tournament.game
    return {
        "version": __version__,
        "settings": to_json(settings),
        "rounds": rounds_of(settings) if settings.format == "swiss" else None,
        "games": standings.games,
        "planned": tournament.planned,
        "distinct": standings.distinct,
        "unwon": standings.unwon,
        "table": _rows(tournament),
        "cross": [
            {**to_json(cell), "first": names[cell.first], "second": names[cell.second]} for cell in standings.cells
        ],
        "seats": [
            {"seat": seat, **to_json(advantage)} for seat, advantage in zip(game.seats, standings.seats, strict=True)
        ],
        "forfeits": [
            {
                "mind": names[forfeit.mind],
                "games": forfeit.games,
                "reason": full_stop(say(forfeit.reason, language)),
            }
            for forfeit in standings.forfeits
        ],
        "cycles": [[names[mind] for mind in cycle] for cycle in standings.cycles],
    }


def _rows(tournament: Tournament) -> list[dict[str, Any]]:
    names = labels(tournament.settings.minds)
    return [_row(rank, names[row.mind], row) for rank, row in enumerate(tournament.standings().rows, 1)]


def _row(rank: int, name: str, row: Row) -> dict[str, Any]:
    return {
        "rank": rank,
        "mind": name,
        "rating": row.rating.value,
        "low": row.rating.low,
        "high": row.rating.high,
        "games": row.games,
        "wins": row.wins,
        "draws": row.shared,
        "losses": row.losses,
        "forfeits": row.forfeits,
        "result": row.result,
        "score": row.score,
        "points": row.points,
        "margin": row.margin,
    }
