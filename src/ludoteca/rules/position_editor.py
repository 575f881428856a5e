"""Editing of positions on the board: what can be changed where, one small change at a time.

A game whose positions can be edited has an `editing.py` with `tools` (the names of what can be placed), `draft_of` (a
position from facts, without asking whether it can be) and `edited` (a draft after a change). `edit_places` in its
`view.py` says where one can click.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import quoteattr

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Position
from ludoteca.rules.game_base import GameBase, authors_code

OVER = "over"
"""The turn of a position in which the game is over."""


@dataclass(frozen=True, slots=True)
class EditPlace:
    """A place on the board that can be changed: its name, its spoken name, and a rectangle of the drawing."""

    name: str
    label: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Edit:
    """A change: a tool is added at a place, or taken away from there."""

    place: str
    tool: str
    remove: bool = False


def can_edit(game: object) -> bool:
    """Whether a game's positions can be edited on the board."""
    return isinstance(game, GameBase) and game.module("editing") is not None


def _function(game: GameBase, name: str) -> Callable[..., Any]:
    """A function of `editing.py`; raises `BadInput` when there is no such module."""
    module = game.module("editing")
    if module is None:
        raise BadInput("rules.setup.no_editor", game=game.name)
    found: Callable[..., Any] = getattr(module, name)
    return found


def tools_of(game: GameBase) -> tuple[str, ...]:
    """The names of what can be placed; their messages are `setup.tool.NAME` of the game. Raises `BadInput`."""
    tools: Sequence[str] = _function(game, "tools")(game.with_own_start)
    return tuple(tools)


@authors_code
def draft_of(game: GameBase, facts: Iterable[Fact]) -> Position:
    """The position of some facts, whether or not it can be; raises `BadInput` for facts that are no board at all."""
    draft: Position = _function(game, "draft_of")(game.with_own_start, facts)
    return draft


@authors_code
def edited(game: GameBase, facts: Iterable[Fact], edit: Edit) -> tuple[Fact, ...]:
    """The facts after a change, with another turn if only that can be; raises `BadInput` for an impossible change."""
    if edit.tool not in tools_of(game):
        raise BadInput("rules.setup.no_tool", tool=edit.tool)
    draft: Position = _function(game, "edited")(draft_of(game, facts), edit.place, edit.tool, edit.remove)
    return _with_possible_turn(game, draft)


def with_turn(game: GameBase, facts: Iterable[Fact], turn: str) -> tuple[Fact, ...]:
    """The facts with another turn: the name of a seat, or `over`; raises `BadInput`."""
    draft = draft_of(game, facts)
    if turn not in (*draft.game.seats, OVER):
        raise BadInput("rules.setup.no_turn", seats=draft.game.seats)
    new = Fact("over", ()) if turn == OVER else Fact("turn", (turn,))
    others = tuple(fact for fact in draft.facts() if fact.relation not in ("turn", "over"))
    return draft_of(game, (new, *others)).facts()


def problem_of(game: GameBase, facts: Iterable[Fact]) -> BadInput | None:
    """Why a position cannot be; None if it can."""
    try:
        game.position(facts)
    except BadInput as error:
        return error
    return None


def _with_possible_turn(game: GameBase, draft: Position) -> tuple[Fact, ...]:
    """The facts of a draft, with another turn if they can be then and cannot be as they are."""
    facts = draft.facts()
    if problem_of(game, facts) is None:
        return facts
    for turn in (*draft.game.seats, OVER):
        other = with_turn(game, facts, turn)
        if problem_of(game, other) is None:
            return other
    return facts


@authors_code
def draw_editor(game: GameBase, position: Position, language: str, narrow: bool) -> str:
    """The board with its places: each is an element with `data-place`, over everything else."""
    drawing = game.module("view")
    assert drawing is not None
    places: Iterable[EditPlace] = drawing.edit_places(position, language, narrow)
    svg = game.svg(position, None, language, narrow)
    end = svg.rindex("</svg>")
    return f'{svg[:end]}<g class="places">{"".join(map(_element, places))}</g>{svg[end:]}'


def _element(place: EditPlace) -> str:
    return (
        f'<rect class="place" data-place={quoteattr(place.name)} tabindex="0" role="button"'
        f' aria-label={quoteattr(place.label)} fill="#fff" fill-opacity="0" x="{place.x:g}" y="{place.y:g}"'
        f' width="{place.width:g}" height="{place.height:g}" rx="6"/>'
    )
