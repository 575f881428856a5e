"""A match: many games between the same minds, seats swapped, in several processes, kept on disk."""

from __future__ import annotations

import fcntl
import json
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Protocol

from ludoteca.arena.game_runner import DEFAULT_LIMIT, GameRunner
from ludoteca.arena.seat import ProcessSeat
from ludoteca.arena.statistics import mean_interval, score_interval
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, margin
from ludoteca.core.options import Value
from ludoteca.core.record import Record, Result, from_line, read_record, to_json, to_line
from ludoteca.core.seeds import derive
from ludoteca.games import open_game
from ludoteca.minds import load_mind

_SETTINGS = "match.json"
_LOCK = ".lock"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a match is; the same settings are the same match, so that it can go on where it stopped."""

    game: str
    options: Mapping[str, Value]
    minds: tuple[str, ...]
    games: int
    opening: int = 4
    time: float = DEFAULT_LIMIT
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a match: its number, its seed, and which mind sits at each seat."""

    number: int
    seed: int
    minds: tuple[int, ...]

    @property
    def file(self) -> str:
        return f"game-{self.number + 1:05}.jsonl"


def pairings(settings: Settings) -> list[Pairing]:
    """All games: each seed is played once for every rotation of the minds around the seats.

    >>> [pairing.minds for pairing in pairings(Settings("kalah", {}, ("random", "greedy"), 3))]
    [(0, 1), (1, 0), (0, 1)]
    """
    seats = len(settings.minds)
    games = []
    for number in range(settings.games):
        group, turn = divmod(number, seats)
        minds = tuple((seat + turn) % seats for seat in range(seats))
        games.append(Pairing(number, derive(settings.seed, "pair", group), minds))
    return games


@dataclass(frozen=True, slots=True)
class Figures:
    """A match in figures: for each mind its wins, forfeits, mean result and points; the rest as the first mind sees it.

    `interval` is that of its score, the share of points with a draw as half a win; all intervals are of 95 %.
    """

    minds: tuple[str, ...]
    games: int
    planned: int
    distinct: int
    wins: tuple[int, ...]
    draws: int
    forfeits: tuple[int, ...]
    results: tuple[float, ...]
    points: tuple[float, ...]
    score: float
    interval: tuple[float, float]
    margin: float
    margin_interval: tuple[float, float] | None


def _mean(groups: Sequence[Sequence[float]]) -> float:
    values = [value for group in groups for value in group]
    return round(fmean(values), 4) if values else 0.0


@dataclass(slots=True)
class Standing:
    """What the games played so far come to, as the first mind sees it."""

    settings: Settings
    records: dict[int, Record] = field(default_factory=dict)

    def add(self, pairing: Pairing, record: Record) -> None:
        self.records[pairing.number] = record

    def figures(self) -> Figures:
        played = [pairing for pairing in pairings(self.settings) if pairing.number in self.records]
        scores = self._grouped(played, lambda result: result.result, lambda points, seat: points[seat])
        margins = self._grouped(played, lambda result: result.scores, margin)
        return Figures(
            minds=self.settings.minds,
            games=len(played),
            planned=self.settings.games,
            distinct=len({record.line for record in self.records.values()}),
            wins=self._wins(played),
            draws=sum(self._result(pairing).winner is None for pairing in played),
            forfeits=self._forfeits(played),
            results=self._means(played, lambda result: result.result),
            points=self._means(played, lambda result: result.scores),
            score=_mean(scores),
            interval=score_interval(scores),
            margin=_mean(margins),
            margin_interval=mean_interval(margins),
        )

    def _result(self, pairing: Pairing) -> Result:
        result = self.records[pairing.number].result
        assert result is not None
        return result

    def _wins(self, played: Sequence[Pairing]) -> tuple[int, ...]:
        wins = [0] * len(self.settings.minds)
        for pairing in played:
            result = self._result(pairing)
            if result.winner is not None:
                wins[pairing.minds[result.result.index(1.0)]] += 1
        return tuple(wins)

    def _forfeits(self, played: Sequence[Pairing]) -> tuple[int, ...]:
        forfeits = [0] * len(self.settings.minds)
        for pairing in played:
            record = self.records[pairing.number]
            if record.result is not None and record.result.forfeit is not None:
                forfeits[pairing.minds[record.header.seats.index(record.result.forfeit.seat)]] += 1
        return tuple(forfeits)

    def _means(self, played: Sequence[Pairing], of: Callable[[Result], Sequence[float]]) -> tuple[float, ...]:
        """What each mind got in the mean."""
        minds = range(len(self.settings.minds))
        return tuple(
            _mean([[of(self._result(pairing))[pairing.minds.index(mind)] for pairing in played]]) for mind in minds
        )

    def _grouped(
        self,
        played: Sequence[Pairing],
        points: Callable[[Result], Sequence[float]],
        value: Callable[[Sequence[float], int], float],
    ) -> list[list[float]]:
        """The first mind's value in each game, the games of one seed together."""
        groups: dict[int, list[float]] = {}
        for pairing in played:
            seat = pairing.minds.index(0)
            groups.setdefault(pairing.seed, []).append(value(points(self._result(pairing)), seat))
        return list(groups.values())


class Keeper(Protocol):
    """Where a match's finished games are kept. Used by the thread that plays the match."""

    def finished(self) -> dict[int, Record]:
        """The games kept so far, by their numbers."""

    def keep(self, pairing: Pairing, record: Record) -> None: ...


class FolderKeeper:
    """A file for each game in a folder of the match's own."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        _claim(folder, settings)
        self._lock = (folder / _LOCK).open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise BadInput("arena.match.busy", path=str(folder)) from None
        self._folder = folder
        self._settings = settings

    def close(self) -> None:
        """Let others have the folder."""
        self._lock.close()

    def finished(self) -> dict[int, Record]:
        records = {}
        for pairing in pairings(self._settings):
            path = self._folder / pairing.file
            if path.exists() and (record := read_record(path)).result is not None:
                minds = tuple(self._settings.minds[mind] for mind in pairing.minds)
                if (record.header.seed, record.header.minds) != (pairing.seed, minds):
                    raise BadInput("arena.match.foreign_game", path=str(path))
                records[pairing.number] = record
        return records

    def keep(self, pairing: Pairing, record: Record) -> None:
        path = self._folder / pairing.file
        draft = path.with_suffix(".part")
        draft.write_text("".join(to_line(line) + "\n" for line in record.lines), encoding="utf-8")
        draft.replace(path)


_Done = queue.Queue[tuple[Pairing, Record] | Exception | None]


class Match:
    """Plays what is left of a match. `stop` may come from any thread; games under way are then given up."""

    def __init__(self, settings: Settings, workers: int = 1, keeper: Keeper | None = None) -> None:
        self.settings = settings
        self.game = open_game(settings.game, settings.options)
        self._workers = workers
        self._keeper = keeper
        self._stopped = threading.Event()
        check_minds(self.game, settings.minds)
        self.standing = Standing(settings, keeper.finished() if keeper is not None else {})

    def play(self, on_game: Callable[[Standing], None] = lambda standing: None) -> Standing:
        """Play to the end, or until stopped; `on_game` is told after each game, in the calling thread."""
        left: queue.SimpleQueue[Pairing] = queue.SimpleQueue()
        done: _Done = queue.Queue()
        for pairing in pairings(self.settings):
            if pairing.number not in self.standing.records:
                left.put(pairing)
        crew = [_Worker(self.game, self.settings, left, done, self._stopped) for _ in range(self._workers)]
        for worker in crew:
            worker.start()
        try:
            self._collect(len(crew), done, on_game)
        finally:
            self.stop()
            for worker in crew:
                worker.give_up()
                worker.join()
            while not done.empty():  # games that were finished while we were being interrupted
                if isinstance(item := done.get(), tuple):
                    self._finish(*item)
        return self.standing

    def stop(self) -> None:
        self._stopped.set()

    def _collect(self, workers: int, done: _Done, on_game: Callable[[Standing], None]) -> None:
        while workers:
            try:
                item = done.get(timeout=0.2)  # a wait without end would not hear Ctrl-C everywhere
            except queue.Empty:
                if self._stopped.is_set():
                    return
                continue
            if item is None:
                workers -= 1
            elif isinstance(item, Exception):
                raise item
            else:
                self._finish(*item)
                on_game(self.standing)

    def _finish(self, pairing: Pairing, record: Record) -> None:
        if self._keeper is not None:
            self._keeper.keep(pairing, record)
        self.standing.add(pairing, record)


class _Worker(threading.Thread):
    """One table after another. The thinking is done by the seats' own processes; this thread only referees."""

    def __init__(
        self, game: Game, settings: Settings, left: queue.SimpleQueue[Pairing], done: _Done, stopped: threading.Event
    ) -> None:
        super().__init__(daemon=True)
        self._game = game
        self._settings = settings
        self._left = left
        self._done = done
        self._stopped = stopped
        self._seats = [ProcessSeat(mind) for mind in settings.minds]

    def run(self) -> None:
        try:
            while not self._stopped.is_set():
                pairing = self._left.get_nowait()
                record = self._play(pairing)
                if self._stopped.is_set():
                    return  # a fault after the stop is ours, not the mind's
                self._done.put((pairing, record))
        except queue.Empty:
            pass
        except Exception as error:
            if not self._stopped.is_set():
                self._done.put(error)
        finally:
            self._done.put(None)
            for seat in self._seats:
                seat.close()

    def give_up(self) -> None:
        """End the minds' processes under way; the game they were in is not counted."""
        for seat in self._seats:
            seat.process.kill()

    def _play(self, pairing: Pairing) -> Record:
        seats = [self._seats[mind] for mind in pairing.minds]
        return GameRunner(self._game, seats, pairing.seed, self._settings.time).play(self._settings.opening)


def check_minds(game: Game, minds: Sequence[str]) -> None:
    """See that a match can be played: a mind for each seat, no people, everything compiled; raises `BadInput`."""
    if len(minds) != len(game.seats):
        raise BadInput("arena.match.seats", game=game.name, seats=len(game.seats), minds=len(minds))
    for name in minds:
        mind = load_mind(name, game)
        if mind.at_terminal:
            raise BadInput("arena.match.no_people", mind=name)
        mind.prepare(game)


def _claim(folder: Path, settings: Settings) -> None:
    """Make a folder this match's own, or see that it already is."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / _SETTINGS
        if not path.exists():
            if any(folder.iterdir()):
                raise BadInput("arena.match.not_ours", path=str(folder))
            draft = path.with_suffix(".part")
            draft.write_text(to_line(settings) + "\n", encoding="utf-8")
            draft.replace(path)
    except OSError as error:
        raise BadInput("core.record.not_writable", path=str(folder), reason=error.strerror or "") from None
    from pydantic import ValidationError

    try:
        kept = from_line(Settings, path.read_bytes())
    except (OSError, ValidationError):
        raise BadInput("arena.match.damaged", path=str(path)) from None
    if kept != settings:
        now, then = to_json(settings), to_json(kept)
        other = tuple(f"{name}={json.dumps(then.get(name))}" for name in then if then.get(name) != now.get(name))
        raise BadInput("arena.match.other", path=str(folder), other=other)
