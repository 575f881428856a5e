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

_BOOKKEEPING = frozenset(
    [
        "lay-out-farm",
        "fill-store",
        "pile-up",
        "leave-shelter-empty",
        "learn-exchange",
        "forget-exchange",
        "end-start-of-round",
        "begin-working-day",
        "change-turn",
        "occupy-whole-card",
        "finish-action",
        "then-fence",
        "renovate-room",
        "end-working-day",
        "come-home",
        "be-hungry-again",
        "free-action",
        "make-ready-to-replenish",
        "fill-well",
        "make-ready-to-gather",
        "make-ready-to-breed",
        "end-round",
        "begin-feeding",
        "feed-other-family",
        "begin-breeding",
        "breed-on-other-farm",
        "end-harvest",
        "replenish",
    ]
)


class AgricolaClassic(ShippedGame):
    """Two families, fourteen rounds, six harvests."""

    weight = 5
    phase_slots = (("phase", "round"), ("phase", "now"))
    bookkeeping = _BOOKKEEPING


GAME = AgricolaClassic
