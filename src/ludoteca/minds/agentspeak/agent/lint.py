"""The linter: warns of names that a program uses but neither it nor the game defines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludoteca.core.errors import nearest
from ludoteca.minds.agentspeak.agent.compiler import References, Signature
from ludoteca.minds.agentspeak.agent.diagnostics import Diagnostic


def lint(
    references: References, relations: set[Signature], actions: set[Signature], goal: str, alone: bool
) -> Iterator[Diagnostic]:
    """Warnings; an agent that is not alone may hear of beliefs that neither it nor the game defines."""
    known = relations | references.believed
    for name, line in {**references.queried, **references.belief_events}.items():
        if name == (goal, 0) and name in references.belief_events and name not in known:
            yield Diagnostic(line, "meant_goal", {"text": goal}, warning=True)
        elif name not in known:
            warning = _unknown("never_believed", name, line, known)
            if alone or warning.kind.endswith("_near"):
                yield warning
    for name, line in references.goals.items():
        if name not in references.planned:
            yield _unknown("no_plan_for", name, line, references.planned)
    for name, line in references.actions.items():
        if name not in actions:
            yield _unknown("no_action", name, line, actions)
    if not actions & set(references.actions):
        yield Diagnostic(0, "idle", warning=True)


def _unknown(kind: str, name: Signature, line: int, known: Iterable[Signature]) -> Diagnostic:
    """A warning, with the name that was probably meant if one is similar."""
    near = nearest(name[0], sorted({functor for functor, _ in known}))
    arities = [arity for functor, arity in known if functor == near]
    if near is None or not arities:
        return Diagnostic(line, kind, {"text": _text(name)}, warning=True)
    arity = min(arities, key=lambda arity: (abs(arity - name[1]), arity))
    return Diagnostic(line, f"{kind}_near", {"text": _text(name), "near": _text((near, arity))}, warning=True)


def _text(name: Signature) -> str:
    return f"{name[0]}/{name[1]}"
