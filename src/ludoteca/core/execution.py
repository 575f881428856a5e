"""Executions: how a mind's program ran at a position, step by step, recorded while it ran.

A school whose programs can be stepped through names the kind of its trace as `Mind.stepper` and defines
`Player.execution`. The folder of that trace has `stepper.js`, which draws what a step shows beside the text.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.core.explanation import Source
from ludoteca.core.i18n import Message

MOST_STEPS = 1500
"""Steps of an execution that are recorded at once; later ones are counted, and recorded when they are asked for."""


@dataclass(frozen=True, slots=True)
class ExecutionStep:
    """A step of a program; a school adds fields of its own.

    `port` is what happens there (a goal is called, exits, fails; a rule fires), `text` what it happens to. All steps of
    one goal have the same `box`, `depth` is the number of boxes around it. `span` are the characters of the text of the
    program that it stands at, from and to.
    """

    port: str
    text: str
    depth: int
    box: int
    source: Source | None
    span: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Execution:
    """The steps of a program from number `first` on, the number of all steps, and the chosen move or a fault."""

    steps: tuple[ExecutionStep, ...]
    first: int = 0
    total: int = 0
    move: str | None = None
    fault: Message | None = None
    printed: str = ""
