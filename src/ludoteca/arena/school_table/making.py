"""The table of a game from its tournament: ratings, results, and for each school a game worth seeing."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence

from ludoteca.arena.school_table.reading import GameTable, GameToWatch, RatedSchool, SeatedResults
from ludoteca.arena.tournament.outcome import Outcome
from ludoteca.arena.tournament.schedule import Pairing
from ludoteca.arena.tournament.standings import Standings
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.core.game import Game, margin
from ludoteca.core.mind import MindName
from ludoteca.minds.schools import load_mind

Played = Sequence[tuple[Pairing, Outcome]]


def game_table(tournament: Tournament, milliseconds: Mapping[str, float]) -> GameTable:
    """The table of a game from the games played so far; `milliseconds` is the time of a move of each mind."""
    settings, standings, played = tournament.settings, tournament.standings(), tournament.outcomes()
    schools = []
    for number, mind in enumerate(settings.minds):
        row = standings.row(number)
        schools.append(
            RatedSchool(
                school=MindName.read(mind).school,
                mind=mind,
                rating=row.rating,
                games=row.games,
                forfeits=row.forfeits,
                knowledge=knowledge_digest(mind, tournament.game),
                milliseconds=milliseconds.get(mind),
                watch=game_to_watch(number, settings.minds, played, standings),
            )
        )
    return GameTable(
        game=settings.game,
        options=dict(settings.options),
        opening=settings.opening,
        seed=settings.seed,
        schools=tuple(schools),
        results=_seated_results(played),
    )


def _seated_results(played: Played) -> tuple[SeatedResults, ...]:
    gathered: dict[tuple[int, ...], list[tuple[float, ...]]] = {}
    for pairing, outcome in played:
        gathered.setdefault(pairing.minds, []).append(outcome.result)
    return tuple(
        SeatedResults(minds, len(results), tuple(math.fsum(wins) for wins in zip(*results, strict=True)))
        for minds, results in sorted(gathered.items())
    )


def game_to_watch(number: int, minds: Sequence[str], played: Played, standings: Standings) -> GameToWatch | None:
    """The game worth seeing of a mind: its closest win over the strongest opponent that it beat.

    If it won none, the game that it came closest to winning. Games with a forfeit are not shown; None if there is no
    other.
    """
    best: tuple[tuple[float, ...], GameToWatch] | None = None
    for pairing, outcome in played:
        if number not in pairing.minds or outcome.forfeits:
            continue
        seat = pairing.minds.index(number)
        lead, share = margin(outcome.scores, seat), outcome.result[seat]
        opponent = max(standings.row(mind).rating.value for mind in pairing.minds if mind != number)
        value = (1.0, opponent, -lead) if share == 1.0 else (share, lead, opponent)
        if best is None or value > best[0]:
            names = tuple(minds[mind] for mind in pairing.minds)
            game = GameToWatch(pairing.seed, names, seat, outcome.scores, outcome.result, outcome.moves)
            best = value, game
    return None if best is None else best[1]


def knowledge_digest(mind: str, game: Game) -> str | None:
    """A digest of the files that a mind plays by at any seat; None for a mind without files. Raises `BadInput`."""
    loaded = load_mind(mind, game)
    texts = [text for seat in range(len(game.seats)) for text in sorted(loaded.sources(game, seat).items())]
    return hashlib.blake2b(repr(texts).encode(), digest_size=4).hexdigest() if texts else None
