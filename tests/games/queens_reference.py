"""An independent implementation of Queens and blocks with sets of cells, written from the rules page alone."""

from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def lines(cell: Cell, side: int, blocks: set[Cell]) -> list[Cell]:
    """The cells that a queen on a cell sees."""
    seen = []
    for dx, dy in DIRECTIONS:
        x, y = cell[0] + dx, cell[1] + dy
        while 0 <= x < side and 0 <= y < side and (x, y) not in blocks:
            seen.append((x, y))
            x, y = x + dx, y + dy
    return seen


def letters(x: int) -> str:
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return alphabet[x] if x < 26 else "a" + alphabet[x - 26]


def named(cell: Cell) -> str:
    return f"{letters(cell[0])}{cell[1] + 1}"


@dataclass
class Reference:
    """The state of a game."""

    n: int = 2
    holes_allowed: bool = False
    total: bool = False
    queens: tuple[set[Cell], set[Cell]] = field(default_factory=lambda: (set(), set()))
    blocks: set[Cell] = field(default_factory=set)
    holes: set[Cell] = field(default_factory=set)
    to_move: str = "white"
    over: bool = False

    @property
    def side(self) -> int:
        return 4 * self.n

    def cells(self) -> list[Cell]:
        return [(x, y) for y in range(self.side) for x in range(self.side)]

    def without_piece(self) -> list[Cell]:
        pieces = self.queens[0] | self.queens[1] | self.blocks | self.holes
        return [cell for cell in self.cells() if cell not in pieces]

    def watched(self) -> list[Cell]:
        """The cells that queens see, each once for each queen that sees it."""
        return [cell for queen in self.queens[0] | self.queens[1] for cell in lines(queen, self.side, self.blocks)]

    def free(self) -> list[Cell]:
        watched = set(self.watched())
        return [cell for cell in self.without_piece() if cell not in watched]

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.to_move != "third":
            return [f"queen {named(cell)}" for cell in self.free()]
        kinds = ["block", "hole"] if self.holes_allowed else ["block"]
        return [f"{kind} {named(cell)}" for kind in kinds for cell in self.without_piece()] + ["pass"]

    def play(self, text: str) -> None:
        kind, _, name = text.partition(" ")
        if kind != "pass":
            cell = next(cell for cell in self.cells() if named(cell) == name)
            mine = self.queens[1] if self.to_move == "black" else self.queens[0]
            {"queen": mine, "block": self.blocks, "hole": self.holes}[kind].add(cell)
        white, black = map(len, self.queens)
        if black == 2 * self.n:
            self.over = True
        elif kind == "queen" and len(self.blocks) + len(self.holes) < self.n:
            self.to_move = "third"
        else:
            self.to_move = "black" if white > black else "white"
            self.over = not self.free()

    def copy(self) -> Reference:
        white, black = self.queens
        pieces = (set(white), set(black)), set(self.blocks), set(self.holes)
        return Reference(self.n, self.holes_allowed, self.total, *pieces, self.to_move, self.over)

    def winner(self) -> str:
        white, black = map(len, self.queens)
        few = 4 * self.n / 3
        if not self.holes_allowed and (white + black < few if self.total else white < few and black < few):
            return "third"
        return "white" if white > black else "black"


def perft(reference: Reference, depth: int) -> int:
    """The number of lines of play to a depth; a terminal state is one."""
    if depth == 0 or reference.over:
        return 1
    leaves = 0
    for text in reference.legal():
        after = reference.copy()
        after.play(text)
        leaves += perft(after, depth - 1)
    return leaves
