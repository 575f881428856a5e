"""The belief base: beliefs in the order they came, found by any of their arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludoteca.minds.agentspeak.agent.terms import (
    NUMBERS,
    Key,
    Literal,
    Scope,
    Term,
    Variable,
    annotated,
    is_ground,
    key_of,
    sources_of,
    value_of,
)

_UNBOUND = object()  # an argument that is not known yet
_MOST_INDEXES = 8  # for one relation; queries that would need more look through all its beliefs

Index = dict[Key, dict[Key, Term]]


class Relation:
    """The beliefs of one functor and arity."""

    def __init__(self) -> None:
        self.entries: dict[Key, Term] = {}
        self.indexes: dict[tuple[int, ...], Index] = {}

    def put(self, key: Key, belief: Term) -> None:
        self.entries[key] = belief
        for places, index in self.indexes.items():
            index.setdefault(tuple(key[place] for place in places), {})[key] = belief

    def drop(self, key: Key) -> None:
        del self.entries[key]
        for places, index in self.indexes.items():
            index[tuple(key[place] for place in places)].pop(key, None)

    def matching(self, known: tuple[Key, ...]) -> Iterable[Term]:
        """The beliefs that may match, the oldest first."""
        if _UNBOUND not in known:
            belief = self.entries.get(known)
            return () if belief is None else (belief,)
        places = tuple(place for place, value in enumerate(known) if value is not _UNBOUND)
        if not places:
            return list(self.entries.values())
        index = self.indexes.get(places)
        if index is None:
            if len(self.indexes) == _MOST_INDEXES:
                return list(self.entries.values())
            index = self.indexes[places] = {}
            for key, belief in self.entries.items():
                index.setdefault(tuple(key[place] for place in places), {})[key] = belief
        found = index.get(tuple(known[place] for place in places))
        return () if found is None else list(found.values())


class BeliefBase:
    """All beliefs, by functor and arity; one that comes from several sources is kept once, with all of them."""

    def __init__(self) -> None:
        self._relations: dict[tuple[str, int], Relation] = {}
        self.count = 0

    def __iter__(self) -> Iterator[Term]:
        for relation in self._relations.values():
            yield from relation.entries.values()

    def add(self, belief: Term) -> bool:
        """Add a ground literal; whether that changed anything."""
        relation = self._relations.setdefault((belief.functor, len(belief.args)), Relation())
        key = tuple(map(key_of, belief.args))
        known = relation.entries.get(key)
        if known is None:
            self.count += 1
        else:
            belief = annotated(known, *belief.annots)
            if len(belief.annots) == len(known.annots):
                return False
        relation.put(key, belief)
        return True

    def remove(self, belief: Term, annots: Iterable[Term]) -> bool:
        """Remove sources from a belief, and with the last one the belief; whether that changed anything."""
        relation = self._relations[belief.functor, len(belief.args)]
        key = tuple(map(key_of, belief.args))
        known = relation.entries.get(key)
        if known is None:
            return False
        taken = tuple(annots)
        left = Literal(known.functor, known.args, [annot for annot in known.annots if annot not in taken])
        if len(left.annots) == len(known.annots):
            return False
        if sources_of(left):
            relation.put(key, left)
        else:
            relation.drop(key)
            self.count -= 1
        return True

    def matching(self, pattern: Term, scope: Scope) -> Iterable[Term]:
        """The beliefs that may match a literal, the oldest first; raises `Failure`."""
        relation = self._relations.get((pattern.functor, len(pattern.args)))
        if relation is None:
            return ()
        return relation.matching(tuple(_known(arg, scope) for arg in pattern.args))


def _known(arg: Term, scope: Scope) -> Key:
    """The key an argument must have; unbound when that is not known."""
    while isinstance(arg, Variable):
        if arg not in scope:
            return _UNBOUND
        arg = scope[arg]
    if type(arg) in NUMBERS:
        return arg
    value = value_of(arg, scope)
    return key_of(value) if is_ground(value) else _UNBOUND
