"""What the shipped knowledge says of moves in Azul, checked on the referee's board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludoteca.core.game import Move, Position
from ludoteca.games.azul.facts import COLOUR_NAMES
from ludoteca.rules.kernel.game import KernelPosition
from tests.minds.referee import events, facts, me
from tests.minds.test_agentspeak_azul import denied, no_better, place

Check = Callable[..., bool]  # of a position, a move and the numbers and names in a phrase

_BONUSES = (2, 7, 10)  # of a row, a column and a colour
_MIDDLE = 3


def filled(position: Position, move: Move) -> tuple[int, int] | None:
    """The line that a move fills, and the number of its colour."""
    for event in events(position, move, "filled"):
        return int(str(event["line"])), COLOUR_NAMES.index(str(event["colour"]).rpartition(".")[2])
    return None


def fills(position: Position, move: Move, line: str) -> bool:
    found = filled(position, move)
    return found is not None and found[0] == int(line)


def worth(position: Position, move: Move) -> int:
    """The points of the tile of the line that a move fills, with its bonus."""
    found = filled(position, move)
    assert isinstance(position, KernelPosition) and position.turn is not None and found is not None
    return place(position.state, position.turn, found[0] - 1, found[1]) // 10


def bonus(position: Position, move: Move) -> int:
    """The bonus of the tile of the line that a move fills, by the tiles and the full lines in the facts."""
    found, pattern = filled(position, move), dict[tuple[object, object], int]()
    assert found is not None
    for row, column, colour in (fact.args for fact in facts(position, "pattern")):
        pattern[row, colour] = int(column)
    tiles = {(int(r), int(c), str(tile)) for seat, r, c, tile in wall(position) if seat == me(position)}
    for seat, line, colour, count in (fact.args for fact in facts(position, "line")):
        if seat == me(position) and line == count:
            tiles.add((int(line), pattern[line, colour], str(colour)))
    own = found[0], pattern[found[0], COLOUR_NAMES[found[1]]], COLOUR_NAMES[found[1]]
    alike = (sum(tile[kind] == own[kind] for tile in tiles) for kind in range(3))
    return sum(points for points, count in zip(_BONUSES, alike, strict=True) if count == 4)


def wall(position: Position) -> list[tuple[str | int, ...]]:
    return [tuple(fact.args) for fact in facts(position, "wall")]


def from_the_middle(position: Position, move: Move, columns: str) -> bool:
    found = filled(position, move)
    assert found is not None
    wanted = found[0], COLOUR_NAMES[found[1]]
    (column,) = (int(fact.args[1]) for fact in facts(position, "pattern") if (fact.args[0], fact.args[2]) == wanted)
    return abs(column - _MIDDLE) == int(columns)


def leaves_open(position: Position, move: Move, spaces: str, line: str) -> bool:
    after = facts(position.after(move), "line")
    (held,) = (fact.args[3] for fact in after if fact.args[:2] == (me(position), int(line)))
    return int(line) - int(held) == int(spaces)


def rest_is_on_offer(position: Position, move: Move) -> bool:
    source, colour, line = move.text.split()
    after = facts(position.after(move), "line")
    (held,) = (fact.args[3] for fact in after if fact.args[:2] == (me(position), int(line)))
    others = [
        fact.args[2] for fact in facts(position, "tiles") if fact.args[1] == colour and str(fact.args[0]) != source
    ]
    return int(line) - int(held) in others


def adds(position: Position, move: Move) -> bool:
    line = int(move.text.split()[2])
    return any(int(fact.args[3]) > 0 for fact in facts(position, "line") if fact.args[:2] == (me(position), line))


def another_scores(position: Position, move: Move, points: str) -> bool:
    assert isinstance(position, KernelPosition) and position.turn is not None
    source, colour, _ = move.text.split()
    (count,) = (
        int(fact.args[2]) for fact in facts(position, "tiles") if (str(fact.args[0]), fact.args[1]) == (source, colour)
    )
    return denied(position.state, position.turn, COLOUR_NAMES.index(colour), count) == 10 * int(points)


def fallen(position: Position, move: Move, tiles: str) -> bool:
    return sum(int(str(event["tiles"])) for event in events(position, move, "fell")) == int(tiles)


PHRASES: Mapping[str, Check] = {
    r"it fills line (\d)": fills,
    r"its tile will score (\d+)": lambda position, move, points: (
        worth(position, move) - bonus(position, move) == int(points)
    ),
    r"it earns a bonus of (\d+)": lambda position, move, points: bonus(position, move) == int(points),
    r"its place is (\d) from the middle": from_the_middle,
    r"it leaves (\d) open in line (\d)": leaves_open,
    r"the rest of the line lies at another source": rest_is_on_offer,
    r"it adds to a line that has tiles": adds,
    r"another player would score (\d+) with these tiles": another_scores,
    r"it lets (\d+) fall": fallen,
    r"it takes the marker": lambda position, move: bool(events(position, move, "marker")),
}


def lays(kind: str, falls: bool) -> Check:
    """Whether no move is worth more, and it has this kind of event and lets tiles fall or not."""
    return lambda position, move: (
        no_better(position, move)
        and bool(events(position, move, kind))
        and bool(events(position, move, "fell")) is falls
    )


SENTENCES: Mapping[str, Check] = {
    r"Fill a line without a tile on the floor: .*": lays("filled", falls=False),
    r"Fill a line and let tiles fall: .*": lays("filled", falls=True),
    r"Add to a line that stays open: .*": lays("laid", falls=False),
    r"Let all tiles fall: .*": lambda position, move: (
        no_better(position, move) and not events(position, move, "filled") and not events(position, move, "laid")
    ),
}
