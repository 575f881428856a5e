"""A tournament under way: plays the games that no store has yet, round by round."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cached_property, partial

from ludoteca.arena.game_worker import GameTask, knowledge_files
from ludoteca.arena.tournament.game_key import GameKeys
from ludoteca.arena.tournament.outcome import Outcome, outcome_of
from ludoteca.arena.tournament.schedule import Pairing, planned_games, schedule
from ludoteca.arena.tournament.settings import Settings, check_minds
from ludoteca.arena.tournament.standings import Standings, standings
from ludoteca.arena.tournament.store import GameStore
from ludoteca.arena.worker_pool import WorkerPool
from ludoteca.core.game import Game
from ludoteca.core.record import Record

GamePool = WorkerPool[GameTask, Record]


class Tournament:
    """The games of a tournament so far, and the rest, which `play` plays.

    Minds are to be pinned (`pinned_settings`). What it says may be read from any thread.
    """

    def __init__(self, settings: Settings, game: Game, store: GameStore | None = None) -> None:
        """Take over what a store has."""
        self.settings = settings
        self.game = game
        self.planned = planned_games(settings, len(game.seats))
        self._store = store
        self._lock = threading.Lock()
        self._played: dict[int, tuple[Pairing, Outcome]] = {}
        self._results = [(0.0, 0) for _ in settings.minds]  # of each mind, the sum and the number
        self._standings: Standings | None = None
        self._rounds = schedule(settings, len(game.seats), self._score)
        self._left: list[Pairing] = []
        self._take_over()

    @property
    def games(self) -> int:
        """The number of games that are finished."""
        return len(self._played)

    @property
    def finished(self) -> bool:
        return self.games == self.planned

    def standings(self) -> Standings:
        """The standings as they are now; worked out once until a game is added."""
        played, known = self.outcomes(), self._standings
        if known is None or known.games != len(played):
            known = self._standings = standings(len(self.settings.minds), len(self.game.seats), played)
        return known

    def outcomes(self) -> list[tuple[Pairing, Outcome]]:
        """The finished games in the order of the schedule."""
        with self._lock:
            return [game for _, game in sorted(self._played.items())]

    def play(self, pool: GamePool, on_game: Callable[[], None] = lambda: None, grouped: bool = False) -> None:
        """Play to the end, or until the pool is stopped; `on_game` is called after each game, in this thread.

        If `grouped`, the games of the same minds follow one another: workers keep few processes of minds, so that a
        large field is played faster, and a table under way says less. Raises `BadInput` for minds that cannot play.
        """
        check_minds(self.game, self.settings.minds)

        def finish(task: GameTask, record: Record) -> None:
            if self._store is not None:
                self._store.keep(task, record)
            for pairing in tasks.pop(task.key)[1]:
                self._add(pairing, outcome_of(record))
            on_game()

        while self._left and not pool.stopped:
            # Games with the same key are the same game, such as two of a mind against itself: one is played.
            tasks: dict[str, tuple[GameTask, list[Pairing]]] = {}
            for pairing in sorted(self._left, key=lambda one: sorted(one.minds)) if grouped else self._left:
                task = self._task(pairing)
                tasks.setdefault(task.key, (task, []))[1].append(pairing)
            pool.run([task for task, _ in tasks.values()], finish)
            if not pool.stopped:
                self._take_over()

    def _task(self, pairing: Pairing) -> GameTask:
        """What a worker needs to play a game."""
        settings = self.settings
        return GameTask(
            key=self.key(pairing),
            game=settings.game,
            options=settings.options,
            minds=self._names(pairing),
            seed=pairing.seed,
            opening=settings.opening,
            time=settings.time,
            files=self._files,
        )

    def _names(self, pairing: Pairing) -> tuple[str, ...]:
        return tuple(self.settings.minds[mind] for mind in pairing.minds)

    def key(self, pairing: Pairing) -> str:
        """The key of a game."""
        return self._keys.key(self._names(pairing), pairing.seed, self.settings.opening, self.settings.time)

    @cached_property
    def _keys(self) -> GameKeys:
        return GameKeys(self.game)

    @cached_property
    def _files(self) -> dict[str, str]:
        return knowledge_files(self.settings.minds, self.game)

    def _take_over(self) -> None:
        """Go on to the first round of which the store does not have all games."""
        self._left = [pairing for pairing in self._left if pairing.number not in self._played]
        while not self._left:
            games = next(self._rounds, None)
            if games is None:
                return
            self._left = list(self._missing(games))

    def _missing(self, games: list[Pairing]) -> Iterator[Pairing]:
        """The games that are not in the store; the others are added."""
        for pairing in games:
            outcome = None
            if self._store is not None:
                outcome = self._store.finished(pairing.seed, self._names(pairing), partial(self.key, pairing))
            if outcome is None:
                yield pairing
            else:
                self._add(pairing, outcome)

    def _add(self, pairing: Pairing, outcome: Outcome) -> None:
        with self._lock:
            self._played[pairing.number] = (pairing, outcome)
            for seat, mind in enumerate(pairing.minds):
                total, games = self._results[mind]
                self._results[mind] = (total + outcome.result[seat], games + 1)

    def _score(self, mind: int) -> float:
        """The share of wins of a mind, for Swiss pairing; rounded, so that the order of the games does not matter."""
        total, games = self._results[mind]
        return round(total / games, 9) if games else 0.0
