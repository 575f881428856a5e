"""Looks two sowings ahead: the own gain, less the most that the opponent can gain in reply.

`choose` returns a move, the reason in words, and the facts that the reason rests on. After an extra turn the program
moves again, so that there is no reply to fear.
"""

from ludoteca.minds.python.view import Fact, Position


def lead(position: Position) -> float:
    """The points of this program less those of the opponent."""
    return sum(points if seat == position.me else -points for seat, points in position.scores.items())


def worth(position: Position, move: str) -> float:
    """The lead after a move and the reply that costs most."""
    after = position.after(move)
    if after.turn in (None, position.me):
        return lead(after) + (after.turn is not None)  # another turn is worth a seed or more
    return min(lead(after.after(reply)) for reply in after.moves)


def words(position: Position, move: str) -> str:
    """What the worth of a move rests on."""
    after = position.after(move)
    if after.turn in (None, position.me):
        return f"the lead is then {lead(after):g}" + (", and it is my turn again" if after.turn is not None else "")
    return f"after the reply that costs most the lead is {worth(position, move):g}"


def choose(position: Position) -> tuple[str, str, list[Fact]]:
    best = max(position.moves, key=lambda move: worth(position, move))
    sown = (
        [fact for fact in position.facts("pit") if fact.args[:2] == (position.me, int(best))] if best != "swap" else []
    )
    return best, words(position, best), sown
