"""Playing among more than two: a win forced against all the others together, or the best hope of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position, margin
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Player
from ludoteca.minds.alphabeta.budget import Budget
from ludoteca.minds.shared.reasons import consequences, touched
from ludoteca.minds.shared.search.trace import Bound, Branch, SearchTree
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.coalition_proofs import CoalitionProofs
from ludoteca.rules.kernel.solver.search_runner import Stopped

_COUNTING = 1 << 17  # positions looked at to count the replies that leave a win …
_MOST_REPLIES = 1 << 12  # … if there are no more replies than that, to all moves together


@dataclass(slots=True)
class Prospect:
    """What is known of a move.

    `forces` says whether it forces the win, None when that is open. After `wins` of its `replies` the win would be
    forced; 0 of 0 when they were not counted. `gain` is what it gives at once.
    """

    move: Move
    forces: bool | None = None
    wins: int = 0
    replies: int = 0
    gain: int = 0

    @property
    def hope(self) -> float:
        """The part of the replies that would leave a win."""
        return self.wins / self.replies if self.replies else 0.0

    @property
    def worth(self) -> tuple[bool, bool, float, int]:
        """A win, then what is not refuted, then the hope that somebody errs, then the gain."""
        return self.forces is True, self.forces is None, self.hope, self.gain


class CoalitionPlayer(Player):
    """Keeps its table from move to move; what it holds is proven, whatever the history."""

    def __init__(self, budget: Budget, proofs: CoalitionProofs) -> None:
        self.budget = budget
        self.proofs = proofs

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        assert isinstance(position, KernelPosition)
        seat = int(position.state.turn)
        prospects = [Prospect(move) for move in position.moves]
        self._weigh(position, seat, prospects)
        depth = self._think(position, seat, prospects, clock)
        prospects.sort(key=lambda prospect: prospect.worth, reverse=True)  # of equals, the first there is
        best, *others = prospects
        claim = _claim(prospects, depth, self.proofs.nodes)
        reason = Reason(
            claim, touched(position, best.move), because=(*consequences(position, best.move), *_hopes(best))
        )
        rejected = tuple(Rejected(other.move.text, _turned_down(other, depth)) for other in others)
        trace = SearchTree(tuple(_branch(each, position.game.seats[seat]) for each in prospects), (best.move.text,))
        return Choice(best.move, Explanation(reason, rejected, trace, self.proofs.nodes, _chance(best)))

    def _weigh(self, position: KernelPosition, seat: int, prospects: list[Prospect]) -> None:
        """What each move gives at once."""
        before = margin(self.proofs.expected_scores(position), seat)
        for prospect in prospects:
            after = margin(self.proofs.expected_scores(position, (prospect.move.code,)), seat)
            prospect.gain = int(after - before)

    def _think(self, position: KernelPosition, seat: int, prospects: list[Prospect], clock: Clock) -> int:
        """Prove what the budget allows, and count replies if no move wins; how many moves ahead it looked."""
        self.proofs.reset()
        depth = 1  # whatever the time, there is a choice
        self._look(position, seat, prospects, depth)
        self.proofs.limit, self.proofs.going = clock.effort, self.budget.going(clock)
        try:
            while depth < self.budget.depth and not _settled(prospects):
                self._look(position, seat, prospects, depth + 1)
                depth += 1
            if not any(prospect.forces for prospect in prospects):
                self._count(position, seat, prospects, depth)
        except Stopped:
            pass
        return depth

    def _look(self, position: KernelPosition, seat: int, prospects: list[Prospect], depth: int) -> None:
        """Ask of every move that is still open, until one wins. What is proven on the way stays, even if stopped."""
        for prospect in prospects:
            if prospect.forces is None:
                prospect.forces = self.proofs.forced(position, seat, depth - 1, (prospect.move.code,))
            if prospect.forces:
                return

    def _count(self, position: KernelPosition, seat: int, prospects: list[Prospect], depth: int) -> None:
        """Count the replies that would leave a win: after every move, or after none if that takes too long."""
        enough = self.proofs.nodes + _COUNTING
        self.proofs.limit = enough if self.proofs.limit is None else min(enough, self.proofs.limit)
        ahead = max(0, depth - 2)
        codes = [prospect.move.code for prospect in prospects]
        replies = [self.proofs.replies(position, code) for code in codes]
        if sum(map(len, replies)) > _MOST_REPLIES:
            return
        wins = [
            sum(self.proofs.forced(position, seat, ahead, (code, reply)) is True for reply in there)
            for code, there in zip(codes, replies, strict=True)
        ]
        for prospect, won, there in zip(prospects, wins, replies, strict=True):
            prospect.wins, prospect.replies = won, len(there)


def _settled(prospects: list[Prospect]) -> bool:
    """Whether looking further ahead can bring nothing new."""
    return any(prospect.forces for prospect in prospects) or all(prospect.forces is False for prospect in prospects)


def _claim(prospects: list[Prospect], depth: int, nodes: int) -> Message:
    """What is proven of the best move, the first one; and no more than that."""
    if prospects[0].forces:
        return Message("minds.alphabeta.forces", {"nodes": nodes})
    if prospects[0].forces is None:
        return Message("minds.alphabeta.no_force_found", {"depth": depth, "nodes": nodes})
    return Message("minds.alphabeta.no_force", {"nodes": nodes})


def _chance(best: Prospect) -> float | None:
    """Certain when forced; where nothing is, as likely as a reply that lets it win; no guess while that is open."""
    if best.forces is None or (best.forces is False and not best.replies):
        return None
    return 1.0 if best.forces else round(best.hope, 4)


def _turned_down(other: Prospect, depth: int) -> Reason:
    if other.forces:
        return Reason(Message("minds.alphabeta.also_forces"))
    refuted = other.forces is False
    claim = Message("minds.alphabeta.refuted") if refuted else Message("minds.alphabeta.open", {"depth": depth})
    return Reason(claim, because=_hopes(other))


def _hopes(prospect: Prospect) -> tuple[Reason, ...]:
    """Beyond what is proven: replies that would leave a win, if they were counted, and the gain."""
    if prospect.forces:
        return ()
    counted = Message("minds.alphabeta.replies", {"wins": prospect.wins, "replies": prospect.replies})
    gain = Reason(Message("minds.alphabeta.gain", {"gain": prospect.gain}))
    return (Reason(counted), gain) if prospect.replies else (gain,)


def _branch(prospect: Prospect, seat: str) -> Branch:
    """1 for a win that is forced, 0 for none; what is open is at least that."""
    bound: Bound = "at_least" if prospect.forces is None else "exact"
    return Branch(prospect.move.text, seat, float(prospect.forces or 0), bound)
