"""Links to positions that were set up by hand: the options and the facts of a game, compressed for an address."""

from __future__ import annotations

import base64
import binascii
import json
import zlib

from ludoteca.arena.replay import started
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, read_fact
from ludoteca.core.options import read_settings
from ludoteca.games import load_game

LONGEST_LINK = 4000
"""Characters of a link's position."""

_LARGEST = 1 << 16  # bytes of its text


def setup_link(game: Game) -> str:
    """The options and the start facts of a game as one word for an address."""
    default = load_game(game.name).values
    changed = {name: value for name, value in game.values.items() if value != default[name]}
    options = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in changed.items()]
    text = "\n".join([",".join(options), *map(str, game.start_facts)])
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def linked_game(name: str, link: str) -> Game:
    """The game of a link, starting from its position; raises `BadInput`."""
    try:
        packed = base64.b64decode(link + "=" * (-len(link) % 4), altchars=b"-_", validate=True)
        text = zlib.decompressobj().decompress(packed, _LARGEST).decode()
    except (binascii.Error, ValueError, zlib.error):
        raise BadInput("lab.setup.bad_link") from None
    options, *facts = text.split("\n")
    game = load_game(name, read_settings(options.split(",")) if options else {})
    return started(game, [read_fact(line) for line in facts])
