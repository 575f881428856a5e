"""One vocabulary per game: what every symbolic mind is told, whatever its tongue.

Besides the position's own facts it hears who it is, which moves are legal and what each would bring about at once:
the referee's events and the change of the score, and nothing that lies beyond.
"""

from __future__ import annotations

from functools import cache

from ludoteca.core.game import Event, Fact, Game, Move, Position, Relation
from ludoteca.core.language import Argument

COMMON = (
    Relation("me", ("seat",), "core.relation.me"),
    Relation("legal", ("move",), "core.relation.legal", "move"),
    Relation("gain", ("move", "seat", "points"), "core.relation.gain", "event"),
)
"""What is said in every game."""


def vocabulary_of(game: Game) -> tuple[Relation, ...]:
    """Every relation a mind may hear of in a game."""
    return (*COMMON, *game.vocabulary)


def perceive(position: Position) -> tuple[Fact, ...]:
    """All that the seat to move is told.

    >>> from ludoteca.games import load_game
    >>> facts = perceive(load_game("kalah").start(0))
    >>> print(*(fact for fact in facts if fact.args[:1] == ("3",)))
    legal(3) sows(3, 3, 4) sown(3, south, 3, 4) extra_turn(3, south) gain(3, south, 1) gain(3, north, 0)
    """
    seat = position.turn
    assert seat is not None
    told = [*position.facts(), Fact("me", (position.game.seats[seat],))]
    for move in position.moves:
        told.append(Fact("legal", (move.text,)))
        told += position.move_facts(move)
        told += consequences(position, move)
    return tuple(told)


def consequences(position: Position, move: Move) -> list[Fact]:
    """What a move would bring about: its events, then what each seat gains."""
    words = _events(position.game.vocabulary)
    events = [_event_fact(words[event.key.rpartition(".")[2]], move, event) for event in position.events(move)]
    before, after = position.scores(), position.after(move).scores()
    gains = [
        Fact("gain", (move.text, seat, int(now - then)))
        for seat, then, now in zip(position.game.seats, before, after, strict=True)
    ]
    return list(dict.fromkeys(events)) + gains


@cache
def _events(vocabulary: tuple[Relation, ...]) -> dict[str, Relation]:
    return {relation.name: relation for relation in vocabulary if relation.kind == "event"}


def _event_fact(relation: Relation, move: Move, event: Event) -> Fact:
    """An event as a fact about the move; words of the game lose the path to their message."""
    return Fact(relation.name, (move.text, *(_plain(event.args[name]) for name in relation.args[1:])))


def _plain(value: Argument) -> str | int:
    if isinstance(value, str):
        return value.rpartition(".")[2]
    assert isinstance(value, int), "events speak in words and whole numbers"
    return value
