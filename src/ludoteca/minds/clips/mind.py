"""Production rules: knowledge in CLIPS fires forward from the facts of a position until a rule has chosen a move.

The facts of the position, the legal moves and their events are in working memory under the game's vocabulary, and are
retracted before the next move; facts that rules assert in templates of their own stay. A rule chooses a move by
asserting ``(choose (move ?move))``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from ludoteca.core.clock import Clock
from ludoteca.core.errors import IllegalMove
from ludoteca.core.execution import Execution
from ludoteca.core.explanation import shortened
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import AnsweringPlayer, Choice, Player, Role, Suggestion
from ludoteca.core.options import Option, Value
from ludoteca.core.seeds import derive
from ludoteca.minds.clips.answer import Answer
from ludoteca.minds.clips.engine import Engine
from ludoteca.minds.clips.explain import explain
from ludoteca.minds.clips.firing_steps import firings_of
from ludoteca.minds.shared.knowledge import DIGEST, FILE, BadKnowledge, Diagnostic, Knowledge, KnowledgeMind
from ludoteca.minds.shared.knowledge_process import StatefulPlayer
from ludoteca.minds.shared.linking import IncludeSyntax
from ludoteca.rules.kernel.game import KernelGame

_INCLUDES = IncludeSyntax(
    skipped=r';[^\n]*|"(?:\\.|[^"\\])*"',
    unclosed='"',
    include=r'^\(\s*load\*?\s+(?P<names>"[^"\n]*"|[^\s()";]+)\s*\)[ \t]*(?:;[^\n]*)?$',
    name=r'"([^"]*)"|([^"]+)',
)


class Clips(KnowledgeMind):
    """A production system as a mind, with the rules of the game's folder or of a file."""

    parameters: ClassVar[tuple[Option, ...]] = (
        FILE,
        DIGEST,
        Option("firings", int, 100_000, about="minds.clips.parameter.firings", low=10, high=10**9),
    )
    limits = ("firings",)
    stepper = "firings"
    suffix = ".clp"
    tutorial = "clips.md"
    vocabulary = "templates"
    include_syntax = _INCLUDES
    starter_text = (
        "; Any legal move.\n(defrule any-move\n   (legal (move ?move))\n   =>\n   (assert (choose (move ?move))))\n"
    )

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.firings = int(values["firings"] or 0)

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion | None:
        """Where rules are not compiled, knowledge answers sooner than a search."""
        return None if isinstance(game, KernelGame) else Suggestion(20)

    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        return ClipsPlayer(game, knowledge, derive(seed, "clips", seat), self.firings)

    def make_checker(self, game: Game) -> Engine:
        return Engine(game, None)


class ClipsPlayer(StatefulPlayer[Engine], AnsweringPlayer):
    """A player whose rules keep the facts of their own templates from move to move."""

    def __init__(self, game: Game, knowledge: Knowledge, seed: int, firings: int) -> None:
        super().__init__(partial(Engine, game, knowledge))
        self.knowledge = knowledge
        self.seed = seed
        self.firings = firings

    def execution(self, position: Position, history: Sequence[Move], clock: Clock, first: int = 0) -> Execution:
        engine = self.process_after(history)
        return firings_of(engine, engine.step(position, self._random(history), self.firings, clock, first), first)

    def _random(self, history: Sequence[Move]) -> int:
        """The seed of the choice after some moves."""
        return derive(self.seed, len(history)) >> 33

    def answer(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        """The choice; asked about a move, with the conditions that kept the rules that choose from it."""
        answer = self.process_after(history).choose(position, self._random(history), self.firings, clock, about)
        choice = explain(position, self._legal(position, answer), answer, self.knowledge, about)
        return self.knowledge.in_files(choice)

    def _legal(self, position: Position, answer: Answer) -> Move:
        try:
            return find_move(position, answer.move)
        except IllegalMove:
            chooser = answer.supporting[0].activation if answer.support else None
            rule, source = ("", None) if chooser is None else (chooser.rule, chooser.source)
            message = Message("minds.clips.not_legal", {"given": shortened(answer.move, 100), "rule": rule})
            diagnostic = Diagnostic(0 if source is None else source.line, message)
            raise BadKnowledge(self.knowledge, [diagnostic, *self.warnings]) from None
