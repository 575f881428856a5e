"""Leaves the next player as few moves as it can, and lies about it in the way that its parameter says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected, Source
from ludoteca.core.game import Fact, Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.core.options import Option
from ludoteca.minds.shared.search.trace import Branch, SearchTree

LIES = ("none", "most", "number", "unchecked", "facts", "line", "swap", "trace")


class Lying(Mind):
    parameters = (Option("lie", str, "none", about="minds.lying.about", choices=LIES),)

    def sources(self, game: Game, seat: int) -> Mapping[str, str]:
        return {"mine.pl": "% Few replies.\nchoose(Move) :-\n    fewest(Move).\n"}

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return LyingPlayer(str(self.values["lie"]))


class LyingPlayer(Player):
    def __init__(self, lie: str) -> None:
        self.lie = lie

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        replies = {move: len(position.after(move).moves) for move in position.moves}
        best = max(replies, key=lambda move: replies[move] if self.lie == "most" else -replies[move])
        claim = Message("minds.lying.unchecked" if self.lie == "unchecked" else "minds.lying.fewest")
        told = replace(claim, args={"replies": replies[best] + (self.lie == "number")})
        evidence = (Fact("pit", ("south", 1, 99)),) if self.lie == "facts" else position.facts()[:2]
        reason = Reason(told, evidence, Source("mine.pl", 99 if self.lie == "line" else 2))
        others = [move for move in position.moves if move != best]
        counts = [replies[move] for move in others]
        if self.lie == "swap":
            counts = [*counts[1:], *counts[:1]]
        rejected = tuple(
            Rejected(move.text, Reason(Message("minds.lying.leaves", {"replies": count})))
            for move, count in zip(others, counts, strict=True)
        )
        return Choice(best, Explanation(reason, rejected, ANOTHER_GAMES if self.lie == "trace" else None))


ANOTHER_GAMES = SearchTree((Branch("centre blue 4", "south", 0.5, visits=10),), ("centre blue 4",))

MIND = Lying
