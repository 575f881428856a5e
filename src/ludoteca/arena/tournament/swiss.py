"""Swiss pairing: minds with similar scores meet, as few as possible for a second time."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

_STEPS = 20_000  # of the search for groups without a second meeting, for each number of them


def swiss_groups(
    ranked: Sequence[int], seats: int, meetings: Counter[tuple[int, ...]], byes: Counter[int]
) -> list[tuple[int, ...]]:
    """The groups of the next round, from the ranking; adds them to the meetings of pairs so far.

    If the minds do not fill all tables, those sit out that did so least often, the lowest first.

    >>> swiss_groups([3, 1, 0, 2], 2, Counter({(1, 3): 1}), Counter())
    [(0, 3), (1, 2)]
    """
    spare = len(ranked) % seats
    lowest = sorted(range(len(ranked)), key=lambda place: (byes[ranked[place]], -place))
    resting = {ranked[place] for place in lowest[:spare]}
    byes.update(resting)
    playing = [mind for mind in ranked if mind not in resting]
    groups = _groups(playing, seats, meetings)
    for group in groups:
        meetings.update(itertools.combinations(group, 2))
    return groups


def _groups(ranked: list[int], seats: int, meetings: Counter[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The groups nearest in the ranking with the fewest second meetings; where that takes too long, the nearest."""
    most = 0
    while True:
        search = _Search(seats, meetings)
        found = search.groups(ranked, most)
        if found is not None:
            return found
        if search.steps <= 0:
            return [tuple(sorted(ranked[at : at + seats])) for at in range(0, len(ranked), seats)]
        most += 1


class _Search:
    """A depth-first search for groups, the nearest in the ranking first."""

    def __init__(self, seats: int, meetings: Counter[tuple[int, ...]]) -> None:
        self._seats = seats
        self._meetings = meetings
        self.steps = _STEPS

    def groups(self, ranked: list[int], most: int) -> list[tuple[int, ...]] | None:
        """Groups with at most so many second meetings."""
        if not ranked:
            return []
        first, others = ranked[0], ranked[1:]
        for company in itertools.combinations(others, self._seats - 1):
            self.steps -= 1
            if self.steps <= 0:
                return None
            group = tuple(sorted((first, *company)))
            again = sum(self._meetings[pair] for pair in itertools.combinations(group, 2))
            if again <= most:
                rest = self.groups([mind for mind in others if mind not in company], most - again)
                if rest is not None:
                    return [group, *rest]
        return None
