"""The alpha-beta player for more than two seats: a forced win against all others, or the move closest to one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position, margin
from ludoteca.core.i18n import Message
from ludoteca.core.mind import AnsweringPlayer, Choice
from ludoteca.minds.alphabeta.budget import Budget
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line, line_texts
from ludoteca.minds.shared.search.trace import Bound, Branch, SearchTree
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.coalition_proofs import CoalitionProofs
from ludoteca.rules.kernel.solver.search_runner import Stopped

_REPLY_NODES = 1 << 17  # positions searched to count the replies that allow a forced win
_MAX_REPLIES = 1 << 12  # replies to all moves together; with more they are not counted


@dataclass(slots=True)
class MoveProof:
    """The proof state of a move.

    `forces` is whether the move forces the win, None when that is not proven. After `wins` of its `replies` the win
    would be forced; both are 0 when the replies were not counted. `gain` is its immediate gain of expected score.
    """

    move: Move
    forces: bool | None = None
    wins: int = 0
    replies: int = 0
    gain: int = 0
    searched_again: int | None = None  # positions, where it was searched for a question about it
    refutation: int | None = None  # the reply after which no win is forced, where that was searched for

    @property
    def winning_replies(self) -> float:
        """The share of the replies that allow a forced win."""
        return self.wins / self.replies if self.replies else 0.0

    @property
    def rank(self) -> tuple[bool, bool, float, int]:
        """The order of preference: a forced win, then a move not refuted, then winning replies, then the gain."""
        return self.forces is True, self.forces is None, self.winning_replies, self.gain


class CoalitionPlayer(AnsweringPlayer):
    """A player that keeps its table of proofs from move to move: entries do not depend on the history."""

    def __init__(self, budget: Budget, proofs: CoalitionProofs) -> None:
        self.budget = budget
        self.proofs = proofs

    def answer(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        """The choice; a move it is asked about is searched even if not needed, with a reply that refutes it."""
        assert isinstance(position, KernelPosition)
        seat = int(position.state.turn)
        moves = [MoveProof(move) for move in position.moves]
        self._set_gains(position, seat, moves)
        depth = self._deepen(position, seat, moves, clock)
        moves.sort(key=lambda move: move.rank, reverse=True)  # stable: the first of equals in the order of the rules
        best, *others = moves
        nodes = self.proofs.nodes
        for other in others:
            if other.move == about:
                self._look_again(position, other, best, depth, clock)
        claim = _claim(best, depth, nodes)
        because = (*consequences(position, best.move), *_unproven_reasons(best))
        reason = Reason(claim, changed_facts(position, best.move), because=because)
        rejected = tuple(Rejected(other.move.text, _rejection(other, best, depth, position)) for other in others)
        trace = SearchTree(tuple(_branch(each, position.game.seats[seat]) for each in moves), (best.move.text,))
        return Choice(best.move, Explanation(reason, rejected, trace, nodes, _win_estimate(best)))

    def _set_gains(self, position: KernelPosition, seat: int, moves: list[MoveProof]) -> None:
        """Set the immediate gain of each move."""
        before = margin(self.proofs.expected_scores(position), seat)
        for move in moves:
            after = margin(self.proofs.expected_scores(position, (move.move.code,)), seat)
            move.gain = int(after - before)

    def _deepen(self, position: KernelPosition, seat: int, moves: list[MoveProof], clock: Clock) -> int:
        """Iterative deepening within the budget, then a count of replies if no move wins. Returns the depth reached."""
        self.proofs.reset()
        depth = 1  # completed in any case, so that there is a choice
        self._search(position, seat, moves, depth)
        self.proofs.limit, self.proofs.should_continue = self.budget.limit(clock), self.budget.time_check(clock)
        try:
            while depth < self.budget.depth and not _is_settled(moves):
                self._search(position, seat, moves, depth + 1)
                depth += 1
            if not any(move.forces for move in moves):
                self._count_replies(position, seat, moves, depth)
        except Stopped:
            pass
        return depth

    def _look_again(self, position: KernelPosition, move: MoveProof, best: MoveProof, depth: int, clock: Clock) -> None:
        """Search a move that was not searched since another wins, and a reply that refutes it."""
        before, seat, code = self.proofs.nodes, int(position.state.turn), move.move.code
        self.proofs.limit, self.proofs.should_continue = self.budget.second_look(clock, before)
        try:
            if best.forces and move.forces is None:
                move.forces = self.proofs.is_forced_win(position, seat, depth - 1, (code,))
                move.searched_again = self.proofs.nodes - before
            if move.forces is False and position.after(move.move).turn != seat:
                replies = self.proofs.replies(position, code)
                refuting = (r for r in replies if self.proofs.is_forced_win(position, seat, None, (code, r)) is False)
                move.refutation = next(refuting, None)
                move.searched_again = self.proofs.nodes - before
        except Stopped:
            pass

    def _search(self, position: KernelPosition, seat: int, moves: list[MoveProof], depth: int) -> None:
        """Search each unproven move to a depth, until one wins. Proofs found before a stop are kept."""
        for move in moves:
            if move.forces is None:
                move.forces = self.proofs.is_forced_win(position, seat, depth - 1, (move.move.code,))
            if move.forces:
                return

    def _count_replies(self, position: KernelPosition, seat: int, moves: list[MoveProof], depth: int) -> None:
        """Count the replies that allow a forced win, after all moves or, if that takes too long, after none."""
        limit = self.proofs.nodes + _REPLY_NODES
        self.proofs.limit = limit if self.proofs.limit is None else min(limit, self.proofs.limit)
        ahead = max(0, depth - 2)
        codes = [move.move.code for move in moves]
        replies = [self.proofs.replies(position, code) for code in codes]
        if sum(map(len, replies)) > _MAX_REPLIES:
            return
        wins = [
            sum(self.proofs.is_forced_win(position, seat, ahead, (code, reply)) is True for reply in own)
            for code, own in zip(codes, replies, strict=True)
        ]
        for move, won, own in zip(moves, wins, replies, strict=True):
            move.wins, move.replies = won, len(own)


def _is_settled(moves: list[MoveProof]) -> bool:
    """Whether a deeper search cannot change the choice: a move wins, or all moves are refuted."""
    return any(move.forces for move in moves) or all(move.forces is False for move in moves)


def _claim(best: MoveProof, depth: int, nodes: int) -> Message:
    """The statement about the best move: a forced win, none, or none found."""
    if best.forces:
        return Message("minds.alphabeta.forces", {"nodes": nodes})
    if best.forces is None:
        return Message("minds.alphabeta.no_force_found", {"depth": depth, "nodes": nodes})
    return Message("minds.alphabeta.no_force", {"nodes": nodes})


def _win_estimate(best: MoveProof) -> float | None:
    """The estimated chance to win: 1 when forced, else the share of winning replies; None when neither is known."""
    if best.forces is None or (best.forces is False and not best.replies):
        return None
    return 1.0 if best.forces else round(best.winning_replies, 4)


def _rejection(other: MoveProof, best: MoveProof, depth: int, position: KernelPosition) -> Reason:
    """The reason why another move was not chosen."""
    if other.forces:
        claim = Message("minds.alphabeta.also_forces")
    elif other.forces is False:
        claim = Message("minds.alphabeta.refuted")
    elif best.forces and other.searched_again is None:
        claim = Message("minds.alphabeta.not_needed")
    else:
        claim = Message("minds.alphabeta.open", {"depth": depth})
    return Reason(claim, because=(*_unproven_reasons(other), *_found_again(other, position)))


def _found_again(move: MoveProof, position: KernelPosition) -> Iterator[Reason]:
    """What was found about a move for a question: the reply that refutes it, and how much was searched."""
    if move.refutation is not None:
        yield expected_line(line_texts(position, [move.move.code, move.refutation]))
    if move.searched_again is not None:
        yield Reason(Message("minds.alphabeta.searched", {"nodes": move.searched_again}))


def _unproven_reasons(move: MoveProof) -> tuple[Reason, ...]:
    """The reasons for a move that forces no win: its winning replies, if they were counted, and its gain."""
    if move.forces:
        return ()
    counted = Message("minds.alphabeta.replies", {"wins": move.wins, "replies": move.replies})
    gain = Reason(Message("minds.alphabeta.gain", {"gain": move.gain}))
    return (Reason(counted), gain) if move.replies else (gain,)


def _branch(move: MoveProof, seat: str) -> Branch:
    """A move in the trace: value 1 for a forced win, 0 for none; a lower bound when neither is proven."""
    bound: Bound = "at_least" if move.forces is None else "exact"
    return Branch(move.move.text, seat, float(move.forces or 0), bound)
