"""Claims as sentences, with the moves that they speak of in words."""

from __future__ import annotations

from ludoteca.core.errors import IllegalMove
from ludoteca.core.game import Position, find_move
from ludoteca.core.i18n import Message, say


def claim_sentence(position: Position, move: str, claim: Message, language: str) -> str:
    """A claim about a move in a position; the moves of a line, and the reply to the move, go by their names."""
    args = dict(claim.args)
    match args:
        case {"line": tuple(line)}:
            args["line"] = _line_names(position, [str(text) for text in line], language)
        case {"reply": str(reply)}:
            args["reply"] = _line_names(position, [move, reply], language)[-1]
    return say(Message(claim.key, args), language)


def _line_names(position: Position, texts: list[str], language: str) -> tuple[str, ...]:
    """The names of moves one after another; from the first chance event on, which stays hidden, their texts."""
    names: list[str] = []
    known = position.chance
    for text in texts:
        try:
            move = find_move(position, text)
        except IllegalMove:
            break
        names.append(say(position.game.move_name(position, move), language))
        position = position.after(move)
        if position.chance is None or position.chance != known:
            break
    return (*names, *texts[len(names) :])
