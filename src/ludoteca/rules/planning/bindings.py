"""The bindings of parameters to objects: by type, and for actions by their static preconditions too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from math import prod

from ludoteca.core.errors import BadInput
from ludoteca.rules.planning.syntax import Atom, Domain, Holds, Parameter, Problem, Schema, Types, conjuncts

MOST = 200_000  # ground actions
_TRIED = 1_000_000  # bindings of parameters that are tried
_PERIOD = 256  # bindings between two checkpoints


class TooLarge(BadInput):
    """A task with too many ground actions."""


class Bindings:
    """The objects that parameters can be bound to in a problem."""

    def __init__(
        self,
        domain: Domain,
        problem: Problem,
        static_facts: Collection[Atom],
        checkpoint: Callable[[], None] | None = None,
    ) -> None:
        self._domain = domain
        self._problem = problem
        self._static_facts = static_facts
        self._static_by_name: dict[str, list[Atom]] = defaultdict(list)
        for fact in sorted(static_facts, key=str):
            self._static_by_name[fact.name].append(fact)
        self._of_type: dict[Types, tuple[str, ...]] = {}
        self._tried = 0
        self._checkpoint = checkpoint
        self._visited = 0

    def _visit(self) -> None:
        """Count a binding, and call the checkpoint for every few of them."""
        self._visited += 1
        if self._checkpoint is not None and self._visited % _PERIOD == 0:
            self._checkpoint()

    def check_count(self, count: int, most: int | None = None) -> None:
        """Raises `TooLarge` when there are too many ground actions, or bindings of another limit."""
        if count > (MOST if most is None else most):
            raise TooLarge("rules.planning.too_many", most=MOST, file=self._domain.file)

    def candidates(self, types: Types) -> tuple[str, ...]:
        """The objects of any of some types, in the order they are declared."""
        if types not in self._of_type:
            self._of_type[types] = tuple(
                name
                for name, own in self._problem.objects.items()
                if any(not self._domain.supertypes(kind).isdisjoint(types) for kind in own)
            )
        return self._of_type[types]

    def of_parameters(self, parameters: tuple[Parameter, ...]) -> Iterator[dict[str, str]]:
        """All bindings of quantified variables; raises `TooLarge`."""
        names, options = [each.name for each in parameters], [self.candidates(each.types) for each in parameters]
        self.check_count(prod(map(len, options)))
        for values in product(*options):
            self._visit()
            yield dict(zip(names, values, strict=True))

    def of_action(self, schema: Schema, fluent_predicates: Collection[str]) -> Iterator[dict[str, str]]:
        """The bindings of an action's parameters that satisfy its static preconditions; raises `TooLarge`."""
        static = [
            part.atom
            for part in conjuncts(schema.condition)
            if isinstance(part, Holds) and part.atom.name not in fluent_predicates
        ]
        for bound in self._extended(list(schema.parameters), static, {}):
            self._tried += 1
            self.check_count(self._tried, _TRIED)
            yield bound

    def _extended(self, free: list[Parameter], static: list[Atom], bound: dict[str, str]) -> Iterator[dict[str, str]]:
        if not free:
            if all(atom.substitute(bound) in self._static_facts for atom in static):
                yield dict(bound)
            return
        # The parameter with the fewest candidates first: static facts exclude most of them at once.
        options = {each: self._options(each, static, bound) for each in free}
        chosen = min(free, key=lambda each: (len(options[each]), free.index(each)))
        rest = [each for each in free if each is not chosen]
        for name in options[chosen]:
            self._visit()
            bound[chosen.name] = name
            yield from self._extended(rest, static, bound)
        bound.pop(chosen.name, None)

    def _options(self, parameter: Parameter, static: list[Atom], bound: Mapping[str, str]) -> list[str]:
        options = list(self.candidates(parameter.types))
        for atom in static:
            if parameter.name in atom.args:
                place = atom.args.index(parameter.name)
                pattern = atom.substitute(bound).args
                fitting = {
                    fact.args[place]
                    for fact in self._static_by_name[atom.name]
                    if all(want.startswith("?") or want == have for want, have in zip(pattern, fact.args, strict=True))
                }
                options = [name for name in options if name in fitting]
        return options
