"""Programs in any language, which speak a protocol of JSON lines: see `docs/protocol.md`.

A program runs in a process of its own, shut in as knowledge is; besides the system's programs it can read the folder
that it lies in.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.explanation import shortened
from ludoteca.core.game import Game, Move, Position, find_move, some_texts
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.core.options import Option
from ludoteca.core.seeds import derive
from ludoteca.minds.program.command import Command, read_command
from ludoteca.minds.program.engine import Engine, fault
from ludoteca.minds.shared.knowledge import DIGEST, KNOWLEDGE_FOLDER
from ludoteca.minds.shared.knowledge_process import StatefulPlayer
from ludoteca.minds.shared.own_words import Answer, explain, with_rejected

_LONGEST = 100  # characters of a move that is not legal


class Program(Mind):
    """A program in any language as a mind."""

    parameters = (
        Option("command", str, None, about="minds.program.parameter.command"),
        Option("memory", int, 1024, about="minds.program.parameter.memory", low=64, high=65_536),
        Option("effects", bool, False, about="minds.program.parameter.effects"),
        DIGEST,
    )
    slow_to_join = True

    def refuses(self, game: Game) -> Message | None:
        if os.environ.get(KNOWLEDGE_FOLDER):
            return Message("minds.program.refuses.lab")
        try:
            self._command()
        except BadInput as error:
            return error.message
        return None

    def pins(self, game: Game) -> Mapping[str, str]:
        """The digest of its files, so that a recorded name refers to this version of them."""
        return {"digest": self._command().digest}

    def join(self, game: Game, seat: int, seed: int) -> Player:
        own_seed = derive(seed, "program", seat)
        start = partial(Engine, self._command(), int(str(self.values["memory"])), game, seat, own_seed)
        return ProgramPlayer(start, bool(self.values["effects"]))

    def _command(self) -> Command:
        """The command that starts it; raises `BadInput`."""
        given, wanted = self.values["command"], self.values["digest"]
        if given is None:
            raise BadInput("minds.program.refuses.none")
        command = read_command(str(given), int(str(self.values["memory"])))
        if wanted is not None and wanted != command.digest:
            raise BadInput("minds.knowledge.changed", file=command.name, wanted=str(wanted), found=command.digest)
        return command


class ProgramPlayer(StatefulPlayer[Engine]):
    """A player whose program runs as long as the game does."""

    def __init__(self, start: partial[Engine], effects: bool) -> None:
        super().__init__(start)
        self._effects = effects

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        engine = self.process_after(history)
        answer = engine.choose(position, history, clock, self._effects)
        return explain("program", position, _legal(position, answer, engine), answer)

    def why_not(self, position: Position, history: Sequence[Move], move: Move, clock: Clock) -> Choice:
        return with_rejected("program", self.choose(position, history, clock), move)


def _legal(position: Position, answer: Answer, engine: Engine) -> Move:
    try:
        return find_move(position, answer.move)
    except IllegalMove:
        given, legal = shortened(answer.move, _LONGEST), some_texts(position.moves)
        what = Message("minds.program.not_legal", {"given": given, "legal": legal})
        raise fault(engine.command, what) from None


MIND = Program
