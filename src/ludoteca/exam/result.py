"""Results of the exam: a check that passed, or what failed and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import Argument, Message


class Failed(Exception):
    """A check that failed: `key` is a message below the check's own."""

    def __init__(self, key: str, /, **args: Argument) -> None:
        super().__init__(key, args)
        self.key = key
        self.args_ = args


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one check: what was checked, and, when it failed, the problem and its remedy."""

    check: Message
    problem: Message | None = None
    remedy: Message | None = None

    @property
    def passed(self) -> bool:
        return self.problem is None


def run(prefix: str, name: str, check: Callable[[], None], **args: Argument) -> Result:
    """The result of a check; `prefix` and `name` make its message keys: title, problems, remedy."""
    base = f"exam.{prefix}.{name}"
    title, remedy = Message(f"{base}.title", args), Message(f"{base}.remedy")
    try:
        check()
    except Failed as failed:
        return Result(title, Message(f"{base}.{failed.key}", failed.args_), remedy)
    except LudotecaError as error:
        return Result(title, error.message, remedy)
    return Result(title)
