"""What people should see beside the moves of a player that plays by knowledge."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.core.explanation import Source
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Player
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge, printed_by, shortened_diagnostic


@dataclass(frozen=True, slots=True)
class Remarks:
    """What people should see beside the moves of a player: the warnings about its knowledge, and what it printed."""

    warnings: tuple[Message, ...] = ()
    printed: str = ""


def remarks_of(player: Player) -> Remarks:
    """All warnings about the knowledge of a player, and what it printed since the last call."""
    knowledge: Knowledge | None = getattr(player, "knowledge", None)
    if knowledge is None:
        return Remarks()
    found: tuple[Diagnostic, ...] = getattr(player, "warnings", ())
    return Remarks(tuple(_warning(knowledge, each) for each in found), printed_by(player))


def _warning(knowledge: Knowledge, found: Diagnostic) -> Message:
    source = knowledge.source(found.line) or Source(knowledge.name, 0)
    what = quoted(shortened_diagnostic(found).message)
    return Message("minds.knowledge.warning", {"file": source.file, "line": source.line, "what": what})
