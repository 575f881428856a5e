"""A move of Azul as pictures: the draft, then, at the end of a round, the laying of the walls."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import PlayedMove
from ludoteca.games.azul import tiles, view
from ludoteca.rules.kernel.game import KernelPosition


def draw(played: PlayedMove, language: str, narrow: bool) -> list[str]:
    """Every tile keeps its name on its way."""
    assert isinstance(played.position, KernelPosition)
    places = tiles.named(played.position.state)
    pictures = [view.picture(played.position, None, language, narrow, places)]
    for moment in played.position.frames(played.move):
        assert isinstance(moment, KernelPosition)
        state: Any = moment.state
        if tiles.whole(state):
            places = tiles.carried(places, state, state.rounds != played.position.state.rounds)
            pictures.append(view.picture(moment, played, language, narrow, places))
    return pictures
