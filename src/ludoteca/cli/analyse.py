"""`solve` and `perft`: exact values and counts of a game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TypeVar

from ludoteca.cli.background import GLANCE, Background
from ludoteca.cli.output import announce_compiling, console, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import phrase
from ludoteca.core.options import read_settings
from ludoteca.games import open_game
from ludoteca.rules.kernel.batches import perft as count_lines
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.solver import driver_of
from ludoteca.rules.kernel.solver.coalition_proofs import CoalitionProofs, SeatProof, prove, unproven
from ludoteca.rules.kernel.solver.endgame_table import (
    NO_TABLE,
    EndgameTable,
    best_table,
    has_tables,
    largest_table,
    table_for,
    usual_table,
)
from ludoteca.rules.kernel.solver.search_runner import Stopped
from ludoteca.rules.kernel.solver.solve import solve as search_to_the_end
from ludoteca.rules.kernel.solver.sowing_search import exact_search

T = TypeVar("T")


def solve(game_name: str, settings: Sequence[str], memory: int, endgame: int | None, as_json: bool) -> None:
    """Solve a game: the best margin between two seats; among more, which seats can force their win."""
    announce_compiling()
    game = _kernel_game(game_name, settings)
    if driver_of(game) is None:
        raise BadInput("rules.kernel.unsolvable", game=game.name)
    _check_endgame(game, endgame)
    if driver_of(game) == "coalition":
        _solve_for_each(game, memory, as_json)
    else:
        _solve_for_two(game, memory, endgame, as_json)


def _check_endgame(game: KernelGame, wanted: int | None) -> None:
    """Refuse an endgame table that the game cannot have."""
    most = largest_table(game)
    if wanted is not None and wanted > max(most, 0):
        key = "cli.solve.too_large" if has_tables(game) else "cli.solve.no_endgames"
        raise BadInput("cli.cannot", game=game.name, reason=phrase(key, LANGUAGE, most=most))


def _endgame_table(game: KernelGame, wanted: int | None, going: threading.Event, quiet: bool) -> EndgameTable:
    """The endgame table with the seeds that are wanted (0: none), or the best one; none if building it was stopped."""
    if wanted == 0:
        return NO_TABLE
    left, percent = wanted or usual_table(game), 0

    def progress(written: int, boards: int) -> bool:
        nonlocal percent
        percent = 100 * written // boards
        return going.is_set()

    def status() -> str:
        return tell("solve.building", left=left, percent=percent)

    def table() -> EndgameTable:
        return best_table(game, progress) if wanted is None else table_for(game, wanted, progress)

    try:
        return _run_interruptibly(going, table, status, quiet)
    except Stopped:
        return NO_TABLE


def _solve_for_two(game: KernelGame, memory: int, wanted: int | None, as_json: bool) -> None:
    """The value of a game for the seat that moves first, and all moves that reach it."""
    going = _going()
    endgame = _endgame_table(game, wanted, going, as_json)
    search = exact_search(game, memory, endgame)
    search.should_continue = going.is_set
    bounds = search.bounds(game.start(0))

    def progress() -> str:
        return tell("solve.searching", nodes=search.nodes, low=bounds.low, high=bounds.high)

    solution = _run_interruptibly(going, lambda: search_to_the_end(search, game.start(0), bounds), progress, as_json)
    value = solution.low if solution.proven else None
    if as_json:
        print_json(
            {
                "game": game.name,
                "options": dict(game.values),
                "value": value,
                "low": solution.low,
                "high": solution.high,
                "best": list(solution.best),
                "proven": solution.proven,
                "endgame": max(endgame.left, 0),
                "nodes": solution.nodes,
                "seconds": round(solution.seconds, 3),
            }
        )
        return
    figures = {"nodes": solution.nodes, "seconds": round(solution.seconds, 2)}
    if value is None:
        console.print(tell("solve.stopped", low=solution.low, high=solution.high, **figures))
    else:
        console.print(tell("solve.proven", value=value, best=solution.best, **figures))


def _solve_for_each(game: KernelGame, memory: int, as_json: bool) -> None:
    """Which seat can force its win against all the others together, and after which first moves."""
    proofs, start = CoalitionProofs(game.kernel_for("coalition"), memory), game.start(0)
    verdicts, going = unproven(start), _going()
    proofs.should_continue = going.is_set

    def progress() -> str:
        proven = sum(verdict.forces is not None for verdict in verdicts)
        return tell("solve.proving", nodes=proofs.nodes, proven=proven, seats=len(verdicts))

    seconds = _run_interruptibly(going, lambda: prove(proofs, start, verdicts), progress, as_json)
    winner = next((verdict.seat for verdict in verdicts if verdict.forces), None)
    proven = all(verdict.after is not None for verdict in verdicts)
    if as_json:
        print_json(
            {
                "game": game.name,
                "options": dict(game.values),
                "seats": [asdict(verdict) for verdict in verdicts],
                "winner": winner,
                "proven": proven,
                "nodes": proofs.nodes,
                "seconds": round(seconds, 3),
            }
        )
        return
    for verdict in verdicts:
        console.print(_verdict_text(game, verdict))
    if winner is None and all(verdict.forces is False for verdict in verdicts):
        console.print(tell("solve.no_forced_win"))
    end = "solve.figures" if proven else "solve.broken_off"
    console.print(tell(end, nodes=proofs.nodes, seconds=round(seconds, 2)))


def _verdict_text(game: KernelGame, verdict: SeatProof) -> str:
    """The proof about a seat as text."""
    known = {None: "unknown", True: "forces", False: "cannot_force"}[verdict.forces]
    sentence = tell(f"solve.{known}", seat=f"games.{game.name}.seat.{verdict.seat}")
    return f"{sentence} {tell('solve.after', moves=verdict.after)}" if verdict.after else sentence


def _going() -> threading.Event:
    """An event that is set until Ctrl-C."""
    going = threading.Event()
    going.set()
    return going


def _run_interruptibly(going: threading.Event, work: Callable[[], T], progress: Callable[[], str], quiet: bool) -> T:
    """Work in another thread; Ctrl-C clears `going`, so that the work ends with what is proven by then."""
    background = Background(work)
    with console.status(progress()) as status:
        while True:
            try:
                if background.done(GLANCE):
                    return background.result()
                if not quiet:
                    status.update(progress())
            except KeyboardInterrupt:
                going.clear()


def perft(game_name: str, settings: Sequence[str], depth: int, as_json: bool) -> None:
    """The number of lines of play to a depth, split by first move."""
    announce_compiling()
    game = _kernel_game(game_name, settings)
    work = Background(lambda: count_lines(game.start(0), depth))
    while not work.done(GLANCE):
        pass
    split = work.result()
    leaves = sum(split.values()) if depth else 1
    if as_json:
        print_json({"game": game.name, "options": dict(game.values), "depth": depth, "leaves": leaves, "split": split})
        return
    for text, count in split.items():
        console.print(tell("perft.row", move=text, leaves=count))
    console.print(tell("perft.leaves", depth=depth, leaves=leaves))


def _kernel_game(name: str, settings: Sequence[str]) -> KernelGame:
    game = open_game(name, read_settings(settings))
    if not isinstance(game, KernelGame):
        raise BadInput("rules.kernel.needed", game=name)
    return game
