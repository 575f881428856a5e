"""A match: many games between the same minds, seats rotated, played by a pool of workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.match_results import MatchResults, Pairing, Settings, pairings
from ludoteca.arena.match_store import MatchStore
from ludoteca.arena.seat import MindProcess, ProcessSeat
from ludoteca.arena.worker_pool import Worker, WorkerPool
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.record import Record
from ludoteca.games import open_game
from ludoteca.minds import load_mind


class Match:
    """Plays what is left of a match. `stop` may be called from any thread; games under way are then given up."""

    def __init__(
        self,
        settings: Settings,
        workers: int = 1,
        store: MatchStore | None = None,
        new_process: Callable[[], MindProcess] = MindProcess,
    ) -> None:
        self.settings = settings
        self.game = open_game(settings.game, settings.options)
        self._store = store
        check_minds(self.game, settings.minds)
        self.results = MatchResults(settings, store.finished() if store is not None else {})
        self._pool = WorkerPool([_Table(self.game, settings, new_process) for _ in range(workers)])

    def play(self, on_game: Callable[[MatchResults], None] = lambda results: None) -> MatchResults:
        """Play to the end, or until stopped; `on_game` is called after each game, in this thread."""

        def finish(pairing: Pairing, record: Record) -> None:
            if self._store is not None:
                self._store.keep(pairing, record)
            self.results.add(pairing, record)
            on_game(self.results)

        left = [pairing for pairing in pairings(self.settings) if pairing.number not in self.results.numbers]
        self._pool.run(left, finish)
        return self.results

    def stop(self) -> None:
        self._pool.stop()


class _Table(Worker[Pairing, Record]):
    """Plays one game after another with the same minds. They think in their own processes; this only referees."""

    def __init__(self, game: Game, settings: Settings, new_process: Callable[[], MindProcess]) -> None:
        self._game = game
        self._settings = settings
        self._seats = [ProcessSeat(mind, new_process()) for mind in settings.minds]

    def run(self, job: Pairing) -> Record:
        seats = [self._seats[mind] for mind in job.minds]
        return GameRunner(self._game, seats, job.seed, self._settings.time).play(self._settings.opening)

    def interrupt(self) -> None:
        for seat in self._seats:
            seat.process.kill()

    def close(self) -> None:
        for seat in self._seats:
            seat.close()


def check_minds(game: Game, minds: Sequence[str]) -> None:
    """Check that a match can be played: a mind for each seat, no people; compile what is needed. Raises `BadInput`."""
    if len(minds) != len(game.seats):
        raise BadInput("arena.match.seats", game=game.name, seats=len(game.seats), minds=len(minds))
    for name in minds:
        mind = load_mind(name, game)
        if mind.at_terminal:
            raise BadInput("arena.match.no_people", mind=name)
        mind.prepare(game)
