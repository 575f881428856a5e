"""A report for a student as one HTML page: figures, intervals and three instructive games; it needs no other file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from ludoteca.arena.tournament.report.page import style_sheet
from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.grade import Grade, GradedGame, PanelScore, instructive_games
from ludoteca.classroom.assignments.gradebook import GradeRow
from ludoteca.core.game import seat_key
from ludoteca.core.i18n import Argument, full_stop, phrase, say
from ludoteca.games import open_game

Link = Callable[[GradedGame], str | None]
"""Where a game can be seen; None if there is no such place."""

_WIDTH, _LINE, _SIDE = 440, 44, 22


def student_report(assignment: Assignment, row: GradeRow, language: str, link: Link = lambda game: None) -> str:
    """The report of a student who has a grade."""
    assert row.grade is not None
    page = _Report(assignment, row.name, row.digest, row.grade, language, link)
    return page.text()


class _Report:
    """The parts of a report."""

    def __init__(self, assignment: Assignment, name: str, digest: str, grade: Grade, language: str, link: Link) -> None:
        self._assignment, self._grade = assignment, grade
        self._name, self._digest = name, digest
        self._language, self._link = language, link
        self._scores = [*grade.panel, *(() if grade.bonus is None else (grade.bonus,))]

    def text(self) -> str:
        title = self._say("title", title=self._assignment.title, name=self._name)
        style = style_sheet()
        body = "\n".join([self._facts(), self._table(), self._chart(), self._games(), self._forfeits()])
        return (
            f'<!doctype html>\n<html lang="{self._language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
            f"{body}\n</main>\n</body>\n</html>\n"
        )

    def _say(self, key: str, **args: Argument) -> str:
        return escape(phrase(f"classroom.assignments.report.{key}", self._language, **args))

    def _number(self, value: float, form: str = ".2f") -> str:
        text = f"{value:{form}}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return text.replace(".", ",") if self._language == "es" else text

    def _facts(self) -> str:
        game = phrase(f"games.{self._assignment.game}.title", self._language)
        points = self._say("points", points=self._number(self._grade.points), most=self._number(self._grade.most))
        facts = (escape(game), self._say("version", digest=self._digest), self._say("games", n=len(self._grade.games)))
        return f'<p><b>{points}</b></p>\n<p class="facts">{" · ".join(facts)}</p>'

    def _table(self) -> str:
        columns = ("mind", "results", "score", "interval", "points")
        head = "".join(f'<th scope="col">{self._say(f"column.{column}")}</th>' for column in columns)
        rows = "".join(self._row(score, score is self._grade.bonus) for score in self._scores)
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'

    def _row(self, score: PanelScore, bonus: bool) -> str:
        low, high = (self._number(100 * bound, ".0f") for bound in score.interval)
        name = self._say("own_version") if bonus else escape(score.mind)
        cells = (
            f"{score.wins} – {score.draws} – {score.losses}",
            f"{self._number(100 * score.score, '.1f')} %",
            f"{low} – {high} %",
            f"{self._number(score.points)} / {self._number(score.most)}",
        )
        return f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'

    def _chart(self) -> str:
        names = [self._say("own_version") if one is self._grade.bonus else escape(one.mind) for one in self._scores]
        return f"<h2>{self._say('chart')}</h2>\n{score_chart(names, self._scores, self._say('chart'))}"

    def _games(self) -> str:
        chosen = instructive_games(self._grade.games)
        if not chosen:
            return ""
        items = "".join(f"<li>{self._game(kind, game)}</li>" for kind, game in chosen)
        return f"<h2>{self._say('instructive')}</h2>\n<ul>{items}</ul>"

    def _game(self, kind: str, game: GradedGame) -> str:
        rules = open_game(self._assignment.game, self._assignment.options)
        others = tuple(self._opponent(number, game.bonus) for number in game.minds if number)
        words = self._say(
            f"kind.{kind}",
            others=others,
            seat=seat_key(rules, game.seat),
            margin=abs(game.margin),
            moves=game.moves,
        )
        reason = "" if game.forfeit is None else " " + escape(full_stop(say(game.forfeit, self._language)))
        link = self._link(game)
        if link is None:
            return words + reason
        watch, review = self._say("replay"), self._say("review")
        return f'{words}{reason} <a href="{escape(link)}">{watch}</a> · <a href="{escape(link)}?review">{review}</a>'

    def _opponent(self, number: int, bonus: bool) -> str:
        if bonus and number == 1:
            return phrase("classroom.assignments.report.own_version", self._language)
        return self._assignment.panel[number - 2 if bonus else number - 1].mind

    def _forfeits(self) -> str:
        if not self._grade.forfeits:
            return ""
        items = "".join(
            f"<li>{self._say('forfeited', n=one.games)}: {escape(full_stop(say(one.reason, self._language)))}</li>"
            for one in self._grade.forfeits
        )
        return f"<h2>{self._say('forfeits')}</h2>\n<ul>{items}</ul>"


def score_chart(names: Sequence[str], scores: Sequence[PanelScore], title: str) -> str:
    """A point for each score on a line for its interval, over a scale from 0 to 100 %; names and title are HTML."""
    bottom = 4 + _LINE * len(names)

    def x(share: float) -> float:
        return round(_SIDE + share * (_WIDTH - 2 * _SIDE), 1)

    parts = []
    for tick in (0, 25, 50, 75, 100):
        place, css = x(tick / 100), "zero" if tick == 50 else "grid"
        parts.append(f'<line class="{css}" x1="{place}" y1="4" x2="{place}" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{place}" y="{bottom + 18}">{tick} %</text>')
    for number, (name, score) in enumerate(zip(names, scores, strict=True)):
        y, (low, high) = _LINE * (number + 1) - 8, score.interval
        parts.append(
            f'<g><text class="name" x="{_SIDE}" y="{y - 14}">{name}</text>'
            f'<line class="interval" x1="{x(low)}" y1="{y}" x2="{x(high)}" y2="{y}"/>'
            f'<circle class="rating" cx="{x(score.score)}" cy="{y}" r="6"/></g>'
        )
    size = f'viewBox="0 0 {_WIDTH} {bottom + 28}"'
    return f'<svg class="chart" {size} role="img" aria-label="{title}">{"".join(parts)}</svg>'
