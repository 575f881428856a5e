"""Recovery from failures: the annotations by which a plan ``-!goal`` learns what went wrong, as in Jason."""

from __future__ import annotations

from ludoteca.minds.agentspeak.agent.format import failure_args
from ludoteca.minds.agentspeak.agent.terms import Failure, Literal, Term

# Jason's names for the ways a plan can fail.
_ERRORS = {
    "no_plan": "no_relevant",
    "not_applicable": "no_applicable",
    "not_believed": "test_goal_failed",
    "refused": "action_failed",
    "timeout": "wait_timeout",
}


def error_annotations(failure: Failure, line: int) -> list[Term]:
    """The annotations `error`, `error_msg` and `code_line` of a failure."""
    about = ", ".join(str(value) for name, value in failure_args(failure).items() if name != "why")
    return [
        Literal("error", [Literal(_ERRORS.get(failure.kind, "ia_failed"))]),
        Literal("error_msg", [f"{failure.kind}: {about}" if about else failure.kind]),
        Literal("code_line", [line]),
    ]
