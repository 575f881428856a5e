"""The processor time of a move: a mind chooses again in games that it played, and all its processes are counted."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from ludoteca.arena.game_runner import first_position, seen_position
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.mind import Mind, Player
from ludoteca.core.record import Record
from ludoteca.core.seeds import derive
from ludoteca.minds.schools import load_mind

_MOVES = 40  # that are measured at most
_SECONDS = 20.0  # of processor time after which no further move is measured
_LIMIT = 120.0  # seconds a move


def milliseconds_a_move(mind: str, game: Game, records: Sequence[Record]) -> float | None:
    """The median of the processor time of a mind's moves in records of its games; None without a move."""
    loaded = load_mind(mind, game)
    loaded.prepare(game)
    costs: list[float] = []
    for record in records:
        for cost in _costs(loaded, game, record, record.header.minds.index(mind)):
            costs.append(cost)
            if len(costs) >= _MOVES or sum(costs) > _SECONDS:
                return _milliseconds(costs)
    return _milliseconds(costs)


def _milliseconds(costs: Sequence[float]) -> float | None:
    return float(f"{1000 * median(costs):.2g}") if costs else None


def _costs(mind: Mind, game: Game, record: Record, seat: int) -> Iterator[float]:
    """The seconds of each move of a seat; the moves that are made are those of the record."""
    position, history = first_position(game, record.header.seed), list[Move]()
    player = mind.join(game, seat, derive(record.header.seed, "player", seat))
    try:
        for turn in record.turns:
            if position.turn == seat and not turn.opening:
                yield _cost(player, seen_position(position, record.header.seed, len(history)), history)
            move = find_move(position, turn.text)
            history.append(move)
            position = position.after(move)
    finally:
        player.close()


def _cost(player: Player, position: Position, history: Sequence[Move]) -> float:
    before, started = _time_of_descendants(), time.process_time()
    player.choose(position, history, Clock(_LIMIT))
    own = time.process_time() - started
    return own + sum(seconds - before.get(pid, 0.0) for pid, seconds in _time_of_descendants().items())


def _time_of_descendants() -> dict[int, float]:
    """The processor time of every process that this one started, or one of those did."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[int(folder.name)] = int(fields[1])
    found, size = {os.getpid()}, 0
    while size < len(found):
        size = len(found)
        found |= {pid for pid, parent in parents.items() if parent in found}
    times = {}
    for pid in found - {os.getpid()}:
        try:
            times[pid] = time.clock_gettime((~pid << 3) | 2)  # the clock of another process, as Linux numbers it
        except OSError:
            continue
    return times
