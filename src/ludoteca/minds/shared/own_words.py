"""Answers of programs that say in their own words why they chose a move; the facts that they name are checked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludoteca.core.explanation import Explanation, Reason, Rejected, Source, shortened
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.minds.shared.reasons import consequences


@dataclass(frozen=True, slots=True)
class Answer:
    """A chosen move, the reason that the program gives, and the facts it rests on.

    `line` is where the program chose it; 0 if that is unknown.
    """

    move: str
    words: str
    evidence: tuple[Fact, ...]
    line: int = 0


def explain(school: str, position: Position, move: Move, answer: Answer, source: Source | None = None) -> Choice:
    """The choice of a move; the facts that the program names are its evidence, true or not."""
    words = shortened(answer.words)
    claim = Message(f"minds.{school}.words", {"words": words}) if words else Message(f"minds.{school}.returned")
    return Choice(move, Explanation(Reason(claim, answer.evidence, source, consequences(position, move))))


def with_rejected(school: str, choice: Choice, move: Move) -> Choice:
    """A choice with the reason against another move that was asked about: a program gives no other."""
    if move == choice.move:
        return choice
    rejected = Rejected(move.text, Reason(Message(f"minds.{school}.other", {"move": choice.move.text})))
    return replace(choice, why=replace(choice.why, rejected=(rejected,)))


def fact_of(relation: object, *args: object) -> Fact:
    """A fact of the vocabulary as a program writes it; raises `TypeError`."""
    if not isinstance(relation, str) or not all(isinstance(arg, str | int) for arg in args):
        raise TypeError((relation, *args))
    return Fact(relation, args)  # type: ignore[arg-type]
