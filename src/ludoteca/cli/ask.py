"""`ask`: questions about a move of a record: why not another one, and what would have changed the mind."""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape
from rich.padding import Padding

from ludoteca.arena.questions import (
    ChangeSearch,
    Situation,
    reason_against,
    reason_for,
    situation,
    what_would_change,
    why_not,
)
from ludoteca.arena.replay import Replayed, game_of, referee
from ludoteca.cli.output import announce_compiling, console, errors, print_json, sentence, show_board
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation_text import against as text_against
from ludoteca.core.explanation_text import reason_text
from ludoteca.core.game import find_move
from ludoteca.core.mind import Choice
from ludoteca.core.record import read_record, to_json
from ludoteca.games import open_game

SEARCHING = 30.0
"""Seconds to look for a change of the position, unless told otherwise."""


def ask(
    path: Path, number: int, against: str | None, instead: str | None, mind: str | None, seconds: float, as_json: bool
) -> None:
    """Answer a question about the move of a record with a number, counted from 1, or about the one to come."""
    if (against is None) == (instead is None):
        raise BadInput("cli.ask.one")
    announce_compiling()
    record = read_record(path)
    game = game_of(record, open_game)
    referee(record, game, str(path))
    if number > len(record.turns) + 1:
        raise BadInput("cli.ask.no_such_move", number=number, moves=len(record.turns))
    asked = situation(Replayed(record, game), number - 1, mind)
    if against is not None:
        show_why_not(asked, against, as_json)
    elif instead is not None:
        show_what_if(asked, instead, seconds, as_json)


def show_why_not(asked: Situation, text: str, as_json: bool = False) -> None:
    """Print why a mind does not choose a move; raises `IllegalMove` and `Fault`."""
    move = find_move(asked.position, text)
    choice = why_not(asked, move.text)
    reason = reason_against(choice, move)
    if as_json:
        print_json(
            {**_chosen(asked, choice), "move": move.text, "against": None if reason is None else to_json(reason)}
        )
        return
    chosen = reason_text(reason_for(asked, choice), LANGUAGE)
    if choice.move == move:
        console.print(escape(tell("ask.chooses_it", mind=asked.mind, move=move.text, reason=chosen)))
        return
    console.print(escape(tell("ask.chooses", mind=asked.mind, move=choice.move.text, reason=chosen)))
    if reason is None:
        console.print(f"  {escape(tell('ask.no_reason', move=move.text))}")
        return
    console.print(f"  [red]–[/red] {escape(text_against(move.text, reason, LANGUAGE))}")
    for behind in reason.because:
        console.print(f"      [dim]{escape(reason_text(behind, LANGUAGE))}[/dim]")


def show_what_if(asked: Situation, text: str, seconds: float, as_json: bool = False) -> None:
    """Print the smallest change that makes a mind choose a move; raises `IllegalMove`, `Fault` and `BadInput`."""
    move = find_move(asked.position, text)
    with errors.status(tell("ask.searching", mind=asked.mind, move=move.text)):
        found = what_would_change(asked, move.text, seconds)
    if as_json:
        print_json(_as_data(asked, move.text, found))
        return
    change = found.change
    if change is None:
        console.print(tell("ask.none" if found.complete else "ask.not_found", move=move.text, tried=found.tried))
        return
    gone, new = (tuple(str(fact) for fact in facts) for facts in (change.gone, change.new))
    console.print(escape(tell("ask.change", mind=asked.mind, move=move.text, gone=gone, new=new)))
    console.print(Padding(escape(sentence(change.choice.why)), (0, 0, 0, 2), expand=False))
    show_board(change.position)


def _chosen(asked: Situation, choice: Choice) -> dict[str, object]:
    return {
        "mind": asked.mind,
        "chosen": choice.move.text,
        "sentence": sentence(choice.why),
        "why": to_json(choice.why),
    }


def _as_data(asked: Situation, move: str, found: ChangeSearch) -> dict[str, object]:
    change = found.change
    return {
        "mind": asked.mind,
        "move": move,
        "tried": found.tried,
        "complete": found.complete,
        "change": None
        if change is None
        else {
            "gone": [str(fact) for fact in change.gone],
            "new": [str(fact) for fact in change.new],
            "position": change.position.save(),
            **_chosen(asked, change.choice),
        },
    }
