"""Explanations as text: the reason of a move with what is behind it, its trace, and the reasons against other moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.padding import Padding

from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.i18n import phrase, say
from ludoteca.core.traces import trace_types
from ludoteca.core.verdicts import Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ludoteca.core.game import Game

_MOST = 12  # reasons behind the choice, and rejected moves, that are told one by one
_MARKS = {
    Verdict.TRUE: "[green]✓[/green] ",
    Verdict.FALSE: "[red]✗[/red] ",
    Verdict.UNCHECKABLE: "[dim]·[/dim] ",
}

Verdicts = Mapping[int, Verdict]
"""Verdicts by the `id` of their reason: equal reasons for different moves have verdicts of their own."""


def reason_text(reason: Reason, language: str) -> str:
    """A reason in one sentence, with the file and line it comes from."""
    said = say(reason.claim, language)
    if reason.source is None:
        return said
    file, line = reason.source.file, reason.source.line
    return phrase("core.explanation.place", language, sentence=said, file=file, line=line)


def against(move: str, reason: Reason, language: str) -> str:
    """The reason against a move in one sentence."""
    return phrase("core.explanation.not", language, move=move, reason=reason_text(reason, language))


def headline(why: Explanation, language: str, verdicts: Verdicts | None = None) -> str:
    """The reason of the chosen move in one line of rich markup, with a mark for its verdict."""
    return f"{_mark(why.reason, verdicts)}[dim]{escape(reason_text(why.reason, language))}[/dim]"


def details(
    why: Explanation, game: Game, language: str, verdicts: Verdicts | None = None, where_all: str = ""
) -> Iterator[RenderableType]:
    """Everything behind the headline, line by line: reasons, the trace, and the rejected moves.

    `where_all` says where to find what is left out here.
    """
    because = list(_because(why.reason, 1, language, verdicts))
    yield from because[:_MOST]
    if len(because) > _MOST:
        yield _omitted("more_reasons", len(because) - _MOST, where_all, language)
    if why.trace is not None:
        drawn = trace_types()[why.trace.kind].draw(why.trace, game, language)
        yield Padding(drawn, (0, 0, 0, 2), expand=False)
    for rejected in why.rejected[:_MOST]:
        text = against(rejected.move, rejected.reason, language)
        yield f"  [red]–[/red] {_mark(rejected.reason, verdicts)}{escape(text)}"
        for reason in rejected.reason.because:
            if reason.claim.key == "minds.line":
                yield f"      {_mark(reason, verdicts)}[dim]{escape(say(reason.claim, language))}[/dim]"
    more = len(why.rejected[_MOST:]) + (why.rejected_omitted or 0)
    if more:
        yield _omitted("more_moves", more, where_all, language)


def _because(reason: Reason, depth: int, language: str, verdicts: Verdicts | None) -> Iterator[str]:
    for because in reason.because:
        yield f"{'  ' * depth}[green]•[/green] {_mark(because, verdicts)}{escape(reason_text(because, language))}"
        yield from _because(because, depth + 1, language, verdicts)


def _omitted(key: str, number: int, where_all: str, language: str) -> str:
    return f"  [dim]{escape(phrase(f'core.explanation.{key}', language, n=number, where=where_all))}[/dim]"


def _mark(reason: Reason, verdicts: Verdicts | None) -> str:
    """The mark of a verdict; none before a reason that was not judged."""
    verdict = None if verdicts is None else verdicts.get(id(reason))
    return "" if verdict is None else _MARKS[verdict]
