"""Ludoteca: the classic schools of artificial intelligence play board games, and every move says why.

>>> import ludoteca
>>> game = ludoteca.game("kalah", pits=4, seeds=3)
>>> position = game.start(seed=7)
>>> position.moves
('1', '2', '3', '4')
>>> position.after("2").sentence("1")
'Sows 3 seeds from pit 1.'
>>> print(position.why("greedy").sentence())
changes its expected margin by +1 and moves again; no move does better

`game_names` and `mind_names` say what there is. `play`, `match` and `read_record` give records, which show
themselves in a notebook, and `to_frame` makes a data frame of them; `review`, `solve`, `plan`, `perft` and `playouts`
compute. Nothing is imported before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteca.api.analysis import perft, plan, playouts, solve
    from ludoteca.api.charts import bars
    from ludoteca.api.frames import from_frame, to_frame
    from ludoteca.api.matches import Match, match
    from ludoteca.api.positions import Choice, Game, Position, game
    from ludoteca.api.records import Record, play, read_record
    from ludoteca.api.reviews import Review, review
    from ludoteca.games import game_names
    from ludoteca.minds.schools import mind_names

__version__ = "0.2.0"

_INTERFACE = {
    "api.analysis": ("perft", "plan", "playouts", "solve"),
    "api.charts": ("bars",),
    "api.frames": ("from_frame", "to_frame"),
    "api.matches": ("Match", "match"),
    "api.positions": ("Choice", "Game", "Position", "game"),
    "api.records": ("Record", "play", "read_record"),
    "api.reviews": ("Review", "review"),
    "games": ("game_names",),
    "minds.schools": ("mind_names",),
}

__all__ = [
    "Choice",
    "Game",
    "Match",
    "Position",
    "Record",
    "Review",
    "bars",
    "from_frame",
    "game",
    "game_names",
    "match",
    "mind_names",
    "perft",
    "plan",
    "play",
    "playouts",
    "read_record",
    "review",
    "solve",
    "to_frame",
]


def __getattr__(name: str) -> Any:
    """A name of the interface, imported when it is first used."""
    for module, names in _INTERFACE.items():
        if name in names:
            import importlib

            value = getattr(importlib.import_module(f"ludoteca.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
