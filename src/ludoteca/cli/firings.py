"""The firing log of a production game: printed in the terminal, and written to a trace file, one line a firing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.text import Text

from ludoteca.cli.text import LANGUAGE
from ludoteca.core.errors import BadInput
from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.record import new_file
from ludoteca.rules.production.firing_log import LoggedFiring, firing_log, opening_log
from ludoteca.rules.production.game import ProductionPosition

_INDENT = "    "


class TraceFile:
    """A file with one line for each firing: round and phase, salience, rule, sentence, file and line, tabs between."""

    def __init__(self, path: Path, first: Position) -> None:
        """Begins a new file; raises `BadInput` if there is one already, or if no rules fire in this game."""
        if not isinstance(first, ProductionPosition):
            raise BadInput("cli.no_firings", game=first.game.name)
        self.rows: list[dict[str, str | int | None]] = []
        self._file = new_file(path)
        self._write(opening_log(first, LANGUAGE), 0)

    def add(self, played: PlayedMove, number: int) -> None:
        """Write the firings of a move, up to the next choice."""
        position = played.position
        assert isinstance(position, ProductionPosition)
        self._write(firing_log(position, position.firings(played.move), LANGUAGE), number)

    def close(self) -> None:
        self._file.close()

    def _write(self, log: Iterable[LoggedFiring], move: int) -> None:
        for entry in log:
            activation = entry.firing.activation
            row: dict[str, str | int | None] = {
                "move": move,  # 0: before the first choice
                "when": entry.when,
                "salience": activation.salience,
                "rule": activation.rule,
                "sentence": entry.sentence,
                "file": None if activation.source is None else activation.source.file,
                "line": None if activation.source is None else activation.source.line,
            }
            self.rows.append(row)
            place = "" if activation.source is None else f"{activation.source.file}:{activation.source.line}"
            cells = (entry.when, str(activation.salience), activation.rule, entry.sentence, place)
            self._file.write("\t".join(" ".join(cell.split()) for cell in cells) + "\n")
        self._file.flush()


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
