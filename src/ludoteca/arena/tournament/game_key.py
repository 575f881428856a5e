"""The key of a game: a hash of all that decides what happens in it.

These are the game and its options, the minds at the seats with their parameters and the texts of their knowledge, the
seed, the opening, the time limit, and the version of Ludoteca; of a game or a mind that is not part of Ludoteca, all
files of its folder. A game that has been played under the same key need not be played again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from ludoteca import __version__
from ludoteca.core.game import Game
from ludoteca.core.mind import MindName
from ludoteca.core.plugins import plugins
from ludoteca.games import folder_of
from ludoteca.minds.schools import load_mind

_BYTES = 16


class GameKeys:
    """Makes the keys of games that are played by the same rules."""

    def __init__(self, game: Game) -> None:
        self._game = game
        plugin = plugins("games").get(game.name)
        own = "" if plugin is not None and plugin.shipped else _folder_digest(folder_of(game))
        self._rules = _digest([__version__, game.name, dict(game.values), own])
        self._minds: dict[tuple[str, int], str] = {}

    def key(self, minds: Sequence[str], seed: int, opening: int, time: float) -> str:
        """The key of a game; raises `BadInput` for minds that cannot be loaded."""
        seated = [self._mind(mind, seat) for seat, mind in enumerate(minds)]
        return _digest([self._rules, seated, seed, opening, float(time)])

    def _mind(self, mind: str, seat: int) -> str:
        if (mind, seat) not in self._minds:
            name = MindName.read(mind)
            settings = {option: _without_folder(option, value) for option, value in name.settings.items()}
            texts = load_mind(mind, self._game).sources(self._game, seat)
            plugin = plugins("minds")[name.school]
            own = "" if plugin.shipped else _folder_digest(plugin.folder)
            self._minds[mind, seat] = _digest([name.school, settings, dict(texts), own])
        return self._minds[mind, seat]


def _without_folder(option: str, value: str) -> str:
    """A value that is the same wherever a knowledge file lies: its text counts, not its folder."""
    return Path(value).name if option == "file" else value


def _folder_digest(folder: Path) -> str:
    """A hash of the files in a folder."""
    digest = hashlib.blake2b(digest_size=_BYTES)
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(folder)} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def _digest(data: object) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=_BYTES).hexdigest()
