"""The settings of a tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.options import Value
from ludoteca.minds.schools import load_mind, pinned

Format = Literal["round-robin", "swiss", "gauntlet"]
FORMATS: tuple[Format, ...] = get_args(Format)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a tournament.

    `games` are those of each group of minds that sits down together, in every round; `rounds` are those of a Swiss
    tournament (None: as many as it takes to find the first of so many minds, and one more).
    """

    game: str
    options: Mapping[str, Value]
    minds: tuple[str, ...]
    games: int
    opening: int = 4
    time: float = DEFAULT_LIMIT
    seed: int = 0
    format: Format = "round-robin"
    rounds: int | None = None


def pinned_settings(settings: Settings, game: Game) -> Settings:
    """The settings with all options, and with the minds' knowledge files pinned to their text; raises `BadInput`."""
    minds = tuple(pinned(mind, game) for mind in settings.minds)
    return replace(settings, options=dict(game.values), minds=minds)


def check_minds(game: Game, minds: Sequence[str]) -> None:
    """Check that there are minds for all seats, and no people; compile what is needed. Raises `BadInput`."""
    if len(minds) < len(game.seats):
        raise BadInput("arena.tournament.too_few", game=game.name, seats=len(game.seats), minds=len(minds))
    for name in dict.fromkeys(minds):
        mind = load_mind(name, game)
        if mind.at_terminal:
            raise BadInput("arena.tournament.no_people", mind=name)
        mind.prepare(game)


def labels(minds: Sequence[str]) -> tuple[str, ...]:
    """The names of the minds, told apart where two are the same.

    >>> labels(["greedy", "random", "greedy"])
    ('greedy', 'random', 'greedy (2)')
    """
    seen: dict[str, int] = {}
    found = []
    for mind in minds:
        seen[mind] = seen.get(mind, 0) + 1
        found.append(mind if seen[mind] == 1 else f"{mind} ({seen[mind]})")
    return tuple(found)


def without_digest(name: str) -> str:
    """A mind's name without the digest and the shelf of its knowledge file, which only records need.

    >>> without_digest("prolog:file=mine.pl,digest=0123abcd"), without_digest("prolog:file=0123456789/mine.pl")
    ('prolog:file=mine.pl', 'prolog:file=mine.pl')
    """
    return re.sub(r"[,:]digest=[0-9a-f]+|(?<=file=)[0-9a-f]{10}/", "", name)
