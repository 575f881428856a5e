"""Programs in Python: a file with a function `choose(position)`, which returns a move and may say why.

The program runs in a process of its own, shut in as all knowledge is, and sees what every mind sees: the facts, the
legal moves, and the positions after them. What it keeps in its variables stays from move to move.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

from ludoteca.core.clock import Clock
from ludoteca.core.errors import IllegalMove
from ludoteca.core.explanation import shortened
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Player
from ludoteca.core.seeds import derive
from ludoteca.minds.python.engine import Engine
from ludoteca.minds.shared.knowledge import BadKnowledge, Diagnostic, Knowledge, KnowledgeMind
from ludoteca.minds.shared.knowledge_process import StatefulPlayer
from ludoteca.minds.shared.linking import IncludeSyntax
from ludoteca.minds.shared.own_words import Answer, explain, with_rejected

_INCLUDES = IncludeSyntax(
    skipped=r"""\#[^\n]*|\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""",
    unclosed=r"\"{3}|'{3}",
    include=r"^[ \t]*(?:import|from)[ \t]+(?P<names>\w+(?:[ \t]+as[ \t]+\w+)?"
    r"(?:[ \t]*,[ \t]*\w+(?:[ \t]+as[ \t]+\w+)?)*)",
    name=r"(?:^|,)[ \t]*([a-z][a-z0-9_]{0,39})\b",
    modules=True,
    ignored=frozenset({*sys.stdlib_module_names, "ludoteca", "numpy"}),  # a file cannot take their place
)
_LONGEST = 100  # characters of a move that is not legal


class Python(KnowledgeMind):
    """A program in Python as a mind, from the game's folder or from a file."""

    suffix = ".py"
    tutorial = "python.md"
    include_syntax = _INCLUDES
    starter_text = '"""Any legal move."""\n\n\ndef choose(position):\n    return position.moves[0], "it is the first"\n'

    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        return PythonPlayer(game, seat, knowledge, derive(seed, "python", seat))

    def make_checker(self, game: Game) -> Engine:
        return Engine(game, 0, None)


class PythonPlayer(StatefulPlayer[Engine]):
    """A player whose program keeps its variables from move to move."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, seed: int) -> None:
        super().__init__(partial(Engine, game, seat, knowledge))
        self.knowledge = knowledge
        self.seed = seed

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        answer = self.process_after(history).choose(position, derive(self.seed, len(history)), clock)
        move = self._legal(position, answer)
        return explain("python", position, move, answer, self.knowledge.source(answer.line))

    def why_not(self, position: Position, history: Sequence[Move], move: Move, clock: Clock) -> Choice:
        return with_rejected("python", self.choose(position, history, clock), move)

    def _legal(self, position: Position, answer: Answer) -> Move:
        try:
            return find_move(position, answer.move)
        except IllegalMove:
            given = shortened(answer.move, _LONGEST)
            legal = tuple(move.text for move in position.moves[:12])
            diagnostic = Diagnostic(answer.line, Message("minds.python.not_legal", {"given": given, "legal": legal}))
            raise BadKnowledge(self.knowledge, [diagnostic, *self.warnings]) from None
