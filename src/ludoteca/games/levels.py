"""Levels: opponents from weak to strong, each a mind with its parameters, in `levels.toml` of a game's folder.

A game has at most the five levels of `NAMES`; it has fewer where no more strengths can be told apart, and none without
the file. `bench/levels.py` measures that each level beats the one below.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Game
from ludoteca.core.i18n import phrase
from ludoteca.core.mind import MindName
from ludoteca.core.resources import has_tables
from ludoteca.core.toml_files import read_toml
from ludoteca.games import folder_of

FILE = "levels.toml"
NAMES = ("first_steps", "easy", "medium", "hard", "strongest")
"""The names of the levels, the weakest first."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a game: `mind` plays it."""

    name: str
    mind: str

    def title(self, language: str) -> str:
        """What people call the level."""
        return phrase(f"games.level.{self.name}", language)


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; raises `BadInput` when its file is wrong."""
    path = folder_of(game) / FILE
    if not has_tables(path):
        return ()
    entries = read_toml(path)
    if list(entries) != [name for name in NAMES if name in entries]:
        raise BadInput("games.levels.names", path=str(path), names=NAMES)
    return tuple(_level(path, name, mind) for name, mind in entries.items())


def level_of(game: Game, name: str) -> Level:
    """A level of a game by its name; raises `BadInput`."""
    levels = {level.name: level for level in levels_of(game)}
    if name not in levels:
        raise no_such("level", name, levels)
    return levels[name]


def _level(path: Path, name: str, mind: object) -> Level:
    if not isinstance(mind, str):
        raise BadInput("games.levels.not_a_mind", path=str(path), level=name)
    return Level(name, str(MindName.read(mind)))
