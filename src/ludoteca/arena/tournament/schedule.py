"""The schedule of a tournament: who meets whom, from which seat, with which opening.

Games between the same minds share their openings: each opening is played once for every rotation of the minds around
the seats, and with more than two seats the next opening has another order around the table. Which games there are
between some minds depends on these minds alone, so that a mind added at the end, or one that is replaced, changes no
game that it is not in.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ludoteca.arena.tournament.settings import Settings
from ludoteca.arena.tournament.swiss import swiss_groups
from ludoteca.core.seeds import derive

Group = tuple[int, ...]
"""The numbers of minds that sit down together."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a tournament: its number, its seed, and which mind sits at each seat."""

    number: int
    seed: int
    minds: Group


def planned_games(settings: Settings, seats: int) -> int:
    """The number of games of a tournament.

    >>> planned_games(Settings("kalah", {}, ("a", "b", "c"), games=10), 2)
    30
    """
    minds = len(settings.minds)
    if settings.format == "swiss":
        return rounds_of(settings) * (minds // seats) * settings.games
    groups = math.comb(minds, seats) if settings.format == "round-robin" else math.comb(minds - 1, seats - 1)
    return settings.games * groups


def rounds_of(settings: Settings) -> int:
    """The number of rounds of a Swiss tournament."""
    return settings.rounds or max(1, len(settings.minds) - 1).bit_length() + 1


def schedule(settings: Settings, seats: int, score: Callable[[int], float]) -> Iterator[list[Pairing]]:
    """The rounds of a tournament. The next one is drawn up when it is asked for, from the scores at that time.

    >>> (games,) = schedule(Settings("kalah", {}, ("a", "b"), games=3), 2, lambda mind: 0)
    >>> [pairing.minds for pairing in games]
    [(0, 1), (1, 0), (0, 1)]
    """
    seating = _Seating(settings, seats)
    if settings.format == "swiss":
        meetings: Counter[Group] = Counter()
        byes: Counter[int] = Counter()
        for _ in range(rounds_of(settings)):
            ranked = sorted(range(len(settings.minds)), key=lambda mind: (-score(mind), mind))
            yield seating.games(swiss_groups(ranked, seats, meetings, byes))
    else:
        yield seating.games(all_groups(settings, seats))


def all_groups(settings: Settings, seats: int) -> list[Group]:
    """The groups of a round robin or a gauntlet; those of the last mind come last."""
    groups = itertools.combinations(range(len(settings.minds)), seats)
    chosen = [group for group in groups if settings.format == "round-robin" or 0 in group]
    return sorted(chosen, key=lambda group: group[::-1])


class _Seating:
    """Seats groups round after round, every mind as often on every seat as on any other."""

    def __init__(self, settings: Settings, seats: int) -> None:
        self._settings = settings
        self._seats = seats
        self._number = itertools.count()
        self._blocks: Counter[Group] = Counter()  # openings that a group has played
        self._sat: Counter[tuple[int, int]] = Counter()  # how often a mind sat at a seat in openings cut short

    def games(self, groups: Sequence[Group]) -> list[Pairing]:
        """The games of a round. All groups play their first opening, then all their second one."""
        whole, left = divmod(self._settings.games, self._seats)
        plans = [self._plan(group, whole, left) for group in groups]
        blocks = itertools.zip_longest(*plans, fillvalue=())
        return [Pairing(next(self._number), seed, minds) for block in blocks for plan in block for seed, minds in plan]

    def _plan(self, group: Group, whole: int, left: int) -> list[list[tuple[int, Group]]]:
        """The games of a group by opening: whole openings, then the games that are left."""
        first = self._blocks[group]
        self._blocks[group] += whole + (left > 0)
        blocks = range(first, first + whole)
        plan = [(block, [rotated(around_table(group, block), turn) for turn in range(self._seats)]) for block in blocks]
        if left:
            plan.append((first + whole, self._fairest(group, left)))
        return [[(derive(self._settings.seed, "pair", block), table) for table in tables] for block, tables in plan]

    def _fairest(self, group: Group, games: int) -> list[Group]:
        """The tables for fewer games than seats: those that give the minds the seats they had least."""
        step = self._seats // games

        def tables(order: Group) -> list[Group]:
            return [rotated(order, step * turn) for turn in range(games)]

        def cost(order: Group) -> int:
            return sum(4 ** self._sat[mind, seat] for table in tables(order) for seat, mind in enumerate(table))

        found = tables(min(itertools.permutations(group), key=cost))
        for table in found:
            self._sat.update((mind, seat) for seat, mind in enumerate(table))
        return found


def around_table(group: Group, number: int) -> Group:
    """The order of a group around the table for its opening of this number; all orders come in turn.

    >>> [around_table((0, 1, 2), number) for number in range(3)]
    [(0, 1, 2), (0, 2, 1), (0, 1, 2)]
    """
    orders = math.factorial(len(group) - 1)
    return group[0], *next(itertools.islice(itertools.permutations(group[1:]), number % orders, None))


def rotated(order: Group, turn: int) -> Group:
    """The order with everybody some seats further.

    >>> rotated((0, 1, 2), 1)
    (1, 2, 0)
    """
    turn %= len(order)
    return order[turn:] + order[:turn]
