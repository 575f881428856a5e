"""An independent implementation of Azul with lists of words, written from the rules page alone.

It has no chance: the tiles of the factories are given to it when a round begins.
"""

from __future__ import annotations

from dataclasses import dataclass, field

COLOURS = ["blue", "yellow", "red", "black", "white"]
COSTS = [-1, -1, -2, -2, -2, -3, -3]


@dataclass
class Board:
    lines: list[list[str]] = field(default_factory=lambda: [[] for _ in range(5)])
    wall: set[tuple[int, int]] = field(default_factory=set)
    floor: list[str] = field(default_factory=list)
    score: int = 0

    def rows(self) -> int:
        return sum(all((r, c) in self.wall for c in range(5)) for r in range(5))

    def bonus(self) -> int:
        columns = sum(all((r, c) in self.wall for r in range(5)) for c in range(5))
        colours = sum(all((r, (k + r) % 5) in self.wall for r in range(5)) for k in range(5))
        return 2 * self.rows() + 7 * columns + 10 * colours

    def place(self, row: int, colour: str) -> None:
        column = (COLOURS.index(colour) + row) % 5
        self.wall.add((row, column))
        across = self._run(row, column, 0, 1) + self._run(row, column, 0, -1) - 1
        down = self._run(row, column, 1, 0) + self._run(row, column, -1, 0) - 1
        points = (across if across >= 2 else 0) + (down if down >= 2 else 0)
        self.score += points or 1

    def settle(self) -> list[str]:
        """The end of a round: full lines are tiled, the floor is paid. Returns the tiles for the lid."""
        lid = list[str]()
        for row, line in enumerate(self.lines):
            if len(line) == row + 1:
                self.place(row, line[0])
                lid += line[1:]
                self.lines[row] = []
        self.score = max(0, self.score + sum(COSTS[: len(self.floor)]))
        lid += [tile for tile in self.floor if tile != "marker"]
        self.floor = []
        return lid

    def _run(self, row: int, column: int, dr: int, dc: int) -> int:
        return 1 + self._run(row + dr, column + dc, dr, dc) if (row, column) in self.wall else 0


class Reference:
    """The state of a game; the tiles of each round are given to it."""

    def __init__(self, players: int, offer: list[list[str]]) -> None:
        self.boards = [Board() for _ in range(players)]
        self.lid: list[str] = []
        self.round = 0
        self.starter = 0
        self.begin(offer)

    def begin(self, offer: list[list[str]]) -> None:
        self.factories = [list(tiles) for tiles in offer]
        self.centre: list[str] = []
        self.marker = True
        self.turn = self.starter
        self.round += 1

    def legal(self) -> set[str]:
        mine = self.boards[self.turn]
        sources = {"centre": self.centre} | {str(n): tiles for n, tiles in enumerate(self.factories, 1)}
        moves = set()
        for source, tiles in sources.items():
            for colour in set(tiles):
                moves.add(f"{source} {colour} floor")
                for row, line in enumerate(mine.lines):
                    place = (row, (COLOURS.index(colour) + row) % 5)
                    if len(line) <= row and set(line) <= {colour} and place not in mine.wall:
                        moves.add(f"{source} {colour} {row + 1}")
        return moves

    def play(self, text: str) -> bool:
        """Make a move; whether it ended the round."""
        source, colour, target = text.split()
        mine = self.boards[self.turn]
        tiles = self.centre if source == "centre" else self.factories[int(source) - 1]
        taken = [tile for tile in tiles if tile == colour]
        rest = [tile for tile in tiles if tile != colour]
        if source == "centre":
            self.centre = rest
            if self.marker:
                self.marker, self.starter = False, self.turn
                if len(mine.floor) < 7:
                    mine.floor.append("marker")
        else:
            self.factories[int(source) - 1] = []
            self.centre += rest
        if target != "floor":
            line = mine.lines[int(target) - 1]
            while taken and len(line) < int(target):
                line.append(taken.pop())
        for tile in taken:
            (mine.floor if len(mine.floor) < 7 else self.lid).append(tile)
        self.turn = (self.turn + 1) % len(self.boards)
        return not self.centre and not any(self.factories)

    def tile(self) -> None:
        """The end of a round, without the next offer."""
        for board in self.boards:
            self.lid += board.settle()

    def finished(self) -> bool:
        return any(board.rows() for board in self.boards) or self.round == 50
