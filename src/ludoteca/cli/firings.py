"""Prints the firing log of a production game in the terminal: phase, rule, sentence, and changes of working memory."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from ludoteca.cli.text import LANGUAGE
from ludoteca.core.game import PlayedMove, Position
from ludoteca.rules.production.firing_log import LoggedFiring, firing_log, opening_log
from ludoteca.rules.production.game import ProductionPosition

_INDENT = "    "


def opening_lines(position: Position) -> Iterable[Text]:
    """The lines for the firings before the first choice; none for games of other kinds."""
    return _lines(opening_log(position, LANGUAGE)) if isinstance(position, ProductionPosition) else ()


def lines(played: PlayedMove) -> Iterable[Text]:
    """The lines for the firings of a move, up to the next choice."""
    position = played.position
    if not isinstance(position, ProductionPosition):
        return ()
    return _lines(firing_log(position, position.firings(played.move), LANGUAGE))


def _lines(log: Iterable[LoggedFiring]) -> Iterable[Text]:
    when = None
    for entry in log:
        if entry.when and entry.when != when:
            when = entry.when
            yield Text(f"  ── {when}", "bold cyan")
        activation = entry.firing.activation
        line = Text(f"{_INDENT}{activation.salience:>5} ", "dim").append(activation.rule, "not dim bold")
        line.append(f"  {entry.sentence}", "not dim")
        if activation.source is not None:
            line.append(f"  {activation.source.file}:{activation.source.line}", "dim")
        yield line
        for change in entry.firing.changes:
            yield Text(f"{_INDENT}      {change}", "dim")
        for printed in (entry.firing.printed or "").splitlines():
            yield Text(f"{_INDENT}      {printed}", "italic")
