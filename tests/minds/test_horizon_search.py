"""Tests of alpha-beta where chance falls or more than two play: against plain searches, and that it sees no future."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludoteca.arena.judgement import judge
from ludoteca.arena.puzzles import puzzles_of, set_up
from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Position, margin
from ludoteca.core.i18n import Message, say
from ludoteca.core.mind import Choice
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game
from ludoteca.minds.alphabeta.budget import refusal
from ludoteca.minds.alphabeta.claims import PlainMinimax
from ludoteca.minds.alphabeta.lines import HIGHEST, LOWEST
from ludoteca.minds.alphabeta.position_search import PositionSearch
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.search.trace import SearchTree
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.horizon_search import HorizonSearch
from ludoteca.rules.python import PythonGame

DEEP = 60  # more moves than a round has


def azul(players: int = 2) -> KernelGame:
    game = load_game("azul", {"players": players})
    assert isinstance(game, KernelGame)
    return game


def near_the_end_of_a_round(players: int, seed: int, moves: int) -> KernelPosition:
    """A position of random play with few moves to choose from in its round."""
    lot, position = random.Random(seed), azul(players).start(seed)
    for _ in range(lot.randrange(30)):
        position = position.after(lot.choice(list(position.moves)))
    while len(position.moves) > moves or len(position.moves) < 2:
        position = position.after(lot.choice(list(position.moves)))
    return position


def chosen(mind: str, position: Position, effort: int | None = None) -> Choice:
    assert position.turn is not None
    return load_mind(mind, position.game).join(position.game, position.turn, 1).choose(position, [], Clock(60, effort))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_values_to_the_end_of_the_round_are_those_of_plain_minimax(players: int, seed: int) -> None:
    position = near_the_end_of_a_round(players, seed, 8)
    search = HorizonSearch(position.game.kernel_for("horizon_search"), 1)
    assert position.turn is not None
    for move in position.moves:
        found = search.value(position, move.code, DEEP, LOWEST, HIGHEST)
        won, ahead = PlainMinimax(position.turn, 10**5).value(position, move)
        assert not found.at_horizon
        assert found.value[0] == won
        assert found.value[1] == pytest.approx(ahead, abs=0.02)


@pytest.mark.parametrize("seed", range(4))
def test_in_max_n_every_seat_plays_for_its_own_margin(seed: int) -> None:
    position = near_the_end_of_a_round(3, seed, 8)
    search = HorizonSearch(position.game.kernel_for("horizon_search"), 1, max_n=True)
    assert position.turn is not None
    for move in position.moves:
        _, ahead = search.value(position, move.code, 3, LOWEST, HIGHEST).value
        found = plain_max_n(position.after(move), position, 2)
        assert any(ahead == pytest.approx(values[position.turn], abs=0.02) for values in found)


def plain_max_n(position: Position, before: Position, depth: int) -> list[tuple[float, ...]]:
    """The margins of all seats if each plays for its own: several, where a seat has moves that are level for it."""
    if position.turn is None or position.chance != before.chance or depth == 0:
        assert isinstance(position, KernelPosition)
        hints, seats = position.game.hints, range(3)
        points = [hints.estimated_score(position.state, seat) for seat in seats]
        points = list(position.scores()) if position.turn is None else points
        return [tuple(margin(points, seat) for seat in seats)]
    found = [values for move in position.moves for values in plain_max_n(position.after(move), position, depth - 1)]
    best = max(values[position.turn] for values in found)
    return [values for values in found if values[position.turn] >= best - 0.02]


def test_proven_margins_are_those_of_the_puzzles() -> None:
    game = azul()
    for puzzle in list(puzzles_of(game).values())[::40]:
        position, _ = set_up(game, puzzle)
        choice = chosen("alphabeta:depth=60,nodes=1000000", position)
        assert choice.why.reason.claim.key == "minds.alphabeta.proven"
        assert (choice.move.text, choice.why.reason.claim.args["margin"]) == (
            puzzle.best,
            puzzle.outcomes[puzzle.best].value,
        )


@pytest.mark.parametrize(
    ("name", "mind", "moves"), [("azul", "alphabeta:nodes=2000", 12), ("agricola_classic", "alphabeta:nodes=30", 3)]
)
def test_it_sees_nothing_of_what_chance_will_decide(name: str, mind: str, moves: int) -> None:
    """What is hidden is drawn anew, and nothing changes; the choice says how far it was searched."""
    position = load_game(name).start(3)
    for _ in range(moves):
        position = position.after(position.moves[0])
    assert position.turn is not None
    one, other = (chosen(mind, position.seen_by(position.turn, seed)).why for seed in (1, 2))
    assert (one.reason, one.trace, one.effort) == (other.reason, other.trace, other.effort)
    assert one.reason.claim.key == "minds.alphabeta.to_chance"
    assert "exact up to there and an estimate beyond" in say(one.reason.claim)


def test_a_choice_is_repeated_by_its_budget_and_by_its_effort() -> None:
    position = near_the_end_of_a_round(3, 1, 40)
    for mind in ("alphabeta:nodes=3000", "alphabeta:nodes=3000,opponents=maxn", "alphabeta:seconds=0.05"):
        choice = chosen(mind, position)
        assert chosen(mind, position, choice.why.effort) == choice


def test_a_certain_loss_stands_behind_every_margin() -> None:
    """A move that loses may end the game with a smaller margin than one that is still open."""
    position = near_the_end_of_a_round(2, 1, 40)
    choice = chosen("alphabeta:nodes=3000", position)
    tree = choice.why.trace
    assert isinstance(tree, SearchTree)
    last = dataclasses.replace(tree.branches[-1], value=tree.branches[-2].value + 1)
    why = dataclasses.replace(choice.why, trace=dataclasses.replace(tree, branches=(*tree.branches[:-1], last)))
    others = [other for other in why.rejected if other.move != last.move]
    loses = Rejected(last.move, Reason(Message("minds.alphabeta.loses")))

    def trace_is_false(explanation: Explanation) -> bool:
        found = judge(position, choice.move, explanation, "alphabeta:nodes=3000")
        return any(item.verdict is Verdict.FALSE for item in found if item.reason is None)

    assert trace_is_false(why)
    assert not trace_is_false(dataclasses.replace(why, rejected=(*others, loses)))


class Race(PythonGame[tuple[int, ...]]):
    """Three runners take one or two steps to the sixth, and push the next one back if they like; a die may end it."""

    name, message_prefix, folder, seats = "race", "games.race", Path(), ("one", "two", "three")

    def first_state(self, seed: int) -> tuple[int, ...]:
        return 0, 0, 0, 0, 0  # steps, who is next, chance events

    def turn(self, state: tuple[int, ...]) -> int | None:
        return None if max(state[:3]) >= 6 else state[3]

    def moves(self, state: tuple[int, ...]) -> Sequence[str]:
        return ["one", "two", "push", "throw"]

    def play(self, state: tuple[int, ...], move: str) -> tuple[int, ...]:
        steps, seat = list(state[:3]), state[3]
        steps[seat] += {"one": 1, "two": 2, "throw": 3}.get(move, 0)
        steps[(seat + 1) % 3] -= move == "push"
        return *steps, (seat + 1) % 3, state[4] + (move == "throw")

    def scores(self, state: tuple[int, ...]) -> Sequence[float]:
        return [float(steps) for steps in state[:3]]


class Dice(Race):
    """The same, and it says where chance falls."""

    def hide(self, state: tuple[int, ...], seat: int, chance: random.Random) -> tuple[int, ...]:
        return state

    def chance_events(self, state: tuple[int, ...]) -> int:
        return state[4]


class Cards(Race):
    """The same, and it hides something that it does not explain."""

    def hide(self, state: tuple[int, ...], seat: int, chance: random.Random) -> tuple[int, ...]:
        return state


def test_a_plain_game_for_three_is_searched_to_where_it_says_that_chance_falls() -> None:
    assert refusal(Cards({})) is not None
    assert refusal(Race({})) is refusal(Dice({})) is None
    game, players = Dice({}), ("paranoid", "maxn")
    position: Position = game.start(0).after(game.start(0).moves[1])
    for opponents in players:
        mind = f"alphabeta:depth=4,opponents={opponents}"
        choice = chosen(mind, position)
        judged = judge(position, choice.move, choice.why, mind)
        assert Verdict.FALSE not in {each.verdict for each in judged}
        assert f"minds.alphabeta.{opponents}" in {each.reason.claim.key for each in judged if each.reason is not None}
    search = PositionSearch()
    for move in position.moves:
        line = search.line(position, move, 4, LOWEST, HIGHEST)
        assert line.after_chance == (move.text == "throw" or line.after_chance)
        assert len(line.codes) == 1 if move.text == "throw" else line.at_horizon
