"""The six plans that the seed document prints, replayed: four are plans, and two break a rule at their twelfth step."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games.agricola_planning import AgricolaPlanning
from ludoteca.rules.planning.plan_steps import penalties_of, steps_of
from ludoteca.rules.planning.task import Action, Inapplicable, Task

PRINTED = Path(__file__).parent / "documents" / "agricola_planning.txt"
ACTIONS = {  # our name, and which of the document's words are its arguments
    "OBTENER-RECURSO-NO-ANIMAL": ("take-goods", (0, 1, 3, 2)),
    "OBTENER-RECURSO-ANIMAL": ("take-animals", (0, 1, 3, 2)),
    "ARAR-CAMPO": ("plow", (0, 1, 2)),
    "SEMBRAR-CAMPO": ("sow", (0, 1, 2, 4)),
    "VALLAR": ("fence", (0, 1, 3)),
    "CONSTRUIR-HABITACION": ("build-room", (0, 1, 2, 3)),
    "REFORMAR-HABITACIONES": ("renovate", (0, 1, 2, 3, 4)),
    "AMPLIAR-FAMILIA-SIN-HABITACION": ("grow-without-room", (0, 1, 2)),
    "CAMBIAR-JUGADOR-INICIAL": ("become-starting-player", (0, 1, 2)),
    "OBTENER-ADQ-MAYOR-UN-RECURSO": ("take-improvement-for-one", (0, 2, 3, 4, 5)),
    "OBTENER-ADQ-MAYOR-DOS-RECURSOS": ("take-improvement-for-two", (0, 2, 3, 4, 5, 6)),
    "CAMBIAR-JUGADOR": ("change-player", (0, 1)),
    "CAMBIAR-TURNO": ("change-turn", (0, 1)),
    "TERMINAR": ("finish", (0, 1)),
}
CARDS = {
    "ARAR-UN-CAMPO": "plow-one-field",
    "ARAR-UN-CAMPO-Y-O-SEMBRAR": "plow-and-or-sow",
    "SEMBRAR-Y-O-HORNEAR-PAN": "sow-and-or-bake",
    "CONSTRUIR-VALLAS": "build-fences",
    "CONSTRUIR-HABITACIONES-Y-O-ESTABLOS": "build-rooms-and-or-stables",
    "REFORMAR-Y-DESPUES-UNA-ADQUISICION-MAYOR-O-MENOR": "renovate-then-improvement",
    "REFORMAR-Y-DESPUES-CONSTRUIR-VALLAS": "renovate-then-fences",
    "UNA-ADQUISICION-MAYOR-O-MENOR": "one-improvement",
    "AMPLIAR-LA-FAMILIA-SIN-TENER-HABITACIONES-LIBRES": "grow-family-without-room",
    "JUGADOR-INICIAL-Y-O-ADQUISICION-MENOR": "starting-player",
    "COGER-UN-CEREAL": "take-one-grain",
    "COGER-UNA-HORTALIZA": "take-one-vegetable",
    "TRES-MADERAS": "three-wood",
    "UN-ADOBE": "one-clay",
    "UN-JUNCO": "one-reed",
    "UNA-PIEDRA-1": "one-stone-1",
    "UNA-PIEDRA-2": "one-stone-2",
    "UNA-OVEJA": "one-sheep",
    "UNA-VACA": "one-cattle",
    "COCINA-1": "hearth-1",
    "COCINA-2": "hearth-2",
    "HORNO-ADOBE": "clay-oven",
    "HORNO-PIEDRA": "stone-oven",
}
GOODS = {  # the document has one of each for either player
    "CEREAL": "grain",
    "HORTALIZA": "vegetable",
    "MADERA": "wood",
    "ADOBE": "clay",
    "PIEDRA": "stone",
    "JUNCO": "reed",
    "OVEJA": "sheep",
    "VACA": "cattle",
}


def word(printed: str) -> str:
    """One of the document's words as ours."""
    return CARDS.get(printed) or GOODS.get(printed[:-2]) or printed.lower()


def printed_plan(task: Task, number: int) -> list[Action]:
    """A plan of the document as actions of the task."""
    lines = PRINTED.read_text(encoding="utf-8").split(f"problem {number}\n")[1].split("\n\n")[0].splitlines()
    plan = []
    for line in lines:
        action, *args = line.split()
        name, places = ACTIONS[action]
        plan.append(task.by_name[(name, *(word(args[place]) for place in places))])
    return plan


@pytest.mark.parametrize(
    ("number", "steps", "cost", "penalties"),
    [
        (1, 14, 39, {"j1": 17, "j2": 22}),
        (2, 21, 63, {"j1": 25, "j2": 38}),
        (3, 18, 59, {"j1": 27, "j2": 32}),  # printed the other way round
        (6, 18, 56, {"j1": 30, "j2": 26}),  # this one too
    ],
)
def test_plans_that_are_legal(number: int, steps: int, cost: int, penalties: dict[str, int]) -> None:
    task = AgricolaPlanning({"problem": str(number)}).table.task
    plan = printed_plan(task, number)
    states = task.replay(plan)
    assert task.finished(states[-1])
    assert len(plan) == steps
    assert task.total(states[-1], len(plan)) == cost
    assert penalties_of(task, states[-1]) == penalties
    assert sum(step.cost for step in steps_of(task, plan)) == cost


@pytest.mark.parametrize("number", [4, 5])
def test_plans_that_are_refused(number: int) -> None:
    """Player 2 has taken the title of starting player, and the turn begins with player 1."""
    task = AgricolaPlanning({"problem": str(number)}).table.task
    plan = printed_plan(task, number)
    assert len(plan) == 18
    with pytest.raises(Inapplicable) as refused:
        task.replay(plan)
    assert (refused.value.step, refused.value.text, refused.value.missing) == (
        12,
        "(change-turn j1 j2)",
        "(starting j1)",
    )
    task.replay(plan[:11])
