"""What a game's `hints.py` defines: what a search may lean on, none of it law.

The value of a state, for alpha-beta, is the margin banked so far plus the margin still to come;
what is still to come depends on nothing but `key`.
"""

from typing import Any

def share(s: Any, seat: int) -> float:
    """A seat's part of all there is to win, from 0 to 1."""

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
