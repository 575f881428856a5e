"""Agricola, simplified for two: a game whose rules are a production system.

>>> game = AgricolaClassic({})
>>> position = game.start(seed=7)
>>> position.turn
0
>>> "take wood from forest" in [move.text for move in position.moves]
True
"""

from __future__ import annotations

from ludoteca.rules.production.game import ShippedGame


class AgricolaClassic(ShippedGame):
    """Two families, fourteen rounds, six harvests."""

    weight = 5
    phase_slots = (("phase", "round"), ("phase", "now"))


GAME = AgricolaClassic
