"""Production rules: knowledge in CLIPS fires, forward from the position's facts, until a rule has chosen a move.

The position's facts, the legal moves and what each brings about are in working memory under the game's one
vocabulary, and go when the position is gone; what rules assert in words of their own stays. A move is made by
asserting ``(choose (move ?move))``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from ludoteca.core.clock import Clock
from ludoteca.core.errors import IllegalMove
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Player
from ludoteca.core.options import Option, Value
from ludoteca.core.seeds import derive
from ludoteca.minds.clips.engine import Answer, Engine
from ludoteca.minds.clips.explain import explain
from ludoteca.minds.shared.knowledge import DIGEST, FILE, BadKnowledge, Diagnostic, Knowledge, KnowledgeMind
from ludoteca.minds.shared.knowledge_process import StatefulPlayer


class Clips(KnowledgeMind):
    """A production system plays: its own rules for the game, or a file of yours."""

    parameters: ClassVar[tuple[Option, ...]] = (
        FILE,
        DIGEST,
        Option("firings", int, 100_000, about="minds.clips.parameter.firings", low=10, high=10**9),
    )
    suffix = ".clp"
    vocabulary = "templates"
    starter_text = (
        "; Any legal move.\n(defrule any-move\n   (legal (move ?move))\n   =>\n   (assert (choose (move ?move))))\n"
    )

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.firings = int(values["firings"] or 0)

    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        return ClipsPlayer(game, knowledge, derive(seed, "clips", seat), self.firings)


class ClipsPlayer(StatefulPlayer[Engine]):
    """Whatever rules have asserted in words of their own stays from move to move."""

    def __init__(self, game: Game, knowledge: Knowledge, seed: int, firings: int) -> None:
        super().__init__(partial(Engine, game, knowledge))
        self.knowledge = knowledge
        self.seed = seed
        self.firings = firings

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        random = derive(self.seed, len(history)) >> 33
        answer = self.process_after(history).choose(position, random, self.firings, clock.left)
        return explain(position, self._legal(position, answer), answer, self.knowledge)

    def _legal(self, position: Position, answer: Answer) -> Move:
        try:
            return find_move(position, answer.move)
        except IllegalMove:
            chooser = next((firing for firing in answer.fired if firing.number == answer.by), None)
            rule, line = ("", 0) if chooser is None else (chooser.rule, chooser.line)
            complaint = Diagnostic(line, Message("minds.clips.not_legal", {"given": answer.move, "rule": rule}))
            raise BadKnowledge(self.knowledge, [complaint, *self.warnings]) from None


MIND = Clips
