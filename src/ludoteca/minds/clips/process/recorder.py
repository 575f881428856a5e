"""Records the rules that fire step by step: each with the agenda it was chosen from and the changes it makes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Literal

from ludoteca.minds.clips.answer import RuleStep, Steps
from ludoteca.rules.production.firing import Activation, Change

_AGENDA = 20  # activations of one step
_MATCHED = 8  # elements of one activation
_CHANGES = 200  # of one step
_FACTS = 4000  # of working memory


class Recorder:
    """The steps of one choice in a window: the facts of the position first, then each firing, then how it ended.

    Steps outside of the window are counted.
    """

    def __init__(self, first: int, most: int) -> None:
        self._window = range(first, first + most)
        self._count = 0
        self._facts: list[str] = []
        self._steps: list[RuleStep] = []
        self._changes: list[Change] | None = None  # of the latest step, if it is recorded

    def step(
        self, port: str, activation: Activation | None, agenda: Iterable[Activation], facts: Iterable[str]
    ) -> None:
        """A step begins; the facts are those of working memory before it."""
        number, self._changes = self._count, None
        self._count += 1
        if number not in self._window:
            return
        if not self._steps:
            self._facts = list(islice(facts, _FACTS))
        waiting = [one.cut(_MATCHED) for one in islice(agenda, _AGENDA)]
        self._changes = []
        shown = None if activation is None else activation.cut(_MATCHED)
        self._steps.append(RuleStep(port, shown, self._changes, waiting))

    def change(self, sign: Literal["+", "-"], text: str) -> None:
        """The latest step changes working memory."""
        if self._changes is not None and len(self._changes) < _CHANGES:
            self._changes.append(Change(sign, text))

    def answer(self, move: str | None, fault: dict[str, object] | None) -> Steps:
        return Steps(self._steps, self._facts, self._count, move, fault)
