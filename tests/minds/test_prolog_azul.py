"""Tests of Prolog in Azul: the document's strategy and the player that counts what each move is worth.

Of the document's strategy: positions for each of its six steps, and a second implementation in Python.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import say
from ludoteca.core.mind import Choice, Player
from ludoteca.games.azul import Azul
from ludoteca.minds.prolog.trace import Proof
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelPosition
from tests import needs
from tests.games.test_azul import table
from tests.minds.test_agentspeak_azul import POSITIONS, no_better, worth

pytestmark = needs.prolog

DOCUMENT = "prolog:file=document.pl"
ROW_OF_FOUR = ["xxxx.", *["....."] * 4]  # row 1 lacks white


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    game = Azul({})
    seated = load_mind(DOCUMENT, game).join(game, 0, 1)
    yield seated
    seated.close()


def chosen(player: Player, position: Position) -> Choice:
    return player.choose(position, [], Clock(20))


def step_of(choice: Choice) -> int:
    """The number of the step that made the choice, from its explanation."""
    return int(say(choice.why.reason.claim)[0])


@pytest.mark.parametrize(
    ("position", "step", "move"),
    [
        # A line is filled exactly; the tile that touches most wins: black on row 2 lies beside two others.
        (table({1: "bkkw"}, walls={0: [".....", "...x.", "....x", ".....", "....."]}), 1, "1 black 2"),
        # Nothing fills a line exactly but with one to spare: three yellow on line 2 (line 3 holds red).
        (table({1: "yyy"}, lines={(0, 1): "r", (0, 3): "r", (0, 4): "r", (0, 5): "r"}), 2, "1 yellow 2"),
        # A line that has tiles: two more white on line 5 leave one space open, on the empty line 4 two.
        (table({1: "ww"}, lines={(0, 1): "r", (0, 2): "r", (0, 3): "r", (0, 5): "ww"}), 3, "1 white 5"),
        # Only empty lines: the one that leaves fewest open.
        (table({1: "ww"}, lines={(0, 1): "r", (0, 2): "r"}), 4, "1 white 3"),
        # Every line holds another colour: fewest tiles to the floor.
        (
            table({1: "wwby"}, lines={(0, n): "r" * n for n in range(1, 6)}),
            5,
            "1 blue floor",
        ),
        # A player who does not lead does not close a row: the floor instead.
        (
            table({1: "w"}, lines={(0, n): "r" for n in range(2, 6)}, walls={0: ROW_OF_FOUR}, scores=(0, 5)),
            5,
            "1 white floor",
        ),
        # A player who leads closes it: an exact fill.
        (
            table({1: "w"}, lines={(0, n): "r" for n in range(2, 6)}, walls={0: ROW_OF_FOUR}, scores=(6, 5)),
            1,
            "1 white 1",
        ),
    ],
)
def test_each_step_decides_where_it_should(player: Player, position: KernelPosition, step: int, move: str) -> None:
    choice = chosen(player, position)
    assert (step_of(choice), choice.move.text) == (step, move)


def test_the_sixth_step_decides_when_every_move_closes_a_row() -> None:
    """No real position reaches the step, since the floor never closes a row; the test changes that rule."""
    from ludoteca.minds.shared.knowledge import Knowledge, KnowledgeMind

    game = Azul({})
    mind = load_mind(DOCUMENT, game)
    assert isinstance(mind, KnowledgeMind)
    text = mind.knowledge(game).text.replace(
        "closes(Move) :-\n", "closes(Move) :- takes(Move, _, _, _, floor).\ncloses(Move) :-\n"
    )
    hidden = mind.make_player(game, 0, 1, Knowledge("document.pl", text))
    full = {(0, n): "r" * n for n in range(1, 6)}
    choice = hidden.choose(table({1: "wwby"}, lines=full), [], Clock(20))
    hidden.close()
    assert (step_of(choice), choice.move.text) == (6, "1 blue floor")


def test_equal_moves_are_ordered_by_source_colour_count_and_line(player: Player) -> None:
    # Blue and yellow both fill line 1 and touch nothing; the centre counts as source 0.
    assert chosen(player, table({1: "by", 2: "kkkk"})).move.text == "1 blue 1"
    assert chosen(player, table({1: "bk"}, centre="y")).move.text == "centre yellow 1"


def python_strategy(position: KernelPosition) -> tuple[int, str]:
    """The step of the strategy that decides and the text of the move it chooses, implemented in Python."""
    s, me = position.state, int(position.state.turn)

    def parts(move: Move) -> tuple[int, int, int, int]:
        source, rest = divmod(move.code, 30)
        colour, line = divmod(rest, 6)
        return source, colour, int(s.tiles[source, colour]), 0 if line == 5 else line + 1

    def free(move: Move) -> int:
        line = parts(move)[3]
        return line - int(s.counts[me, line - 1])

    def touching(move: Move) -> int:
        _, colour, _, line = parts(move)
        row, column = line - 1, (colour + line - 1) % 5
        total = 0
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            r, c = row + dr, column + dc
            while 0 <= r < 5 and 0 <= c < 5 and s.wall[me, r, c]:
                total, r, c = total + 1, r + dr, c + dc
        return total

    def closing(move: Move) -> bool:
        _, _, count, line = parts(move)
        return line > 0 and count >= free(move) and s.wall[me, line - 1].sum() == 4

    def falling(move: Move) -> int:
        _, _, count, line = parts(move)
        return count if line == 0 else max(0, count - free(move))

    scores = [int(points) for points in s.scores[: int(s.players)]]
    leads = all(scores[me] > other for seat, other in enumerate(scores) if seat != me)
    lines = [move for move in position.moves if parts(move)[3]]
    allowed = [move for move in lines if leads or not closing(move)]
    groups: list[tuple[list[Move], Callable[[Move], int]]] = [
        ([move for move in allowed if parts(move)[2] == free(move)], lambda move: -touching(move)),
        ([move for move in allowed if parts(move)[2] == free(move) + 1], lambda move: -touching(move)),
        (
            [m for m in lines if parts(m)[2] < free(m) and s.counts[me, parts(m)[3] - 1] > 0],
            lambda move: free(move) - parts(move)[2],
        ),
        ([move for move in lines if parts(move)[2] < free(move)], lambda move: free(move) - parts(move)[2]),
        ([move for move in position.moves if not closing(move)], falling),
        (list(position.moves), falling),
    ]
    step, (group, measure) = next((step, pair) for step, pair in enumerate(groups, 1) if pair[0])
    return step, min(group, key=lambda move: (measure(move), parts(move))).text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_python_strategy_agrees_on_random_positions(players: int) -> None:
    game = Azul({"players": players})
    player = load_mind(DOCUMENT, game).join(game, 0, 1)
    rng, steps = random.Random(players), set()
    for seed in range(3):
        position = game.start(seed)
        while position.turn is not None:
            choice = chosen(player, position)
            assert (step_of(choice), choice.move.text) == python_strategy(position)
            steps.add(step_of(choice))
            move = choice.move if rng.random() < 0.7 else rng.choice(list(position.moves))
            position = position.after(move)
    player.close()
    assert {1, 2, 3, 4, 5} <= steps


@pytest.fixture(scope="module")
def counting_player() -> Iterator[Player]:
    """The default player, which counts the worth of each move."""
    game = Azul({})
    seated = load_mind("prolog", game).join(game, 0, 1)
    yield seated
    seated.close()


@pytest.mark.parametrize(("position", "move", "reason"), POSITIONS)
def test_the_worth_decides(counting_player: Player, position: KernelPosition, move: str, reason: str) -> None:
    choice = chosen(counting_player, position)
    assert (choice.move.text, say(choice.why.reason.claim).partition(":")[0]) == (move, reason)


@pytest.mark.parametrize("players", [2, 4])
def test_the_worths_in_python_agree_on_random_positions(players: int) -> None:
    game = Azul({"players": players})
    player = load_mind("prolog", game).join(game, 0, 1)
    rng, position = random.Random(players), game.start(players)
    for _ in range(40):
        if position.turn is None:
            break
        choice = chosen(player, position)
        assert isinstance(choice.why.trace, Proof)
        (best,) = (step.goal for step in choice.why.trace.root.because if step.goal.startswith("best("))
        counted = re.fullmatch(r"best\('(.+)', (-?\d+)\)", best)
        assert counted is not None
        assert counted.groups() == (choice.move.text, str(worth(position, choice.move)))
        assert no_better(position, choice.move)
        position = position.after(choice.move if rng.random() < 0.7 else rng.choice(list(position.moves)))
    player.close()
