"""Responses: a position that a link leads to, in a language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, seat_key
from ludoteca.core.i18n import phrase, say
from ludoteca.core.options import Value
from ludoteca.core.seat_titles import seat_title
from ludoteca.lab.places import Place
from ludoteca.lab.setup_links import setup_link
from ludoteca.rules.game_base import GameBase
from ludoteca.rules.position_editor import OVER, draft_of, draw_editor, problem_of, tools_of


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A position: the board, the seat to move and its name, and the legal moves with their names.

    `setup` holds the position for an address, in a game whose positions can be set up.
    """

    game: str
    title: str
    options: dict[str, Value]
    svg: str
    turn: int | None
    seat: str | None
    moves: list[str]
    names: dict[str, str]
    setup: str | None


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """Whose turn it can be: the name of a seat, or `over`, and its title."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class ToolView:
    """Something that can be placed on the board."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class EditorView:
    """A position that is being edited: the board with its places, the facts, and what can be placed.

    `problem` says why the position cannot be; otherwise `setup` holds it for an address. `playable` if a seat can move.
    """

    game: str
    title: str
    options: dict[str, Value]
    svg: str
    facts: list[str]
    tools: list[ToolView]
    turn: str
    turns: list[TurnChoice]
    problem: str | None
    setup: str | None
    playable: bool


def editor_view(game: GameBase, facts: Sequence[Fact], language: str, narrow: bool) -> EditorView:
    """A draft, drawn and judged; raises `BadInput` for facts that are no board."""
    draft, problem = draft_of(game, facts), problem_of(game, facts)
    playable = problem is None and draft.turn is not None
    return EditorView(
        game=game.name,
        title=phrase(f"{game.message_prefix}.title", language),
        options=dict(game.values),
        svg=draw_editor(game, draft, language, narrow),
        facts=[str(fact) for fact in draft.facts()],
        tools=[ToolView(name, phrase(f"{game.message_prefix}.setup.tool.{name}", language)) for name in tools_of(game)],
        turn=OVER if draft.turn is None else draft.game.seats[draft.turn],
        turns=[
            *(
                TurnChoice(name, phrase(seat_key(draft.game, seat), language))
                for seat, name in enumerate(draft.game.seats)
            ),
            TurnChoice(OVER, phrase("lab.setup.over", language)),
        ],
        problem=None if problem is None else say(problem.message, language),
        setup=setup_link(draft.game.starting_from(facts)) if playable else None,
        playable=playable,
    )


def place_view(place: Place, language: str, narrow: bool, player_names: tuple[str, ...] = ()) -> PlaceView:
    """`player_names` says who sits at each seat, as `Game.svg` takes it."""
    game, position = place.game, place.position
    return PlaceView(
        game=game.name,
        title=phrase(f"{game.message_prefix}.title", language),
        options=dict(game.values),
        svg=game.svg(position, place.last, language, narrow, player_names),
        turn=position.turn,
        seat=None if position.turn is None else seat_title(game, position.turn, language, player_names),
        moves=[move.text for move in position.moves],
        names={move.text: say(game.move_name(position, move), language) for move in position.moves},
        setup=_link(place),
    )


def _link(place: Place) -> str | None:
    try:
        return setup_link(place.game.starting_from(place.position.facts()))
    except BadInput:
        return None
