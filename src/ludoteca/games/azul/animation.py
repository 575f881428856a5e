"""The animation of a move of Azul: the draft and, at the end of a round, the tiling of the walls."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import PlayedMove
from ludoteca.games.azul import tiles, view
from ludoteca.rules.kernel.game import KernelPosition


def draw(played: PlayedMove, language: str, narrow: bool, player_names: tuple[str, ...] = ()) -> list[str]:
    """The pictures of a move; each tile keeps its id from picture to picture."""
    assert isinstance(played.position, KernelPosition)
    places = tiles.named_tiles(played.position.state)
    pictures = [view.picture(played.position, None, language, narrow, places, player_names)]
    for frame in played.position.frames(played.move):
        assert isinstance(frame, KernelPosition)
        state: Any = frame.state
        if tiles.is_complete(state):
            places = tiles.move_tiles(places, state, state.rounds != played.position.state.rounds)
            pictures.append(view.picture(frame, played, language, narrow, places, player_names))
    return pictures
