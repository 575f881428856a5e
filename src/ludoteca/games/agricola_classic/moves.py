"""The legal moves of a position with their labels, and the card, improvement or land each belongs to."""

from __future__ import annotations

from ludoteca.core.game import PlayedMove
from ludoteca.games.shared.agricola.moves_by_card import LabelledMove
from ludoteca.games.shared.agricola.names import Names
from ludoteca.rules.production.agenda import Activation
from ludoteca.rules.production.game import ProductionPosition

_LABELS = {
    "take-goods": ("take", "good"),
    "bake-bread": ("bake", "bread"),
    "become-starting-player": ("begin", "first"),
    "take-animal-into-room": ("house", "animal"),
    "next-animal-into-room": ("house", "animal"),
    "take-animal-into-pasture": ("pasture", "animal"),
    "next-animal-into-pasture": ("pasture", "animal"),
    "take-animal-to-cook": ("cook", "animal"),
    "next-animal-to-cook": ("cook", "animal"),
    "plow": ("plow", "plow"),
    "sow": ("sow", "crop"),
    "sow-next": ("sow", "crop"),
    "fence-single-pasture": ("fence_single", "fence"),
    "next-fence-single-pasture": ("fence_single", "fence"),
    "fence-double-pasture": ("fence_double", "fence"),
    "next-fence-double-pasture": ("fence_double", "fence"),
    "fence-begun-pasture": ("fence_on", "fence"),
    "next-fence-begun-pasture": ("fence_on", "fence"),
    "build-stable": ("stable", "stable"),
    "build-next-stable": ("stable", "stable"),
    "build-room": ("room", "room"),
    "build-next-room": ("room", "room"),
    "renovate": ("renovate", "renovate"),
    "grow-family": ("child", "child"),
    "grow-family-without-room": ("child", "child"),
    "buy-for-one-resource": ("buy", "star"),
    "buy-for-two-resources": ("buy", "star"),
    "buy-hearth-for-clay": ("buy", "star"),
    "buy-hearth-for-fireplace": ("hand_in", "star"),
    "then-buy-for-one-resource": ("buy", "star"),
    "then-buy-for-two-resources": ("buy", "star"),
    "then-buy-hearth-for-clay": ("buy", "star"),
    "then-buy-hearth-for-fireplace": ("hand_in", "star"),
    "exchange-goods": ("exchange", "good"),
    "exchange-animal-of-house": ("exchange_house", "animal"),
    "exchange-animal-of-pasture": ("exchange_pasture", "animal"),
    "eat-crop": ("eat", "crop"),
    "settle-young-in-room": ("house", "animal"),
    "settle-young-in-pasture": ("pasture", "animal"),
}
"""For each rule that is a choice: the key of its label, and its icon or the variable that holds the icon's name."""


def labelled_moves(position: ProductionPosition, names: Names) -> list[LabelledMove]:
    """The legal moves in the position's order."""
    return [_labelled(move.text, position.offers[move.text], names) for move in position.moves]


def _labelled(move: str, activation: Activation, names: Names) -> LabelledMove:
    bound = dict(activation.bindings)
    if activation.rule not in _LABELS:
        return LabelledMove(move, "star", move, move)
    key, icon = _LABELS[activation.rule]
    args = {name: value if isinstance(value, int) else names.word(str(value)) for name, value in bound.items()}
    short = names.say(f"move.{key}", **args)
    detail = names.say("stabled" if bound["stables"] else "pasture", **args) if "stables" in bound else ""
    # Only the first step of an action sends a family member to a card; later steps match none.
    card = str(bound.get("card", "")) if any(name.startswith("[person-") for name in activation.matched) else ""
    lands = [name.strip("[]") for name in activation.matched if name.startswith("[land-")]
    return LabelledMove(
        move,
        str(bound.get(icon, icon)),
        short,
        f"{short} ({detail})" if detail else short,
        card,
        str(bound.get("improvement", "")),
        lands[0] if lands else "",
    )


def cards_of_last_move(last: PlayedMove | None) -> set[str]:
    """The action card and the improvement of the last move."""
    if last is None:
        return set()
    assert isinstance(last.position, ProductionPosition)
    bound = dict(last.position.offers[last.move.text].bindings)
    return {str(bound[name]) for name in ("card", "improvement") if name in bound}
