"""Draws Azul in the terminal: factories, centre, bag and lid, then each player's lines, wall, floor and score."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.games.azul.facts import COLOUR_NAMES, SEATS
from ludoteca.games.azul.rules import (
    CENTRE,
    COLOURS,
    FLOOR,
    FULL_FACTORY,
    MARKER,
    NOTHING,
    SIZE,
    TO_FLOOR,
    column_of,
    target_of,
)
from ludoteca.rules.kernel.game import KernelPosition

# Each colour also has a sign, for readers who cannot distinguish the colours.
SIGNS = ("◆", "●", "✚", "■", "✱")
_HOLLOW = ("◇", "○", "+", "□", "∗")
_INKS = ("white on dodger_blue3", "black on gold1", "white on red3", "grey85 on grey19", "dodger_blue3 on grey93")
_FAINT = ("dodger_blue1", "gold3", "red1", "grey62", "grey78")
_COSTS = ("-1", "-1", "-2", "-2", "-2", "-3", "-3")
_PLAYERS = ("dark_orange", "deep_sky_blue1", "green3", "medium_orchid")


def draw(position: Position, last: PlayedMove | None, language: str) -> Group:
    """The table and the boards, with an arrow at the seat to move and the line of the last move underlined."""
    assert isinstance(position, KernelPosition)
    s: Any = position.state
    boards = Table.grid(padding=(0, 4))
    cells = [_board(s, seat, position.turn == seat, _last_line(last, seat), language) for seat in range(int(s.players))]
    for first in range(0, len(cells), 2):
        boards.add_row(*cells[first : first + 2])
    return Group(_table(s, language), Text(), boards)


def _last_line(last: PlayedMove | None, seat: int) -> int | None:
    """The line of the last move if this seat made it, else None."""
    if last is None or last.position.turn != seat or target_of(last.move.code) == TO_FLOOR:
        return None
    return target_of(last.move.code)


def _tile(colour: int) -> Text:
    """A tile of a colour."""
    return Text(f"{SIGNS[colour]} ", _INKS[colour])


def _legend(language: str) -> Text:
    """The signs of the colours with their names in moves, and in the language if that is another."""
    text = Text()
    for colour, name in enumerate(COLOUR_NAMES):
        word = phrase(f"games.azul.colour.{name}", language)
        text.append(_tile(colour)).append(f"{name if word == name else f'{name}={word}'}  ", "dim not bold")
    return text


def _table(s: Any, language: str) -> Text:
    """The round, the bag and the lid, a legend of the colours, the factories and the centre."""
    text = Text(phrase("games.azul.view.round", language, round=int(s.rounds)), "bold")
    for place, counts in (("bag", s.bag), ("lid", s.lid)):
        text.append(f"   {phrase(f'games.azul.view.{place}', language)} {int(counts.sum())}", "not bold")
    text.append("\n").append(_legend(language)).append("\n\n")
    for factory in range(1, 2 * int(s.players) + 2):
        text.append(f"{factory} ", "bold")
        text.append(_factory(s.tiles[factory]))
        text.append("   " if factory != 5 or int(s.players) == 2 else "\n")
    text.append(f"\n{phrase('games.azul.view.centre', language)} ", "bold")
    if s.marked:
        text.append("① ", "bold")
    for colour in range(COLOURS):
        count = int(s.tiles[CENTRE, colour])
        if count:
            text.append(_tile(colour))
            text.append(f"×{count}  ")
    return text


def _factory(counts: Any) -> Text:
    """The tiles of a factory."""
    text, shown = Text(), 0
    for colour in range(COLOURS):
        for _ in range(int(counts[colour])):
            text.append(_tile(colour))
            shown += 1
    return text.append("· " * (FULL_FACTORY - shown), "dim")


def _board(s: Any, seat: int, to_move: bool, last_line: int | None, language: str) -> Text:
    """A player's name, score, lines, wall and floor."""
    name = phrase(f"games.azul.seat.{SEATS[int(s.players)][seat]}", language)
    text = Text(f"{'▶' if to_move else ' '} {name}", f"bold {_PLAYERS[seat]}")
    text.append(f"  {phrase('games.azul.view.points', language, points=int(s.scores[seat]))}\n", "bold")
    for row in range(SIZE):
        text.append(f"{row + 1} ", "underline bold" if row == last_line else "dim")
        text.append("  " * (SIZE - 1 - row))
        held = int(s.counts[seat, row])
        text.append("· " * (row + 1 - held), "dim")
        for _ in range(held):
            text.append(_tile(int(s.colours[seat, row])))
        text.append(" → ", "dim")
        for column in range(SIZE):
            colour = (column - row) % SIZE
            if s.wall[seat, row, column_of(row, colour)]:
                text.append(_tile(colour))
            else:
                text.append(f"{_HOLLOW[colour]} ", f"dim {_FAINT[colour]}")
        text.append("\n")
    text.append("  ")
    for space in range(FLOOR):
        thing = int(s.floor[seat, space])
        if thing == NOTHING:
            text.append(f"{_COSTS[space]} ", "dim")
        elif thing == MARKER:
            text.append("①  ", "bold")
        else:
            text.append(_tile(thing - 1))
            text.append(" ")
    return text.append("\n")
