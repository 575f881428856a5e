"""The report as one HTML page: it has its style and its charts in it, and asks no other host for anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path

from ludoteca import __version__
from ludoteca.arena.tournament.outcome import Outcome
from ludoteca.arena.tournament.report.charts import rating_chart
from ludoteca.arena.tournament.schedule import Pairing, rounds_of
from ludoteca.arena.tournament.settings import labels, without_digest
from ludoteca.arena.tournament.standings import Cell, Row
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.core.game import seat_key
from ludoteca.core.i18n import Argument, full_stop, phrase, say
from ludoteca.core.resources import resource

Link = Callable[[Pairing], str | None]
"""Where the record of a game lies; None if it is not kept."""

_MOST_GAMES = 200  # of a pair that are listed


def style_sheet() -> str:
    """The style of reports."""
    return resource(Path(__file__).parent / "report.css").read_text(encoding="utf-8")


def page_text(tournament: Tournament, language: str, link: Link) -> str:
    """The report of a tournament as it stands, in a language."""
    return _Page(tournament, language, link).text()


class _Page:
    """The parts of a report."""

    def __init__(self, tournament: Tournament, language: str, link: Link) -> None:
        self._tournament = tournament
        self._settings = tournament.settings
        self._standings = tournament.standings()
        self._names = [without_digest(name) for name in labels(tournament.settings.minds)]
        self._language = language
        self._link = link

    def _say(self, key: str, **args: Argument) -> str:
        return escape(phrase(f"arena.tournament.report.{key}", self._language, **args))

    def text(self) -> str:
        title = self._say("title", game=phrase(f"games.{self._settings.game}.title", self._language))
        style = style_sheet()
        parts = [self._facts(), self._table(), self._chart(), self._seats(), self._cycles(), self._forfeits()]
        body = "\n".join([*parts, self._cross(), self._games(), self._about()])
        return (
            f'<!doctype html>\n<html lang="{self._language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
            f"{body}\n</main>\n</body>\n</html>\n"
        )

    def _facts(self) -> str:
        settings, standings = self._settings, self._standings
        facts = [self._say(f"format.{settings.format}"), self._say("minds", n=len(settings.minds))]
        if settings.format == "swiss":
            facts.append(self._say("rounds", n=rounds_of(settings)))
        facts += [
            self._say("games", n=standings.games, planned=self._tournament.planned),
            self._say("distinct", n=standings.distinct),
            self._say("seed", seed=settings.seed, opening=settings.opening),
            f"Ludoteca {__version__}",
        ]
        return f'<p class="facts">{" · ".join(facts)}</p>'

    def _table(self) -> str:
        columns = ("rank", "mind", "rating", "interval", "games_of", "results", "score", "points", "margin", "lost")
        head = "".join(f'<th scope="col">{self._say(f"column.{column}")}</th>' for column in columns)
        rows = "".join(self._row(rank, row) for rank, row in enumerate(self._standings.rows, 1))
        return _scrolled(f'<table class="ratings"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')

    def _row(self, rank: int, row: Row) -> str:
        cells = [
            self._number(row.rating.value, "+.0f"),
            f"{self._number(row.rating.low, '+.0f')} … {self._number(row.rating.high, '+.0f')}",
            str(row.games),
            f"{row.wins} – {row.shared} – {row.losses}",
            f"{self._number(100 * row.score, '.1f')} %",
            self._number(row.points, ".1f"),
            self._number(row.margin, "+.1f"),
            str(row.forfeits),
        ]
        tail = "".join(f"<td>{cell}</td>" for cell in cells)
        return f'<tr><td>{rank}</td><th scope="row">{escape(self._names[row.mind])}</th>{tail}</tr>'

    def _chart(self) -> str:
        rows = self._standings.rows
        chart = rating_chart([self._names[row.mind] for row in rows], [row.rating for row in rows], self._say("chart"))
        return f"<h2>{self._say('chart')}</h2>\n{chart}"

    def _seats(self) -> str:
        game = self._tournament.game
        names = [phrase(seat_key(game, seat), self._language) for seat in range(len(game.seats))]
        chart = rating_chart(names, self._standings.seats, self._say("seats"))
        return f"<h2>{self._say('seats')}</h2>\n<p>{self._say('seats_about')}</p>\n{chart}"

    def _cycles(self) -> str:
        if not self._standings.cycles:
            return ""
        arrow = " → "
        items = [
            arrow.join(escape(self._names[mind]) for mind in (*cycle, cycle[0])) for cycle in self._standings.cycles
        ]
        return f"<h2>{self._say('cycles')}</h2>\n<p>{self._say('cycles_about')}</p>\n{_list(items)}"

    def _forfeits(self) -> str:
        if not self._standings.forfeits:
            return ""
        items = [
            f"<b>{escape(self._names[forfeit.mind])}</b>, {self._say('forfeited', n=forfeit.games)}: "
            f"{escape(full_stop(say(forfeit.reason, self._language)))}"
            for forfeit in self._standings.forfeits
        ]
        return f"<h2>{self._say('forfeits')}</h2>\n{_list(items)}"

    def _cross(self) -> str:
        order = [row.mind for row in self._standings.rows]
        head = "".join(f'<th scope="col">{rank}</th>' for rank in range(1, len(order) + 1))
        rows = "".join(
            f'<tr><th scope="row">{rank}. {escape(self._names[mind])}</th>'
            f"{''.join(self._cell(mind, other) for other in order)}</tr>"
            for rank, mind in enumerate(order, 1)
        )
        table = f'<table class="cross"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
        return f"<h2>{self._say('cross')}</h2>\n<p>{self._say('cross_about')}</p>\n{_scrolled(table)}"

    def _cell(self, mind: int, other: int) -> str:
        cell = self._standings.cell(mind, other)
        if mind == other or cell is None or cell.score is None:
            return f"<td>{'–' if mind == other else ''}</td>"
        low, high = cell.interval
        css = "ahead" if low > 0.5 else "behind" if high < 0.5 else ""
        shade = f' style="--share: {abs(cell.score - 0.5) * 100:.0f}%"'
        games = self._say("cell_games", n=cell.games)
        return (
            f'<td class="{css}"{shade}><a href="#{_anchor(cell)}" title="{games}">'
            f"{self._number(100 * cell.score, '.0f')} %</a>"
            f"<small>{self._number(100 * low, '.0f')}–{self._number(100 * high, '.0f')}</small></td>"
        )

    def _games(self) -> str:
        met: dict[tuple[int, int], list[tuple[Pairing, Outcome]]] = {}
        for pairing, outcome in self._tournament.outcomes():
            minds = sorted(pairing.minds)
            for at, one in enumerate(minds):
                for other in minds[at + 1 :]:
                    met.setdefault((one, other), []).append((pairing, outcome))
        sections = [self._pair(cell, met[cell.first, cell.second]) for cell in self._standings.cells]
        return f"<h2>{self._say('all_games')}</h2>\n" + "\n".join(sections)

    def _pair(self, cell: Cell, games: Sequence[tuple[Pairing, Outcome]]) -> str:
        names = f"{escape(self._names[cell.first])} – {escape(self._names[cell.second])}"
        rows = "".join(self._game(pairing, outcome) for pairing, outcome in games[:_MOST_GAMES])
        more = len(games) - _MOST_GAMES
        rest = f"<p>{self._say('more_games', n=more)}</p>" if more > 0 else ""
        seats = "".join(
            f'<th scope="col">{escape(phrase(seat_key(self._tournament.game, seat), self._language))}</th>'
            for seat in range(len(self._tournament.game.seats))
        )
        first, last = (f'<th scope="col">{self._say(f"column.{name}")}</th>' for name in ("game", "why"))
        head = f"<thead><tr>{first}{seats}{last}</tr></thead>"
        table = _scrolled(f'<table class="games">{head}<tbody>{rows}</tbody></table>')
        count = self._say("cell_games", n=cell.games)
        return f'<section id="{_anchor(cell)}"><h3>{names}</h3><p>{count}</p>{table}{rest}</section>'

    def _game(self, pairing: Pairing, outcome: Outcome) -> str:
        link, number = self._link(pairing), str(pairing.number + 1)
        lost = {forfeit.seat: forfeit.reason for forfeit in outcome.forfeits}
        shown = number if link is None else f'<a href="{escape(link)}">{number}</a>'
        seats = "".join(
            f'<td class="{"won" if outcome.result[seat] == 1.0 else ""}">{escape(self._names[mind])}'
            f"<small>{self._number(outcome.scores[seat], 'g')}</small></td>"
            for seat, mind in enumerate(pairing.minds)
        )
        reasons = " ".join(escape(full_stop(say(reason, self._language))) for reason in lost.values())
        return f"<tr><td>{shown}</td>{seats}<td>{reasons}</td></tr>"

    def _about(self) -> str:
        return f'<h2>{self._say("about")}</h2>\n<p class="about">{self._say("about_rating")}</p>'

    def _number(self, value: float | None, form: str) -> str:
        if value is None:
            return "–"
        text = f"{value + 0.0:{form}}"
        text = "0" if text in ("+0", "-0") else text
        return text.replace(".", ",") if self._language == "es" else text


def _anchor(cell: Cell) -> str:
    """The id of the section with the games of a pair, the same from both sides."""
    return f"games-{min(cell.first, cell.second)}-{max(cell.first, cell.second)}"


def _scrolled(table: str) -> str:
    return f'<div class="scroll">{table}</div>'


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"
