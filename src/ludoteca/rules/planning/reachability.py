"""Reachability in the delete relaxation: which ground actions may ever be applicable."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.rules.planning.task import Action, State


def reachable(actions: list[Action], initial: State, checkpoint: Callable[[], None] | None) -> list[Action]:
    """The actions that are reachable in the delete relaxation, with numeric conditions ignored."""
    facts, left, found = initial.facts, list(actions), set[int]()
    while True:
        if checkpoint is not None:
            checkpoint()
        now = [action for action in left if facts & action.precondition.positive == action.precondition.positive]
        if not now:
            return [action for action in actions if id(action) in found]
        found.update(map(id, now))
        left = [action for action in left if id(action) not in found]
        for action in now:
            facts |= action.effect.add
            for _, effect in action.conditional_effects:
                facts |= effect.add
