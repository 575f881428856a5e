"""Results of the exam: a check that passed, or what failed and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import Argument, Message, has_words
from ludoteca.core.loading import BrokenPlugin, GameFault


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
    remedy: Message | None = None  # none beside a problem whose message says what to do

    @property
    def passed(self) -> bool:
        return self.problem is None


def run(prefix: str, name: str, check: Callable[[], None], **args: Argument) -> Result:
    """The result of a check; `prefix` and `name` make its message keys: title, problems, remedy."""
    base = f"exam.{prefix}.{name}"
    title = Message(f"{base}.title", args)
    try:
        check()
    except Failed as failed:
        return Result(title, Message(f"{base}.{failed.key}", failed.args_), _remedy(base, failed.key))
    except (GameFault, BrokenPlugin) as fault:  # the code failed, whatever was checked: the message says what to do
        return Result(title, fault.message)
    except LudotecaError as error:
        return Result(title, error.message, _remedy(base))
    return Result(title)


def _remedy(base: str, problem: str = "") -> Message:
    """What to do about a problem: its own remedy, or that of the check."""
    own = f"{base}.remedy_{problem}"
    return Message(own if has_words(own) else f"{base}.remedy")
