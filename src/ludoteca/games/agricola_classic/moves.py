"""The legal moves of a position with their labels, and the card, improvement or land each belongs to."""

from __future__ import annotations

from ludoteca.core.game import PlayedMove
from ludoteca.games.shared.agricola.moves_by_card import LabelledMove
from ludoteca.games.shared.agricola.names import Names
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.game import ProductionPosition

_RULES_BY_LABEL = {
    ("take", "good"): "take-goods",
    ("bake", "bread"): "bake-bread",
    ("starting_player", "first"): "become-starting-player",
    ("house", "animal"): "take-animal-into-room next-animal-into-room settle-young-in-room",
    ("pasture", "animal"): "take-animal-into-pasture next-animal-into-pasture settle-young-in-pasture",
    ("cook", "animal"): "take-animal-to-cook next-animal-to-cook",
    ("plow", "plow"): "plow",
    ("sow", "crop"): "sow sow-next",
    ("fence_single", "fence"): "fence-single-pasture next-fence-single-pasture",
    ("fence_double", "fence"): "fence-double-pasture next-fence-double-pasture",
    ("fence_further", "fence"): "fence-begun-pasture next-fence-begun-pasture",
    ("stable", "stable"): "build-stable build-next-stable",
    ("room", "room"): "build-room build-next-room",
    ("renovate", "renovate"): "renovate",
    ("child", "child"): "grow-family grow-family-without-room",
    ("buy", "star"): "buy-for-one-resource buy-for-two-resources buy-hearth-for-clay",
    ("hand_in", "star"): "buy-hearth-for-fireplace",
    ("exchange", "good"): "exchange-goods",
    ("exchange_house", "animal"): "exchange-animal-of-house",
    ("exchange_pasture", "animal"): "exchange-animal-of-pasture",
    ("eat", "crop"): "eat-crop",
}
"""For each label and icon (or the variable that holds the icon's name) the rules that are choices with them."""
_LABELS = {rule: label for label, rules in _RULES_BY_LABEL.items() for rule in rules.split()}


def labelled_moves(position: ProductionPosition, names: Names) -> list[LabelledMove]:
    """The legal moves in the position's order."""
    return [_labelled(move.text, position.offers[move.text], names) for move in position.moves]


def _labelled(move: str, activation: Activation, names: Names) -> LabelledMove:
    bound = dict(activation.bindings)
    rule = activation.rule.removeprefix("then-")  # the same choice as the second half of a card's action
    if rule not in _LABELS:
        return LabelledMove(move, "star", move, move)
    key, icon = _LABELS[rule]
    args = {name: value if isinstance(value, int) else names.word(str(value)) for name, value in bound.items()}
    short = names.say(f"move.{key}", **args)
    detail = names.say(f"{'stabled_' if bound['stables'] else ''}pasture_details", **args) if "stables" in bound else ""
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
