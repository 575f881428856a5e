"""Logic programming: a Prolog program proves which move to play, and the proof explains it.

SWI-Prolog is given the facts of the position, the legal moves and their events in the vocabulary of the game.
The knowledge defines ``choose(Move)``, or a preference ``better(Move, Other)``.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from ludoteca.core.clock import Clock
from ludoteca.core.execution import Execution
from ludoteca.core.explanation import shortened
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import AnsweringPlayer, Choice, Player
from ludoteca.core.options import Option, Value
from ludoteca.core.seeds import derive
from ludoteca.minds.prolog.engine import PROGRAM, Engine
from ludoteca.minds.prolog.explain import explain
from ludoteca.minds.prolog.goal_steps import goals_of
from ludoteca.minds.shared.knowledge import DIGEST, FILE, BadKnowledge, Diagnostic, Knowledge, KnowledgeMind
from ludoteca.minds.shared.knowledge_process import StatefulPlayer
from ludoteca.minds.shared.linking import IncludeSyntax

_FILE = r"""(?:[a-z]\w*|'[^'\n]*'|"[^"\n]*")"""
_INCLUDES = IncludeSyntax(
    skipped=r"""/\*.*?\*/|%[^\n]*|0'(?:''|\\.|.)|"(?:\\.|[^"\\])*"|'(?:\\.|''|[^'\\])*'""",
    unclosed=r"""/\*|"|'""",
    include=r"^[ \t]*:-\s*(?=(?:include|consult|ensure_loaded)\s*\(|\[)(?:\w+\s*\(\s*)?(?:\[\s*)?"
    rf"(?P<names>{_FILE}(?:\s*,\s*{_FILE})*)(?:\s*\])?(?:\s*\))?\s*\.[ \t]*(?:%[^\n]*)?$",
    name=r"""([a-z]\w*)|'([^']*)'|"([^"]*)\"""",
)


class Prolog(KnowledgeMind):
    """A mind that plays by a Prolog program: the game's own, or a given file."""

    parameters: ClassVar[tuple[Option, ...]] = (
        FILE,
        DIGEST,
        Option("inferences", int, 10_000_000, about="minds.prolog.parameter.inferences", low=1000, high=10**10),
    )
    limits = ("inferences",)
    stepper = "proof"
    suffix = ".pl"
    tutorial = "prolog.md"
    include_syntax = _INCLUDES
    starter_text = "% Any legal move.\nchoose(Move) :-\n    legal(Move).\n"

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.inferences = int(values["inferences"] or 0)

    @classmethod
    def missing(cls) -> Message | None:
        return None if shutil.which(PROGRAM) else Message("minds.prolog.missing")

    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        return PrologPlayer(game, knowledge, derive(seed, "prolog", seat), self.inferences)

    def make_checker(self, game: Game) -> Engine:
        return Engine(game, None)


class PrologPlayer(StatefulPlayer[Engine], AnsweringPlayer):
    """A player with one Prolog process, which keeps asserted clauses from move to move."""

    def __init__(self, game: Game, knowledge: Knowledge, seed: int, inferences: int) -> None:
        super().__init__(partial(Engine, game, knowledge))
        self.knowledge = knowledge
        self.seed = seed
        self.inferences = inferences

    def execution(self, position: Position, history: Sequence[Move], clock: Clock, first: int = 0) -> Execution:
        engine = self.process_after(history)
        random = self._random(history)
        return goals_of(engine, engine.step(position, random, self.inferences, clock, first), first)

    def _random(self, history: Sequence[Move]) -> int:
        """The seed of the choice after some moves."""
        return derive(self.seed, len(history)) >> 32

    def answer(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        """The choice; a move it is asked about is examined even where it would be one of too many."""
        random = self._random(history)
        answer = self.process_after(history).choose(position, random, self.inferences, clock, about)
        try:
            move = find_move(position, answer.move)
        except Exception:
            diagnostic = Diagnostic(
                answer.proof.line, Message("minds.prolog.not_legal", {"given": shortened(answer.move, 100)})
            )
            raise BadKnowledge(self.knowledge, [diagnostic]) from None
        return explain(position, move, answer, self.knowledge)


MIND = Prolog
