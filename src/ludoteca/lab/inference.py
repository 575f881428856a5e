"""Inference sessions: a game's working memory and agenda, run rule by rule."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from ludoteca.core.errors import BadInput
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.rules.production.firing import Activation, Firing
from ludoteca.rules.production.game import ProductionGame, ProductionPosition
from ludoteca.rules.production.working_memory import State

_SESSIONS = 64  # kept; the least recently used is dropped
_FIRINGS = 4000  # of one session


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Working memory at a step of a session, the firings of that step, and the number of firings so far."""

    state: State
    firings: tuple[Firing, ...] = ()
    number: int = 0


@dataclass(slots=True)
class InferenceSession:
    """One person's session with one game: its snapshots so far, so that it can go back."""

    id: str
    game: ProductionGame
    seed: int
    strategy: str
    snapshots: list[Snapshot] = field(default_factory=list)

    @property
    def now(self) -> Snapshot:
        return self.snapshots[-1]

    @property
    def position(self) -> ProductionPosition:
        return ProductionPosition(self.game, self.now.state)

    def agenda(self) -> tuple[Activation, ...]:
        return self.game.engine.agenda(self.now.state, self.strategy, self._strategy_seed)

    def choices(self, agenda: tuple[Activation, ...]) -> tuple[str, ...]:
        """The choices of the player to move; none while a forced or chance activation comes first."""
        highest = [activation for activation in agenda if activation.salience == agenda[0].salience]
        if not highest or any(self.game.rules[activation.rule].role != "choice" for activation in highest):
            return ()
        seat = min(activation.seat or 0 for activation in highest)
        texts = (activation.text for activation in highest if activation.seat == seat)
        return tuple(dict.fromkeys(text for text in texts if text is not None))

    def step(self, text: str | None = None, on: bool = False) -> None:
        """Fire one activation, the choice `text` or else the first of the agenda; with `on` run to the next choice."""
        if self.now.number >= _FIRINGS:
            raise BadInput("lab.inference.long", firings=_FIRINGS)
        try:
            outcome = self.game.engine.infer(self.now.state, self.strategy, self._strategy_seed, text, on)
        except LookupError:
            raise BadInput("lab.inference.no_choice", text=text or "") from None
        if outcome.firings:
            self.snapshots.append(Snapshot(outcome.state, outcome.firings, self.now.number + len(outcome.firings)))

    def back(self, number: int | None = None) -> None:
        """Return to the snapshot before the last one, or to the latest with at most so many firings."""
        if len(self.snapshots) > 1:
            self.snapshots.pop()
        while number is not None and self.now.number > number:
            self.snapshots.pop()

    @property
    def _strategy_seed(self) -> int:
        return derive(self.seed, "strategy", self.now.number)


class InferenceSessions:
    """The inference sessions of the lab, by id."""

    def __init__(self) -> None:
        self._sessions: dict[str, InferenceSession] = {}
        self._lock = threading.Lock()

    def begin(
        self, session_id: str, game_name: str, options: dict[str, object], seed: int, strategy: str
    ) -> InferenceSession:
        """Begin a session; raises `BadInput` where the rules of the game are not a production system."""
        game = load_game(game_name, options)
        if not isinstance(game, ProductionGame):
            raise BadInput("lab.inference.no_rules", game=game.name)
        first = State(game.engine.initial_state.elements, derive(derive(seed, "game"), "chance"))
        session = InferenceSession(session_id, game, seed, strategy, [Snapshot(first)])
        with self._lock:
            self._sessions[session_id] = session
            for old in list(self._sessions)[:-_SESSIONS]:
                del self._sessions[old]
        return session

    def find(self, session_id: str) -> InferenceSession | None:
        with self._lock:
            session = self._sessions.pop(session_id, None)
            if session is not None:
                self._sessions[session_id] = session  # the most recently used is the last
            return session
