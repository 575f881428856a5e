"""API: the table of schools, and its games worth seeing, played again as games of the lab."""

from __future__ import annotations

from functools import partial

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.school_table.reading import read_tables
from ludoteca.arena.tournament.settings import without_digest
from ludoteca.core.errors import NotFound
from ludoteca.lab.api.catalogue import AllShelves, SchoolName
from ludoteca.lab.api.common import GameName, Language, Visitor
from ludoteca.lab.api.places import Games
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.game_service import Starter
from ludoteca.lab.responses.game import GameView, game_view
from ludoteca.lab.responses.school_table import TablePage, table_page

router = LabRouter("/table")


@router.get("")
def get_table(lang: Language = "en") -> TablePage:
    """How strong every school is in every game, with what its moves cost."""
    return table_page(lang)


@router.post("/{game}/{school}/game", status_code=201)
async def play_again(
    games: Games, shelves: AllShelves, visitor: Visitor, game: GameName, school: SchoolName, lang: Language = "en"
) -> GameView:
    """Start the game worth seeing of a school: the same minds with the same seed choose anew, with their reasons."""
    table = read_tables().get(game)
    rated = next((one for one in table.schools if one.school == school), None) if table is not None else None
    if table is None or rated is None or rated.watch is None:
        raise NotFound("lab.no_game_to_watch", school=school, game=game)
    live = await games.start(
        game,
        table.options,
        [without_digest(mind) for mind in rated.watch.minds],
        rated.watch.seed,
        DEFAULT_LIMIT,
        starter=Starter(visitor.owner, partial(shelves.named, visitor)),
        opening=table.opening,
    )
    return game_view(live, lang, visitor)
