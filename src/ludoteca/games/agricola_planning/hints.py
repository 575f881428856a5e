"""Hints for search in Agricola's working day: which of the moves that cost the same come first.

Most actions cost 4, so that the cost alone seldom decides. Cards are used once: the starting player of the next turn
has more to choose from. Material is left to the other player: fences, rooms and improvements cost more than goods.
"""

from __future__ import annotations

from ludoteca.rules.planning.syntax import Atom
from ludoteca.rules.planning.task import Action, State, Task

_BEGIN, _LEAVE_MATERIAL = 2, 1
_PROVISIONS = ("food", "grain", "vegetable")


def move_order(task: Task, state: State, action: Action) -> int:
    """Move ordering: the starting player's card, where another turn begins with cards that are used up; then food."""
    if action.schema.name == "become-starting-player":
        turn, last = (task.value(state, Atom(name)) or 0 for name in ("turn", "last-turn"))
        returns = any(atom.name == "returns" for atom in task.static_facts)
        return _BEGIN if turn < last and not returns else 0
    return _LEAVE_MATERIAL if action.schema.name == "take-goods" and action.bound["?g"] in _PROVISIONS else 0
