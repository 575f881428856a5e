"""What fired in a production game, in a terminal: round and phase, rule, effect, and the change of working memory."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from ludoteca.cli.text import LANGUAGE
from ludoteca.core.game import PlayedMove, Position
from ludoteca.rules.production.firing_log import Told, opening_story, story
from ludoteca.rules.production.game import ProductionPosition

_INDENT = "    "


def opening_lines(position: Position) -> Iterable[Text]:
    """What fired before the first choice; nothing in games without rules that fire."""
    return _lines(opening_story(position, LANGUAGE)) if isinstance(position, ProductionPosition) else ()


def lines(played: PlayedMove) -> Iterable[Text]:
    """What fired when a move was made, up to the next choice."""
    position = played.position
    if not isinstance(position, ProductionPosition):
        return ()
    return _lines(story(position, position.firings(played.move), LANGUAGE))


def _lines(told: Iterable[Told]) -> Iterable[Text]:
    when = None
    for firing in told:
        if firing.when and firing.when != when:
            when = firing.when
            yield Text(f"  ── {when}", "bold cyan")
        line = Text(f"{_INDENT}{firing.salience:>5} ", "dim").append(firing.rule, "not dim bold")
        line.append(f"  {firing.sentence}", "not dim")
        yield line.append(f"  {firing.source.file}:{firing.source.line}", "dim")
        for change in firing.changes:
            yield Text(f"{_INDENT}      {change}", "dim")
        for printed in firing.printed.splitlines():
            yield Text(f"{_INDENT}      {printed}", "italic")
