"""Alpha-beta search with iterative deepening and a transposition table; values are proven at the end of the game.

In compiled games without chance it proves values: for two seats the best final margin, for more seats a forced win
against the coalition of all others. In all other games it searches lines to the next chance event, with compiled rules
or by `after`; among more than two seats all others play against it (paranoid), or each for itself (max-n).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import AnsweringPlayer, Choice, Mind, Player, Role, Suggestion
from ludoteca.core.options import Option, Value
from ludoteca.minds.alphabeta.bound_claim import bound_claim
from ludoteca.minds.alphabeta.budget import MAX_DEPTH, Budget, default_nodes, refusal
from ludoteca.minds.alphabeta.coalition import CoalitionPlayer
from ludoteca.minds.alphabeta.kernel_lines import KernelLines
from ludoteca.minds.alphabeta.line_player import LinePlayer
from ludoteca.minds.alphabeta.position_search import PositionSearch
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line, line_texts
from ludoteca.minds.shared.search.trace import Branch, SearchTree
from ludoteca.rules.kernel.game import KernelGame, KernelPosition, prepare_kernel
from ludoteca.rules.kernel.solver import driver_of
from ludoteca.rules.kernel.solver.coalition_proofs import CoalitionProofs
from ludoteca.rules.kernel.solver.endgame_table import NO_TABLE, EndgameTable, table_for
from ludoteca.rules.kernel.solver.margin_search import MarginSearch, MarginValue, MoveBound
from ludoteca.rules.kernel.solver.proven_values import OpeningBook
from ludoteca.rules.kernel.solver.search_runner import Stopped

_ADVICE = 1_500_000  # positions: 0.4 s of processor time in Kalah


class AlphaBeta(Mind):
    """Alpha-beta search with a budget of depth or seconds a move, and endgame tables in games that have them."""

    parameters = (
        Option("depth", int, 10, about="minds.alphabeta.parameter.depth", low=1, high=MAX_DEPTH),
        Option("seconds", float, None, about="minds.alphabeta.parameter.seconds", low=0.01, high=86400),
        Option("memory", int, 64, about="minds.alphabeta.parameter.memory", low=1, high=4096),
        Option("endgame", int, 12, about="minds.alphabeta.parameter.endgame", low=0, high=20),
        Option("book", bool, False, about="minds.alphabeta.parameter.book"),
        Option("nodes", int, None, about="minds.alphabeta.parameter.nodes", low=1, high=10**9),
        Option("opponents", str, "paranoid", about="minds.alphabeta.parameter.opponents", choices=("paranoid", "maxn")),
    )
    limits = ("memory", "nodes")

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        seconds = None if values["seconds"] is None else float(values["seconds"])
        depth = MAX_DEPTH if seconds is not None else int(values["depth"] or 1)
        nodes = None if seconds is not None or values["nodes"] is None else int(values["nodes"])
        self.budget = Budget(depth, seconds, int(values["memory"] or 1), nodes)
        self.max_n = values["opponents"] == "maxn"
        self.endgame = int(values["endgame"] or 0)
        self.book = bool(values["book"])

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion | None:
        """An adviser for compiled games of two seats without chance; with more seats it only finds forced wins.

        Its budget is a count: on a busy machine the advice comes later, but is as good.
        """
        suits = role == "adviser" and isinstance(game, KernelGame) and driver_of(game) == "alphabeta"
        return Suggestion(40, f"depth={MAX_DEPTH},nodes={_ADVICE},book=true") if suits else None

    @classmethod
    def exam_settings(cls, game: Game) -> Mapping[str, Value]:
        return {"depth": 4, "memory": 4, "nodes": 2000 if isinstance(game, KernelGame) else 40}

    def refuses(self, game: Game) -> Message | None:
        return refusal(game)

    def reached_limits(self, efforts: Sequence[int]) -> Collection[str]:
        """A search stops after exactly as many positions as `nodes` says."""
        return ("nodes",) if self.budget.nodes in efforts else ()

    @property
    def timed(self) -> bool:
        return self.budget.seconds is not None

    def prepare(self, game: Game) -> None:
        if isinstance(game, KernelGame):
            prepare_kernel(game, self._driver(game))
            self._endgame_table(game)

    def join(self, game: Game, seat: int, seed: int) -> Player:
        max_n = self.max_n and len(game.seats) > 2
        if not isinstance(game, KernelGame):
            return LinePlayer(self._budget(game, None), PositionSearch(max_n))
        driver = self._driver(game)
        kernel, budget = game.kernel_for(driver), self._budget(game, driver)
        if driver == "horizon_search":
            return LinePlayer(budget, KernelLines(kernel, budget.memory, max_n))
        if driver == "coalition":
            return CoalitionPlayer(budget, CoalitionProofs(kernel, budget.memory))
        search = MarginSearch(kernel, budget.memory, self._endgame_table(game))
        return AlphaBetaPlayer(budget, search, OpeningBook(game) if self.book else None)

    def _driver(self, game: KernelGame) -> str:
        """The search of a compiled game: one that proves values, unless chance or max-n rules that out."""
        driver = driver_of(game)
        return "horizon_search" if driver is None or (self.max_n and len(game.seats) > 2) else driver

    def _budget(self, game: Game, driver: str | None) -> Budget:
        """The budget for a move in a game: without limits of its own, it searches a number of positions by default."""
        given = self.budget.nodes is not None or self.timed
        return self.budget if given else replace(self.budget, nodes=default_nodes(game, driver))

    def _endgame_table(self, game: KernelGame) -> EndgameTable:
        """The endgame table, built if it is not in the cache. Its size is fixed, so that choices can be repeated."""
        return table_for(game, self.endgame) if self.endgame else NO_TABLE


class AlphaBetaPlayer(AnsweringPlayer):
    """A player for two seats that keeps its table from move to move: entries do not depend on the history."""

    def __init__(self, budget: Budget, search: MarginSearch, book: OpeningBook | None = None) -> None:
        self.budget = budget
        self.search = search
        self.book = book

    def answer(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        """The choice; a move it is asked about is searched again for its value: to choose, a bound was enough."""
        assert isinstance(position, KernelPosition)
        known = self.book.best_moves(position) if self.book is not None else {}
        value, depth = self._by_book(known) if known else self._deepen(position, clock)
        nodes = self.search.nodes
        best = next((move for move in position.moves if move.code == value.best), position.moves[0])
        line = line_texts(position, self.search.principal_variation(position, best.code))
        ahead = None if value.proven else depth
        rest = [move for move in position.moves if move != best]
        others = [
            MoveBound(move, known[move])
            if move in known
            else self.search.move_bound(position, move, value.margin, ahead)
            for move in rest
        ]
        if about is not None and about != best:
            place = rest.index(about)
            others[place] = self._look_again(position, others[place], ahead, clock)
        others.sort(key=lambda bound: -bound.at_most)
        seat = position.game.seats[int(position.state.turn)]
        branches = (
            Branch(best.text, seat, value.margin, "exact" if value.proven else "estimate"),
            *(
                Branch(other.move.text, seat, other.at_most, "at_most" if value.proven else "estimate_at_most")
                for other in others
            ),
        )
        args = {"margin": value.margin, "nodes": nodes}
        if known:
            claim = Message("minds.alphabeta.book", {"margin": value.margin})
        elif value.proven:
            claim = Message("minds.alphabeta.proven", args)
        else:
            claim = Message("minds.alphabeta.expected", {**args, "depth": depth})
        because = (*consequences(position, best), expected_line(line))
        reason = Reason(claim, changed_facts(position, best), because=because)
        rejected = tuple(Rejected(other.move.text, _rejection(position, other, value)) for other in others)
        why = Explanation(reason, rejected, SearchTree(branches, line), nodes, _win_estimate(value))
        return Choice(best, why)

    def _look_again(self, position: KernelPosition, bound: MoveBound, ahead: int | None, clock: Clock) -> MoveBound:
        """The value of a move instead of a bound, as deep as it was searched to choose, if the budget allows it."""
        if position.after(bound.move).turn is None:
            return bound
        before = self.search.nodes
        self.search.limit, self.search.should_continue = self.budget.second_look(clock, before)
        try:
            margin = self.search.move_value(position, bound, ahead)
        except Stopped:
            return bound
        line = tuple(self.search.principal_variation(position, bound.move.code)[1:])
        return MoveBound(bound.move, margin, line, self.search.nodes - before)

    def _by_book(self, known: Mapping[Move, int]) -> tuple[MarginValue, int]:
        """The value of the first of the best moves of the book, without a search."""
        self.search.reset()
        best, margin = next(iter(known.items()))
        return MarginValue(margin, True, best.code), 0

    def _deepen(self, position: KernelPosition, clock: Clock) -> tuple[MarginValue, int]:
        """Value and depth of the last iteration before the budget is spent or the value is proven."""
        self.search.reset()
        value, depth = self.search.value(position, 1, 0), 1  # completed in any case, so that there is a choice
        self.search.limit, self.search.should_continue = self.budget.limit(clock), self.budget.time_check(clock)
        try:
            while depth < self.budget.depth and not value.proven:
                deeper = self.search.value(position, depth + 1, value.margin)
                value, depth = deeper, depth + 1
        except Stopped:
            pass
        return value, depth


def _rejection(position: KernelPosition, other: MoveBound, value: MarginValue) -> Reason:
    """The reason why another move was not chosen."""
    claim = bound_claim(other.at_most, value.margin, value.proven)
    line = line_texts(position, [other.move.code, *other.refutation])
    because = [expected_line(line)] if len(line) > 1 else []
    if other.searched_again is not None:
        key = "minds.alphabeta.again" if value.proven else "minds.alphabeta.estimated.again"
        because.append(Reason(Message(key, {"margin": other.at_most, "nodes": other.searched_again})))
    return Reason(claim, because=tuple(because))


def _win_estimate(value: MarginValue) -> float:
    """The estimated chance to win: certain when the value is proven, else a logistic function of the margin."""
    if value.proven:
        return 0.5 if value.margin == 0 else float(value.margin > 0)
    return round(1 / (1 + math.exp(-value.margin / 6)), 4)


MIND = AlphaBeta
