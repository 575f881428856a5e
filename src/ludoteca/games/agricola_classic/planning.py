"""The planning view of Agricola classic: the working days up to the next harvest as a problem for one family."""

from __future__ import annotations

from pathlib import Path

from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Message
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.harvest_problem import SYMBOLS, described, food_for, template
from ludoteca.games.agricola_classic.words import arguments
from ludoteca.rules.planning.as_problem import PlannedMove, PlanningView, ProblemTemplate, StateDescription, Transition
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.planning.task import Action, Task
from ludoteca.rules.production.game import ProductionPosition

_ROOT = "games.agricola_classic"
_IN_PASTURE = "pasture cells={cells} stables={stables} animals={animals}"
_MOVES = {
    "take-goods": ("take", "take {good} from {card}"),
    "become-starting-player": ("starting_player", "become starting player"),
    "take-animal-into-house": ("house", "take {animal} into house"),
    "take-animal-into-pasture": ("pasture", f"take {{animal}} into {_IN_PASTURE}"),
    "cook-animal": ("cook", "cook {animal} for {food} food"),
    "plow": ("plow", "plow at {card}"),
    "sow": ("sow", "sow {crop} at {card}"),
    "sow-next": ("sow_next", "sow {crop}"),
    "bake-one": ("bake", "bake 1 grain for {food} food"),
    "bake-two": ("bake", "bake 2 grain for {food} food"),
    **dict.fromkeys(("fence-single", "begin-single"), ("fence_single", "fence single")),
    **dict.fromkeys(("fence-double", "begin-double"), ("fence_double", "fence double")),
    **dict.fromkeys(("fence-on", "fence-further"), ("fence_further", "fence on")),
    "build-stable": ("stable", f"build stable in {_IN_PASTURE} animal={{animal}}"),
    "build-room": ("room", "build room"),
    "renovate": ("renovate", "renovate at {card}"),
    "take-improvement-for-one": ("buy_for_one", "buy {improvement}"),
    "take-improvement-for-two": ("buy_for_two", "buy {improvement}"),
    "take-hearth-for-fireplace": ("hand_in", "buy {improvement} for {fireplace}"),
    "grow-with-room": ("child", "grow family"),
    "grow-without-room": ("child_without_room", "grow family without room"),
    "exchange": ("exchange", "exchange 1 {good} for {food} food"),
    "exchange-two-grain": ("exchange", "exchange 2 grain for {food} food"),
    "exchange-animal-of-house": ("exchange_house", "exchange {animal} from house for {food} food"),
    "exchange-animal-of-pasture": ("exchange_pasture", f"exchange {{animal}} from {_IN_PASTURE} for {{food}} food"),
    "eat-crop": ("eat", "eat {crop}"),
    "settle-young-in-house": ("young_house", "settle {animal} in house"),
    "settle-young-in-pasture": ("young_pasture", f"settle {{animal}} in {_IN_PASTURE}"),
}
"""The actions that are moves, each with the key of its words and the text of the move."""
_URGENCY = {
    **dict.fromkeys(("grow-with-room", "grow-without-room"), 100),
    "build-room": 60,
    **dict.fromkeys(("take-improvement-for-one", "take-improvement-for-two", "take-hearth-for-fireplace"), 20),
    **dict.fromkeys(("sow", "renovate"), 15),
    **dict.fromkeys(("fence-single", "fence-double", "fence-on", "plow", "bake-one", "bake-two", "build-stable"), 5),
}
_VALUES = {"reed": 4, "stone": 4, "vegetable": 6, "grain": 3, "sheep": 4, "boar": 5, "cattle": 6}
_VALUE_OF_NEEDED_FOOD = 5
_AMOUNTS = {"take-goods": "pile", "fetch-food": "replenishing"}
_NAMES = {"?c": "card", "?a": "animal", "?i": "improvement", "?f": "fireplace"}
_GRAIN = {"bake-one": 1, "bake-two": 2, "exchange-two-grain": 2}


class HarvestView(PlanningView):
    """The days up to the next harvest, for one family; what the other one does is not foreseen."""

    file = Path(__file__).parent / "knowledge" / "harvest.pddl"
    compared_moves = 40  # all of them: most of these problems are small

    def template(self, game: Game, seat: int) -> ProblemTemplate:
        return template()

    def described_symbols(self, game: Game) -> frozenset[str]:
        return SYMBOLS

    def describe(self, position: Position, seat: int) -> StateDescription:
        assert isinstance(position, ProductionPosition)
        return described(position, seat)

    def move_of(self, game: Game, seat: int, action: Action) -> PlannedMove | None:
        kind = _kind(action)
        if kind not in _MOVES:
            return None
        try:
            return PlannedMove(seat, _MOVES[kind][1].format_map(_bound(action)))
        except LookupError:  # an action of another domain, with other variables
            return None

    def step_message(self, game: Game, transition: Transition) -> Message | None:
        action = transition.action
        kind, bound = _kind(action), _bound(action)
        if kind in _AMOUNTS:
            amount = transition.task.value(transition.before, Atom(_AMOUNTS[kind], (str(bound["card"]),)))
            bound["amount"] = int(amount or 0)
        words = {name: value if isinstance(value, int) else word_of(value) for name, value in bound.items()}
        key = f"name.{_MOVES[kind][0]}" if kind in _MOVES else f"step.{word_of(kind)}"
        return Message(f"{_ROOT}.{key}", arguments(words))

    def urgency(self, game: Game, task: Task, action: Action) -> Number:
        """The other family may take a card first: what the card is worth, roughly; most of all food that is needed."""
        bound = action.bound
        pile, good = Atom("pile", (bound.get("?c", ""),)), bound.get("?g", bound.get("?a", ""))
        need, food = (task.value(task.initial, atom) or 0 for atom in (Atom("need"), Atom("stock", ("food",))))
        value = _VALUE_OF_NEEDED_FOOD if good == "food" and food < need else _VALUES.get(good, 2)
        return _URGENCY.get(action.schema.name) or (task.value(task.initial, pile) or 0) * value


def _kind(action: Action) -> str:
    """The name of an action; a person who goes on sowing has words of its own."""
    name = action.schema.name
    return "sow-next" if name == "sow" and "going-on" in action.args else name


def _bound(action: Action) -> dict[str, str | int]:
    """The arguments of an action under the names that the rules of the game use."""
    name, args = action.schema.name, action.bound
    bound: dict[str, str | int] = {names: args[variable] for variable, names in _NAMES.items() if variable in args}
    if "?g" in args:
        bound |= dict.fromkeys(("good", "crop", "animal"), args["?g"])
    if "?z" in args:
        animals = args["?m" if name == "exchange-animal-of-pasture" else "?n"]
        bound |= {"cells": 1 if args["?z"] == "one" else 2, "stables": int(args["?s"][1:]), "animals": int(animals[1:])}
    if name == "build-room":
        bound["material"] = args["?m"]
    if name == "exchange":
        bound["amount"] = 1
    if name in _GRAIN:
        bound |= {"good": "grain", "amount": _GRAIN[name]}
    if "?i" in args and (name in _GRAIN or "?g" in args or "?a" in args):
        good = str(bound.get("animal" if "?a" in args else "good"))
        bound["food"] = food_for(args["?i"], good, _GRAIN.get(name, 1))
    return bound


VIEW = HarvestView()
