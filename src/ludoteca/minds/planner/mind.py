"""The planning school: the position becomes a PDDL problem, and the first step of its best plan is the move.

It plays games with a planning view (see `rules.planning.as_problem`). A plan is followed until it ends or the position
is not what it predicts; then a new one is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Player, Role, Suggestion
from ludoteca.core.options import Option, Value
from ludoteca.minds.planner.client import PlayerProcess, RemotePlayer
from ludoteca.minds.planner.plan_maker import Settings
from ludoteca.minds.planner.player import PlannerPlayer
from ludoteca.minds.shared.knowledge import DIGEST, FILE, Knowledge, KnowledgeMind, read_knowledge
from ludoteca.planners import load_planner
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.planning.as_problem import PlanningView, view_of

_STATES = 20_000


class Planner(KnowledgeMind):
    """A player that plans, with the game's own domain or with another that declares the same symbols."""

    parameters: ClassVar[tuple[Option, ...]] = (
        FILE,
        DIGEST,
        Option("planner", str, None, about="minds.planner.parameter.planner"),
        Option("states", int, _STATES, about="minds.planner.parameter.states", low=1, high=10**9),
    )
    limits = ("states",)
    suffix = ".pddl"
    tutorial = "planning.md"
    vocabulary = "domain"
    starter_text = "(define (domain mine)\n  (:requirements :typing :numeric-fluents)\n  (:predicates (done)))\n"

    @classmethod
    def starter_text_for(cls, game: Game) -> str:
        """The game's own domain, which declares the symbols of its problems."""
        view = view_of(game)
        return cls.starter_text if view is None else read_knowledge(view.file).text

    @classmethod
    def exam_settings(cls, game: Game) -> Mapping[str, Value]:
        return {"states": 200}

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.settings = Settings(
            None if values["planner"] is None else str(values["planner"]), int(values["states"] or 0)
        )

    def refuses(self, game: Game) -> Message | None:
        if view_of(game) is None:
            return Message("minds.planner.needs")
        if self.settings.planner is not None:
            try:
                missing = load_planner(self.settings.planner).missing()
            except BadInput as error:
                return error.message
            if missing is not None:
                return missing
        return super().refuses(game)

    def path(self, game: Game, seat: int = 0) -> Path:
        view = view_of(game)
        return super().path(game, seat) if view is None or self.values["file"] is not None else view.file

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion | None:
        """Where rules are not compiled, a plan is found sooner than a search."""
        return None if isinstance(game, KernelGame) else Suggestion(15)

    def make_player(self, game: Game, seat: int, seed: int, knowledge: Knowledge) -> Player:
        view = _view_of(game)
        if knowledge.text == read_knowledge(view.file).text:
            return PlannerPlayer(game, seat, knowledge, self.settings)
        return RemotePlayer(game, seat, knowledge, self.settings)

    def make_checker(self, game: Game) -> PlayerProcess:
        _view_of(game)
        return PlayerProcess(game, 0, None, self.settings)


def _view_of(game: Game) -> PlanningView:
    """The planning view of a game; raises `BadInput`."""
    view = view_of(game)
    if view is None:
        raise BadInput("minds.planner.needs")
    return view
