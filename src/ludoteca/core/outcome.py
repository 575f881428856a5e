"""The result of a game as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.game import Game, margin, seat_key
from ludoteca.core.i18n import Message, quoted, quoted_all, sentence
from ludoteca.core.seat_titles import seat_in_sentence


def outcome(
    game: Game,
    result: Sequence[float],
    scores: Sequence[float],
    on_points: bool = True,
    player_names: Sequence[str] = (),
) -> Message:
    """Who won, and by how many points; the latter only where points decide.

    `player_names` says who sits at each seat: a winner is named with its player.

    >>> from ludoteca.games import load_game
    >>> print(outcome(load_game("kalah"), (1.0, 0.0), (28, 20)), outcome(load_game("kalah"), (0.5, 0.5), (24, 24)))
    South wins by 8 points. A draw.
    """
    best = [seat for seat in range(len(result)) if result[seat] == max(result)]
    if len(best) == len(result):
        return Message("core.outcome.draw" if any(result) else "core.outcome.nobody")
    if len(best) > 1:
        seats = quoted_all(Message(seat_key(game, seat)) for seat in best)
        return sentence(Message("core.outcome.shared", {"seats": seats}))
    (winner,) = best
    points, seat = margin(scores, winner), quoted(seat_in_sentence(game, winner, player_names))
    if not on_points or points <= 0:
        return sentence(Message("core.outcome.won", {"seat": seat}))
    whole = int(points) if points == int(points) else points
    return sentence(Message("core.outcome.won_by", {"seat": seat, "points": whole}))
