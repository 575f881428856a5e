"""What a game's `hints.py` defines: what minds may lean on, none of it law.

The first part is for every mind, and for searches by chance; the second, from `banked` on, for alpha-beta, and
only a game without chance for two need have it. The value of a state there is the margin banked so far plus the
margin still to come; what is still to come depends on nothing but `key`.

The third part, from `foregone` on, is for proofs of one seat against all the others, in games without chance for any
number; of the second they need only `key`, which must then tell apart all states where the answers could differ.
"""

from typing import Any

def tally(s: Any, seat: int) -> int:
    """A seat's points, with those that are as good as its own but not counted yet."""

def share(s: Any, seat: int) -> float:
    """How well a seat stands, from 0 to 1: its part of all there is to win, or a guess at its chances."""

HORIZON: int  # how many epochs a playout goes through before it asks how well the seats stand

def epoch(s: Any) -> int:
    """Grows when chance steps in: a tree ends there, since nobody can know what comes."""

def lean(s: Any, options: Any, n: int, rng: Any) -> int:
    """The move a playout tries, one of the first n of `options`."""

def weigh(s: Any, move: int) -> float:
    """How likely a move looks to be the best one, to any scale: the likelier, the sooner a tree search looks at it."""

def banked(s: Any) -> int:
    """The margin so far, as the first seat sees it."""

def to_come(s: Any) -> int:
    """No line of play can change the margin by more than this."""

def grain(s: Any) -> int:
    """Margins to come differ from `to_come` by multiples of this."""

def key(s: Any) -> Any:
    """64 bits that tell apart all states whose margin to come could differ."""

def estimate(s: Any) -> int:
    """A guess at the margin to come, as the seat to move sees it."""

def promise(s: Any, move: int) -> int:
    """How good a move looks at a glance: greater is tried first."""

def foregone(s: Any, seat: int) -> int:
    """1 when a seat wins however the game goes on, 0 when it cannot win any more, -1 otherwise; never -1 at the end."""

def urge(s: Any, move: int, seat: int) -> int:
    """Greater is tried first, by the seat the question is about and by those against it alike."""
