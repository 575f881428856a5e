"""Inference on the page: a game's working memory and agenda, fired rule by rule."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from ludoteca.core.errors import BadInput
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.rules.production.agenda import Activation
from ludoteca.rules.production.engine import Firing
from ludoteca.rules.production.game import ProductionGame, ProductionPosition
from ludoteca.rules.production.working_memory import State

_MOST = 64  # sittings kept; the one longest unused is let go
_LONGEST = 4000  # firings of one sitting


@dataclass(frozen=True, slots=True)
class Moment:
    """Working memory after some firings, and those that led here from the moment before."""

    state: State
    firings: tuple[Firing, ...] = ()
    number: int = 0


@dataclass(slots=True)
class Sitting:
    """One person's look at one game: where it has been, so that it can go back."""

    id: str
    game: ProductionGame
    seed: int
    strategy: str
    moments: list[Moment] = field(default_factory=list)

    @property
    def now(self) -> Moment:
        return self.moments[-1]

    @property
    def position(self) -> ProductionPosition:
        return ProductionPosition(self.game, self.now.state)

    def agenda(self) -> tuple[Activation, ...]:
        return self.game.engine.agenda(self.now.state, self.strategy, self._lot)

    def choices(self, agenda: tuple[Activation, ...]) -> tuple[str, ...]:
        """What a player could choose from now: nothing while there is something forced to fire first."""
        highest = [activation for activation in agenda if activation.salience == agenda[0].salience]
        if not highest or any(self.game.rules[activation.rule].role != "choice" for activation in highest):
            return ()
        seat = min(activation.seat or 0 for activation in highest)
        return tuple(dict.fromkeys(activation.text for activation in highest if activation.seat == seat))

    def step(self, text: str | None = None, on: bool = False) -> None:
        """Fire one rule, the one named or the first on the agenda; and `on` to the next choice."""
        if self.now.number >= _LONGEST:
            raise BadInput("lab.inference.long", firings=_LONGEST)
        try:
            outcome = self.game.engine.infer(self.now.state, self.strategy, self._lot, text, on)
        except LookupError:
            raise BadInput("lab.inference.no_choice", text=text or "") from None
        if outcome.firings:
            self.moments.append(Moment(outcome.state, outcome.firings, self.now.number + len(outcome.firings)))

    def back(self) -> None:
        """Return to the moment before the last one."""
        if len(self.moments) > 1:
            self.moments.pop()

    @property
    def _lot(self) -> int:
        return derive(self.seed, "strategy", self.now.number)


class Sittings:
    """All sittings of the lab, found by their id."""

    def __init__(self) -> None:
        self._found: dict[str, Sitting] = {}
        self._lock = threading.Lock()

    def begin(self, sitting_id: str, game_name: str, options: dict[str, object], seed: int, strategy: str) -> Sitting:
        """Sit down before a game; raises `BadInput` where there is nothing to infer."""
        game = load_game(game_name, options)
        if not isinstance(game, ProductionGame):
            raise BadInput("lab.inference.no_rules", game=game.name)
        first = State(game.engine.beginning.elements, derive(derive(seed, "game"), "chance"))
        sitting = Sitting(sitting_id, game, seed, strategy, [Moment(first)])
        with self._lock:
            self._found[sitting_id] = sitting
            for old in list(self._found)[:-_MOST]:
                del self._found[old]
        return sitting

    def find(self, sitting_id: str) -> Sitting | None:
        with self._lock:
            sitting = self._found.pop(sitting_id, None)
            if sitting is not None:
                self._found[sitting_id] = sitting  # the latest used is the last
            return sitting
