"""The interface of a game's `hints.py`: evaluation, playout policy, priors and move ordering for search minds.

The rules never use hints. Every game defines `expected_score` to `prior`, for one-step minds, Monte Carlo tree search
and search to a horizon; for the latter it can also define `estimated_score` and `move_order`. A game for two seats
without chance also defines `settled_margin` to `move_order`, for alpha-beta: the value of a state is the settled margin
plus the remaining margin, and the remaining margin depends on `key` alone. A game for more seats without chance also
defines `key`, `forced_result` and `coalition_order`, for proofs of one seat against all others; `key` must then differ
for all states whose proofs could differ.

A game of sowing for two seats, with the hints for alpha-beta, can also define `endgame_options` to `put_seeds`, for
endgame tables: the remaining margin is then one of the rows of pits and of the options alone. The move with the code of
a pit sows that pit of the seat to move, and every pit with seeds can be sown. A sowing goes from a row's first pit to
its last and to the store, and seeds in a store stay there.
"""

from typing import Any

def expected_score(s: Any, seat: int) -> int:
    """A seat's expected points: with those that are certain but not counted yet, or by the game's own measure."""

def estimated_score(s: Any, seat: int) -> float:
    """Optional: a seat's points so far and an estimate of those to come; without it, `expected_score` is used.

    Right after a chance event it must not depend on what was drawn: a search evaluates such a state.
    """

def win_estimate(s: Any, seat: int) -> float:
    """An evaluation of the state for a seat, from 0 to 1: its estimated chance to win."""

def max_score(s: Any) -> int:
    """Optional: the most points that a seat can have at the end, which makes points a reward from 0 to 1."""

HORIZON: int  # the number of chance events after which a playout stops and the state is evaluated

def chance_events(s: Any) -> int:
    """The number of chance events so far: the search tree is not expanded beyond the next one."""

def playout_move(s: Any, options: Any, n: int, rng: Any) -> int:
    """The playout policy: the move to play, one of the first n of `options`."""

def prior(s: Any, move: int) -> float:
    """The prior of a move for tree search: proportional to how likely it is the best one."""

def settled_margin(s: Any) -> int:
    """The margin that play can no longer change, from the view of the first seat."""

def max_remaining(s: Any) -> int:
    """The largest change of the settled margin that any line of play can bring."""

def margin_step(s: Any) -> int:
    """The step between possible margins: a remaining margin differs from `max_remaining` by a multiple of it."""

def key(s: Any) -> Any:
    """The 64-bit key of a state in the transposition table: it differs where the remaining margin could differ."""

def estimate(s: Any) -> int:
    """The evaluation at the horizon: the estimated remaining margin, from the view of the seat to move."""

def move_order(s: Any, move: int) -> int:
    """Move ordering: the rank of a move, the highest is tried first."""

def forced_result(s: Any, seat: int) -> int:
    """1 when a seat wins in any case, 0 when it can no longer win, -1 when neither is known (never at the end)."""

def coalition_order(s: Any, move: int, seat: int) -> int:
    """Move ordering in coalition proofs for a seat: the rank of a move, the highest is tried first."""

def endgame_options(s: Any) -> int:
    """A number for the options that the remaining margin depends on, apart from the pits in a row."""

def seeds_left(s: Any) -> int:
    """The seeds in pits; more than `boards.MAX_SEEDS` for a state that its rows do not describe."""

def pits_in_row(s: Any) -> int:
    """The pits in a row; with more than `boards.MAX_ROW` a game has no tables."""

def seeds_in(s: Any, row: int, pit: int) -> int:
    """The seeds in a pit of the seat to move (row 0) or of the other one (row 1); its last pit is next to its store."""

def put_seeds(s: Any, row: int, pit: int, seeds: int) -> None:
    """Put seeds into a pit, numbered as in `seeds_in`."""
