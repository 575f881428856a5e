"""The hints a game's `hints.py` defines for search minds; the rules never use them.

Every game: `expected_score` to `prior`, for one-step minds and Monte Carlo tree search. Two seats without chance:
`settled_margin` to `move_order` as well, for alpha-beta, where the value of a state is the settled margin plus the
remaining margin, and the remaining margin depends on `key` alone. More than two seats without chance: `key`,
`forced_result` and `coalition_order`, for proofs of one seat against all others; `key` must then tell apart all states
whose proofs could differ.
"""

from typing import Any

def expected_score(s: Any, seat: int) -> int:
    """A seat's points, with those that are as good as its own but not counted yet."""

def win_estimate(s: Any, seat: int) -> float:
    """How well a seat stands, from 0 to 1: its part of all there is to win, or a guess at its chances."""

HORIZON: int  # how many epochs a playout goes through before it asks how well the seats stand

def chance_events(s: Any) -> int:
    """Grows when chance steps in: a tree ends there, since nobody can know what comes."""

def playout_move(s: Any, options: Any, n: int, rng: Any) -> int:
    """The move a playout tries, one of the first n of `options`."""

def prior(s: Any, move: int) -> float:
    """How likely a move looks to be the best one, to any scale: the likelier, the sooner a tree search looks at it."""

def settled_margin(s: Any) -> int:
    """The margin so far, as the first seat sees it."""

def max_remaining(s: Any) -> int:
    """No line of play can change the margin by more than this."""

def margin_step(s: Any) -> int:
    """Margins to come differ from `max_remaining` by multiples of this."""

def key(s: Any) -> Any:
    """64 bits that tell apart all states whose margin to come could differ."""

def estimate(s: Any) -> int:
    """A guess at the margin to come, as the seat to move sees it."""

def move_order(s: Any, move: int) -> int:
    """How good a move looks at a glance: greater is tried first."""

def forced_result(s: Any, seat: int) -> int:
    """1 when a seat wins however the game goes on, 0 when it cannot win any more, -1 otherwise; never -1 at the end."""

def coalition_order(s: Any, move: int, seat: int) -> int:
    """Greater is tried first, by the seat the question is about and by those against it alike."""
