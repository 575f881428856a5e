"""The vocabulary of a game: the facts every symbolic mind is told, whatever its language.

Besides the facts of the position these are its seat, the legal moves, and what each move causes at once: the referee's
events and the change of the score.
"""

from __future__ import annotations

from functools import cache

from ludoteca.core.game import Event, Fact, Game, Move, Position, Relation
from ludoteca.core.i18n import Argument, gist

COMMON = (
    Relation("me", ("seat",), "core.relation.me"),
    Relation("legal", ("move",), "core.relation.legal", "move"),
    Relation("gain", ("move", "seat", "points"), "core.relation.gain", "event"),
)
"""Relations of every game."""
PLAY = Relation("play", ("move",), "core.relation.play", "action")
"""The action of every game."""


def word_of(name: str) -> str:
    """A name with hyphens as a word of a vocabulary.

    >>> word_of("take-goods")
    'take_goods'
    """
    return name.replace("-", "_").lower()


def vocabulary_of(game: Game) -> tuple[Relation, ...]:
    """Every relation a mind may be told in a game."""
    return (*COMMON, *game.vocabulary)


def actions_of(game: Game) -> tuple[Relation, ...]:
    """Every action of a game."""
    return (PLAY, *game.actions)


def lexicon_of(game: Game) -> tuple[Relation, ...]:
    """Every relation and every action of a game."""
    return (*vocabulary_of(game), *actions_of(game))


def meaning(relation: Relation, language: str = "en") -> str:
    """The meaning of a relation, with variables for its arguments."""
    return gist(relation.about, language, relation.args)


def actions_in(position: Position) -> dict[Fact, Move]:
    """Every action that is a legal move, under each of its names.

    >>> from ludoteca.games import load_game
    >>> [str(action) for action, move in actions_in(load_game("kalah").start(0)).items() if move.text == "3"]
    ['play(3)', 'sow(3)']
    """
    return {action: move for move in position.moves for action in (Fact("play", (move.text,)), position.action(move))}


def perceive(position: Position, seat: int | None = None) -> tuple[Fact, ...]:
    """The facts a seat is told, the one to move unless another is named; only the one to move is told legal moves.

    >>> from ludoteca.games import load_game
    >>> facts = perceive(load_game("kalah").start(0))
    >>> print(*(fact for fact in facts if fact.args[:1] == ("3",)))
    legal(3) sows(3, 3, 4) sown(3, south, 3, 4) extra_turn(3, south) gain(3, south, 1) gain(3, north, 0)
    """
    seat = position.turn if seat is None else seat
    assert seat is not None
    told = [*position.facts(), Fact("me", (position.game.seats[seat],)), *position.game.private_facts(seat)]
    for move in position.moves if seat == position.turn else ():
        told.append(Fact("legal", (move.text,)))
        told += position.move_facts(move)
        told += consequences(position, move)
    return tuple(told)


def consequences(position: Position, move: Move) -> list[Fact]:
    """What a move causes: its events, then what each seat gains."""
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
