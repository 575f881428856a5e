"""What can be computed about a game: exact values, counts, random playouts, and plans."""

from __future__ import annotations

from pathlib import Path

from ludoteca.api.arguments import read_numbers
from ludoteca.api.positions import Game, Position, as_game
from ludoteca.api.progress import progress_bar
from ludoteca.core.errors import BadInput
from ludoteca.games import game_names
from ludoteca.planners import make_plan
from ludoteca.planners.planner import SearchLimits, Solution
from ludoteca.rules.kernel.batches import Playouts, random_playouts
from ludoteca.rules.kernel.batches import perft as count_lines
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver import driver_of
from ludoteca.rules.kernel.solver.coalition_proofs import CoalitionProofs, SeatProof, prove, unproven
from ludoteca.rules.kernel.solver.endgame_table import NO_TABLE, table_for, usual_table
from ludoteca.rules.kernel.solver.solve import SolvedPosition
from ludoteca.rules.kernel.solver.solve import solve as search_to_the_end
from ludoteca.rules.kernel.solver.sowing_search import exact_search
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_file, read_problem
from ludoteca.rules.planning.task import Task

_MEMORY = 256  # MiB for a transposition table


def solve(
    what: Game | Position | str, *, memory: int = _MEMORY, progress: bool = True
) -> SolvedPosition | list[SeatProof]:
    """The value of a position with best play; among more than two seats, which seats can force their win.

    The bar shows the bounds of the margin that are proven so far.

    >>> from ludoteca.api.positions import game
    >>> solved = solve(game("kalah", pits=3, seeds=2))
    >>> solved.low, solved.high, solved.best
    (4, 4, ('2',))
    """
    (memory,) = read_numbers(memory=memory)
    board = _compiled(what)
    driver = driver_of(board.game)
    if driver is None:
        raise BadInput("rules.kernel.unsolvable", game=board.game.name)
    if driver == "coalition":
        proofs = unproven(board)
        prove(CoalitionProofs(board.game.kernel_for("coalition"), memory), board, proofs)
        return proofs
    seeds = usual_table(board.game)
    table = table_for(board.game, seeds) if seeds > 0 else NO_TABLE
    search = exact_search(board.game, memory, table)
    bounds = search.bounds(board)
    with progress_bar(board.game.name, progress) as note:

        def go_on() -> bool:
            note(f"{bounds.low} … {bounds.high}")
            return True

        search.should_continue = go_on
        return search_to_the_end(search, board, bounds)


def playouts(what: Game | Position | str, games: int, *, seed: int = 0) -> Playouts:
    """Random games in one compiled call: arrays with the points of every seat and the number of moves.

    >>> from ludoteca.api.positions import game
    >>> playouts(game("kalah"), 1000).points.shape
    (1000, 2)
    """
    games, seed = read_numbers(games=games, seed=seed)
    return random_playouts(_compiled(what), games, seed)


def perft(what: Game | Position | str, depth: int) -> int:
    """The number of lines of play to a depth; a game that is over is one line.

    >>> from ludoteca.api.positions import game
    >>> perft(game("kalah"), 5)
    4690
    """
    (depth,) = read_numbers(depth=depth)
    board = _compiled(what)
    return sum(count_lines(board, depth).values()) if depth and board.turn is not None else 1


def plan(
    domain: str | Path | Game, problem: str | Path | None = None, *, planner: str | None = None, seconds: float = 60.0
) -> Solution:
    """A validated plan for a planning game, or for a domain and a problem: files, or texts in PDDL.

    A game can be named, with its options behind the name: ``plan("agricola_planning:problem=2")``.
    """
    (seconds,) = read_numbers(seconds=seconds)
    limits = SearchLimits(seconds)
    return make_plan(_task(domain, problem, limits), limits, planner)


def _task(domain: str | Path | Game, problem: str | Path | None, limits: SearchLimits) -> Task:
    if problem is None and isinstance(domain, str) and domain.partition(":")[0] in game_names():
        domain = as_game(domain)
    if isinstance(domain, Game):
        if not isinstance(domain.rules, PlanningGame):
            raise BadInput("api.no_problem", game=domain.name)
        return domain.rules.table.task
    if problem is None:
        raise BadInput("api.two_texts")
    read = read_domain(*_text(domain, "domain.pddl"))
    text, name = _text(problem, "problem.pddl")
    return ground(read, read_problem(text, read, name), limits.check)


def _text(source: str | Path, name: str) -> tuple[str, str]:
    """A text in PDDL and its name in error messages: text begins with a parenthesis or a comment, a path does not."""
    if isinstance(source, str) and source.lstrip().startswith(("(", ";")):
        return source, name
    return read_file(Path(source)), str(source)


def _compiled(what: Game | Position | str) -> KernelPosition:
    """The position to compute with: the first one of a game; raises `BadInput` where the rules do not compile."""
    position = what if isinstance(what, Position) else as_game(what).start()
    if not isinstance(position.board, KernelPosition):
        raise BadInput("rules.kernel.needed", game=position.game.name)
    return position.board
