"""The largest share of points that any player can have against ``random`` in Agricola's working day.

``python -m bench.best_response [MIND …]`` goes through all positions of the first problem (expectimax): a seat plays
its best response to ``random``, which chooses among its legal moves with equal chances. With minds whose choice depends
on the position alone, the seat plays as they choose: that is their exact share. Positions that no rule can tell apart
for the rest of the game are counted as one.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from statistics import fmean

from ludoteca.core.clock import Clock
from ludoteca.core.mind import Player
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind
from ludoteca.rules.planning.game import PlanningGame, PlanningPosition
from ludoteca.rules.planning.syntax import Atom
from ludoteca.rules.planning.task import Action, State

_TWINS = (("day-labourer", "fishing"), ("one-stone-1", "one-stone-2"))  # cards that do the same
_STILL_READ = {"penalty", "done", "actions"}  # of a seat that has done all its actions

Shares = tuple[float, float]


@dataclass(slots=True)
class BestResponse:
    """The exact results of a seat that plays its best response to ``random`` at the other seat, or as a player does."""

    game: PlanningGame
    seat: int
    player: Player | None = None
    known: dict[tuple[int, bytes], Shares] = field(default_factory=dict)

    def shares(self, state: State) -> Shares:
        """The expected share of points, and the chance to win, in a state whose forced actions have been applied."""
        key = self._key(state)
        if key not in self.known:
            self.known[key] = self._shares(state)
        return self.known[key]

    def _shares(self, state: State) -> Shares:
        table = self.game.table
        turn, actions = table.choices(state)
        if turn is None:
            return self._result(state)
        if self.player is not None and turn == self.seat:
            actions = [self._chosen(state, self.player)]
        found = [
            self.shares(table.apply_forced(table.task.after(state, action))[0]) for action in _of_one_person(actions)
        ]
        if turn == self.seat:
            return max(found)
        return fmean(share for share, _ in found), fmean(wins for _, wins in found)

    def _chosen(self, state: State, player: Player) -> Action:
        position = PlanningPosition(self.game, state)
        return position.chosen(player.choose(position, [], Clock(120)).move)

    def _result(self, state: State) -> Shares:
        table = self.game.table
        if not table.task.finished(state):  # the player to move has no move
            won = float(table.to_move(state) != self.seat)
            return won, won
        points = table.points(state)
        own, other = points[self.seat], points[1 - self.seat]
        return (1.0, 1.0) if own > other else (0.5, 0.0) if own == other else (0.0, 0.0)

    def _key(self, state: State) -> tuple[int, bytes]:
        """A state without what no rule reads any more."""
        task, seats = self.game.table.task, self.game.seats
        facts, values = state.facts, dict(zip(task.fluents, state.values, strict=True))
        for one, two in _TWINS if self.player is None else ():  # a player may prefer one of them
            first, second = (task.bit[Atom("used", (card,))] for card in (one, two))
            if facts & second and not facts & first:
                facts ^= first | second
        values[Atom("total-cost")] = 0
        least = min(values[Atom("penalty", (seat,))] for seat in seats)
        is_last = values[Atom("turn")] == task.static_values[Atom("last-turn")]
        for seat in seats:
            values[Atom("penalty", (seat,))] -= least
            values[Atom("stock", (seat, "food"))] = 0
            if is_last:
                facts &= ~task.bit[Atom("starting", (seat,))]
            if is_last and values[Atom("done", (seat,))] == values[Atom("actions", (seat,))]:
                for fluent in values:
                    if seat in fluent.args and fluent.name not in _STILL_READ:
                        values[fluent] = 0
        return facts, bytes(map(int, values.values()))


def _of_one_person(actions: list[Action]) -> list[Action]:
    """The actions of the first person that is free: every other one has the same."""
    return [action for action in actions if action.bound["?p"] == actions[0].bound["?p"]]


def main() -> None:
    """Print the shares of both seats: of the best response, or of the minds that are named."""
    game = load_game("agricola_planning")
    assert isinstance(game, PlanningGame)
    names: list[str | None] = [*sys.argv[1:]] or [None]
    for mind in names:
        _print_shares(game, mind)


def _print_shares(game: PlanningGame, mind: str | None) -> None:
    both, title = 0.0, mind or "best response"
    for seat, name in enumerate(game.seats):
        player = None if mind is None else load_mind(mind, game).join(game, seat, 1)
        response = BestResponse(game, seat, player)
        share, wins = response.shares(game.table.apply_forced(game.table.task.initial)[0])
        both += share / 2
        found = f"{100 * share:.2f} % of the points, {100 * wins:.2f} % wins; {len(response.known):,} positions"
        print(f"{title}, {name}: {found}", flush=True)
        if player is not None:
            player.close()
    print(f"{title}, both seats: {100 * both:.2f} %", flush=True)


if __name__ == "__main__":
    main()
