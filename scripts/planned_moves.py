"""Compare the planning views with the referee on many positions of random games.

``python -m scripts.planned_moves [--only GAME] [--positions N]``: the checks are those of the tests, which go through
fewer positions. A planned step that is not legal, or has another effect than the rules give it, ends it with an error.
The working day of Agricola is left out: its rules are the domain that the planner plans with.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

from tests.games import test_agricola_harvest, test_kalah_turn, test_planned_moves

_SEED = 20  # of Agricola's games; the tests have others


def _compare_harvests(positions: int) -> None:
    for position, move in test_agricola_harvest.positions(positions, _SEED):
        test_agricola_harvest.check_position(position, move)


def _comparison_of_steps(game: str) -> Callable[[int], None]:
    return lambda positions: test_planned_moves.test_every_planned_step_is_a_legal_move_with_the_effect_of_the_rules(
        game, {}, positions
    )


COMPARISONS: dict[str, Callable[[int], None]] = {
    "kalah": lambda positions: test_kalah_turn.test_a_turn_is_what_the_rules_make_of_it((), positions),
    "azul": _comparison_of_steps("azul"),
    "queens": _comparison_of_steps("queens"),
    "agricola_classic": _compare_harvests,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare the views of some games, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", metavar="GAME", action="append", choices=COMPARISONS, help="this game; may be repeated"
    )
    parser.add_argument("--positions", type=int, default=5000, metavar="N", help="positions of each game")
    given = parser.parse_args(arguments)
    for game in given.only or COMPARISONS:
        began = time.process_time()
        COMPARISONS[game](given.positions)
        print(f"{game}: {given.positions:,} positions, no difference ({time.process_time() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
