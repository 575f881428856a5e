"""Decision lists as Prolog programs: a clause of `choose/1` for each rule, with what it says in the comment above it.

The comment is what the program gives as the reason for its move, so it is made of few phrases, joined by commas, that
phrasebooks translate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ludoteca.training.decision_list import Rule
from ludoteca.training.move_table import Condition, Measure, MoveRelation

_OPERATORS = {"at_least": ">=", "at_most": "=<", "is": "=="}
_WORDS = {"at_least": "at least", "at_most": "at most", "is": "equal to"}


def program(rules: Sequence[Rule], heading: Iterable[str]) -> str:
    """The text of a program that plays by a decision list."""
    parts = ["\n".join(f"% {line}".rstrip() for line in heading)]
    parts += [_choice(number, rule) for number, rule in enumerate(rules, 1)]
    parts.append("% No rule knows a move here: any legal move.\nchoose(Move) :-\n    legal(Move).")
    parts.append("% The moves that each rule is about, with what they are ordered by.")
    parts[-1] += "\n" + "\n\n".join(_definition(number, rule) for number, rule in enumerate(rules, 1))
    return "\n\n".join(parts) + "\n"


def _choice(number: int, rule: Rule) -> str:
    return (
        f"% {', '.join(phrases(rule))}\n"
        f"choose(Move) :-\n    rule_{number}(Move, Order),\n"
        f"    \\+ ( rule_{number}(_, Higher), Higher @> Order ),\n    !."
    )


def phrases(rule: Rule) -> Iterator[str]:
    """What a rule says, in phrases."""
    yield from map(_condition_words, rule.conditions)
    for preference in rule.preferences:
        extreme = "greatest" if preference.greatest else "least"
        yield f"with the {extreme} {_measure_words(preference.measure)}"
    yield f"as the network chose in {rule.agreement} of {rule.support} positions"


def _condition_words(condition: Condition) -> str:
    if condition.kind in ("holds", "lacks"):
        return f"{'with' if condition.kind == 'holds' else 'without'} {_told_words(condition.told)}"
    measure = Measure(condition.told, condition.place)
    return f"with {_measure_words(measure)} {_WORDS[condition.kind]} {condition.value}"


def _measure_words(measure: Measure) -> str:
    """A measure in the words of the vocabulary, the same in every language: `sows.pit`."""
    return f"{_told_words(measure.told)}.{measure.name}"


def _told_words(told: MoveRelation) -> str:
    return f"{told.relation.name}{'(other)' if told.seat == 'other' else ''}"


def _definition(number: int, rule: Rule) -> str:
    """The predicate of a rule: the moves that meet its conditions, with the term that orders them."""
    names = _variables(rule)
    goals = ["legal(Move)"]
    if any(told.seat for told in names):
        goals.insert(0, "me(Me)")
    goals += [_goal(told, variables) for told, variables in names.items()]
    goals += [_test(condition, names) for condition in rule.conditions if condition.kind != "holds"]
    order = []
    for place, preference in enumerate(rule.preferences, 1):
        variable = names[preference.measure.told][preference.measure.place]
        if not preference.greatest:
            goals.append(f"Order{place} is -{variable}")
        order.append(variable if preference.greatest else f"Order{place}")
    body = ",\n    ".join(goal for goal in goals)
    return f"rule_{number}(Move, {'-'.join(order)}) :-\n    {body}."


def _variables(rule: Rule) -> dict[MoveRelation, dict[int, str]]:
    """For each relation that a rule asks for, the variables of the arguments that it uses."""
    used: dict[MoveRelation, dict[int, str]] = {}
    taken = {"Move", "Me", "Other", "Order"}
    for told, place in _asked(rule):
        variables = used.setdefault(told, {})
        if place and place not in variables:
            name = told.relation.args[place].capitalize()
            variables[place] = name if name not in taken else f"{name}_{told.relation.name}"
            taken.add(variables[place])
    return used


def _asked(rule: Rule) -> Iterator[tuple[MoveRelation, int]]:
    for condition in rule.conditions:
        if condition.kind != "lacks":
            yield condition.told, condition.place
    for preference in rule.preferences:
        yield preference.measure.told, preference.measure.place


def _goal(told: MoveRelation, variables: dict[int, str]) -> str:
    """The goal that asks for a relation of the move."""
    args = []
    for place, name in enumerate(told.relation.args):
        seat = {"own": "Me", "other": "Other"}.get(told.seat, "_")
        args.append("Move" if place == 0 else seat if name == "seat" else variables.get(place, "_"))
    asked = f"{told.relation.name}({', '.join(args)})"
    return f"{asked},\n    Other \\== Me" if told.seat == "other" else asked


def _test(condition: Condition, names: dict[MoveRelation, dict[int, str]]) -> str:
    if condition.kind == "lacks":
        asked = _goal(condition.told, {})
        return f"\\+ ( {asked} )" if condition.told.seat == "other" else f"\\+ {asked}"
    variable = names[condition.told][condition.place]
    value = condition.value if isinstance(condition.value, int) else f"'{condition.value}'"
    return f"{variable} {_OPERATORS[condition.kind]} {value}"
