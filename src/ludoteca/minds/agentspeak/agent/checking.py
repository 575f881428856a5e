"""What looks like a slip: names that are asked for, pursued or done, and that nobody else knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludoteca.core.errors import nearest
from ludoteca.minds.agentspeak.agent.building import Mentions, Name
from ludoteca.minds.agentspeak.agent.reading import Found


def slips(mentions: Mentions, relations: set[Name], deeds: set[Name], goal: str, alone: bool) -> Iterator[Found]:
    """Warnings; an agent that is not alone may be told of more than it knows itself."""
    known = relations | mentions.believed
    for name, line in {**mentions.asked, **mentions.heard}.items():
        if name == (goal, 0) and name in mentions.heard and name not in known:
            yield Found(line, "meant_goal", {"text": goal}, warning=True)
        elif name not in known:
            found = _unknown("never_believed", name, line, known)
            if alone or found.kind.endswith("_near"):
                yield found
    for name, line in mentions.pursued.items():
        if name not in mentions.planned:
            yield _unknown("no_plan_for", name, line, mentions.planned)
    for name, line in mentions.done.items():
        if name not in deeds:
            yield _unknown("no_action", name, line, deeds)
    if not deeds & set(mentions.done):
        yield Found(0, "idle", warning=True)


def _unknown(kind: str, name: Name, line: int, known: Iterable[Name]) -> Found:
    """With the name that was probably meant."""
    near = nearest(name[0], sorted({other for other, _ in known}))
    same = [other for other in known if other[0] == near]
    if near is None or not same:
        return Found(line, kind, {"text": _told(name)}, warning=True)
    return Found(line, f"{kind}_near", {"text": _told(name), "near": _told(same[0])}, warning=True)


def _told(name: Name) -> str:
    return f"{name[0]}/{name[1]}"
