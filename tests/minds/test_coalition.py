"""Tests of coalition proofs against a plain AND/OR search, and of the mind and the command that use them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.game import Position, find_move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.mind import Choice, Player
from ludoteca.games.queens import Queens
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.coalition_proofs import CoalitionProofs, prove, unproven
from ludoteca.rules.kernel.solver.search_runner import Stopped
from tests.command_line import data, ludoteca

CENTRE = ("queen b2", "queen c2", "queen b3", "queen c3")
OPTIONS = [(variant, goal) for variant in ("blocks", "holes") for goal in ("each", "total")]
every_option = pytest.mark.parametrize(("variant", "goal"), OPTIONS)


def queens(n: int, variant: str = "blocks", goal: str = "each") -> Queens:
    return Queens({"n": n, "variant": variant, "blocker_goal": goal})


def proofs_for(game: Queens, memory: int = 1) -> CoalitionProofs:
    return CoalitionProofs(game.kernel_for("coalition"), memory)


def forced(position: Position, seat: int, known: dict[str, bool] | None = None) -> bool:
    """Whether a seat can force its win, by plain AND/OR search over the referee's positions."""
    known = {} if known is None else known
    saved = position.save()
    if saved not in known:
        if position.turn is None:
            known[saved] = position.result()[seat] == 1
        else:
            quantifier = any if position.turn == seat else all
            known[saved] = quantifier(forced(position.after(move), seat, known) for move in position.moves)
    return known[saved]


def after_random_moves(start: KernelPosition, rng: random.Random, moves: int) -> KernelPosition:
    position = start
    for _ in range(moves):
        if position.turn is not None:
            position = position.after(rng.choice(position.moves))
    return position


def late_positions(game: Queens, seed: int, cells: int) -> Iterator[KernelPosition]:
    """The positions of a random game with at most `cells` free cells, few enough for a full search."""
    rng, position = random.Random(seed), game.start(0)
    while position.turn is not None:
        if position.state.free <= cells and position.state.used >= position.state.n - 1:
            yield position
        position = position.after(rng.choice(position.moves))


class TestProofs:
    @every_option
    def test_they_agree_with_plain_search_on_the_smallest_board(self, variant: str, goal: str) -> None:
        game = queens(1, variant, goal)
        proofs, start = proofs_for(game), game.start(0)
        for seat in range(3):
            known: dict[str, bool] = {}
            assert proofs.is_forced_win(start, seat) is forced(start, seat, known)
            for move in start.moves:
                assert proofs.is_forced_win(start, seat, after=(move.code,)) is forced(start.after(move), seat, known)

    @every_option
    def test_they_agree_with_plain_search_after_random_moves(self, variant: str, goal: str) -> None:
        game = queens(1, variant, goal)
        proofs = proofs_for(game)
        for seed in range(40):
            position = after_random_moves(game.start(0), random.Random(seed), 1 + seed % 5)
            for seat in range(3):
                assert proofs.is_forced_win(position, seat) is forced(position, seat)

    @every_option
    def test_they_agree_near_the_end_on_a_larger_board(self, variant: str, goal: str) -> None:
        game = queens(2, variant, goal)
        proofs = proofs_for(game)  # one table for all of them
        answers = []
        for seed in range(12):
            for position in late_positions(game, seed, 6):
                answers += [forced(position, seat) for seat in range(3)]
                assert [proofs.is_forced_win(position, seat) for seat in range(3)] == answers[-3:]
        assert len(answers) > 60
        assert True in answers

    def test_symmetric_positions_share_a_table_entry(self) -> None:
        game = queens(2)
        proofs, start = proofs_for(game), game.start(0)
        symmetric = ["queen b3", "queen g3", "queen b6", "queen g6", "queen c2", "queen f2", "queen c7", "queen f7"]
        codes = [find_move(start, text).code for text in symmetric]
        assert proofs.is_forced_win(start, 0, after=codes[:1]) is False
        before = proofs.nodes
        assert [proofs.is_forced_win(start, 0, after=[code]) for code in codes[1:]] == [False] * 7
        assert proofs.nodes == before + 7

    def test_a_pause_changes_nothing(self) -> None:
        game = queens(2)
        driver = game.kernel_for("coalition").coalition
        whole = proofs_for(game, 4)
        answers = [whole.is_forced_win(game.start(0), seat) for seat in range(3)]
        paused = proofs_for(game, 4)
        for seat, answer in enumerate(answers):
            paused._set_root(game.start(0), ())
            driver.start_search(paused._frames, seat, driver.NO_HORIZON, paused._counters)
            found = driver.UNKNOWN
            while found == driver.UNKNOWN:
                paused._counters[driver.LIMIT] += 7
                found = driver.search(paused._stack, paused._frames, paused._table, paused._counters)
            assert bool(found & driver.YES) is answer
        assert paused.nodes == whole.nodes

    def test_answers_within_a_horizon_are_proven(self) -> None:
        game = queens(2)
        for seed in range(8):
            for position in late_positions(game, seed, 5):
                for depth in range(4):
                    for seat in range(3):
                        answer = proofs_for(game).is_forced_win(position, seat, depth)
                        assert answer is None or answer is forced(position, seat)

    @every_option
    def test_no_seat_can_force_a_win_on_side_8(self, variant: str, goal: str) -> None:
        game = queens(2, variant, goal)
        seats = unproven(game.start(0))
        prove(proofs_for(game, 16), game.start(0), seats)
        assert [(seat.forces, seat.after) for seat in seats] == [(False, ())] * 3

    def test_a_first_queen_in_the_centre_of_side_4_lets_the_blocker_force_its_win(self) -> None:
        seats = unproven(queens(1).start(0))
        prove(proofs_for(queens(1)), queens(1).start(0), seats)
        assert [seat.after for seat in seats] == [(), (), CENTRE]

    def test_a_stopped_search_returns_only_proofs(self) -> None:
        game = queens(3)
        proofs, seats = proofs_for(game), unproven(game.start(0))
        proofs.limit = 1000
        prove(proofs, game.start(0), seats)
        assert proofs.nodes == 1000
        assert all(seat.forces is None and seat.after is None for seat in seats)
        with pytest.raises(Stopped):
            proofs.is_forced_win(game.start(0), 0)


def chosen(mind: str, position: Position, effort: int | None = None) -> Choice:
    player = load_mind(mind, position.game).join(position.game, position.turn or 0, 1)
    return player.choose(position, (), Clock(60, effort))


def winner_of(position: Position, minds: list[str], seed: int) -> int:
    """Play to the end; the seat that wins."""
    game = position.game
    players: list[Player] = [load_mind(mind, game).join(game, seat, seed) for seat, mind in enumerate(minds)]
    while position.turn is not None:
        position = position.after(players[position.turn].choose(position, (), Clock(60)).move)
    return position.result().index(1)


class TestTheMind:
    @pytest.mark.parametrize("other", ["random", "greedy"])
    @pytest.mark.parametrize("first", CENTRE)
    def test_the_blocker_wins_what_it_can_force_on_the_smallest_board(self, other: str, first: str) -> None:
        start = queens(1).start(0)
        position = start.after(find_move(start, first))
        assert forced(position, 2)
        assert {winner_of(position, [other, other, "alphabeta:memory=1"], seed) for seed in range(6)} == {2}

    @every_option
    def test_it_wins_every_forced_win(self, variant: str, goal: str) -> None:
        game, tried = queens(2, variant, goal), 0
        for seed in range(10):
            for position in late_positions(game, seed, 6):
                seat = next((seat for seat in range(3) if forced(position, seat)), None)
                if seat is not None:
                    minds = ["random" if seat != other else "alphabeta:memory=1" for other in range(3)]
                    assert winner_of(position, minds, seed) == seat
                    tried += 1
        assert tried > 10

    @pytest.mark.parametrize("depth", [1, 2, 3, 10])
    def test_its_claims_are_true(self, depth: int) -> None:
        for seed in range(6):
            for position in late_positions(queens(2), seed, 6):
                seat = position.turn or 0
                choice = chosen(f"alphabeta:depth={depth},memory=1", position)
                claim = choice.why.reason.claim.key.rpartition(".")[2]
                if claim == "forces":
                    assert forced(position.after(choice.move), seat)
                if claim == "no_force":
                    assert not forced(position, seat)
                for other in choice.why.rejected:
                    after = position.after(find_move(position, other.move))
                    statement = other.reason.claim.key.rpartition(".")[2]
                    assert statement in ("open", "not_needed") or forced(after, seat) is (statement == "also_forces")

    def test_it_counts_the_replies_that_allow_a_forced_win(self) -> None:
        game, counted = queens(1), 0
        for seed in range(10):
            for position in late_positions(game, seed, 16):
                seat = position.turn or 0
                choice = chosen("alphabeta:memory=1", position)
                for reason in choice.why.reason.because:
                    if reason.claim.key == "minds.alphabeta.replies":
                        after = position.after(choice.move)
                        wins = sum(forced(after.after(reply), seat) for reply in after.moves)
                        assert reason.claim.args == {"wins": wins, "replies": len(after.moves)}
                        counted += 1
        assert counted > 5

    def test_it_explains_itself_in_every_language(self) -> None:
        choice = chosen("alphabeta:depth=3,memory=1", queens(2).start(0))
        assert len(choice.why.rejected) == 63
        for language in LANGUAGES:
            assert say(choice.why.reason.claim, language)
            assert all(say(reason.claim, language) for reason in choice.why.reason.because)

    def test_a_timed_choice_is_reproduced_from_its_effort(self) -> None:
        position = after_random_moves(queens(3).start(0), random.Random(1), 2)
        choice = chosen("alphabeta:seconds=0.3", position)
        assert choice.why.effort is not None
        assert chosen("alphabeta:seconds=0.3", position, choice.why.effort) == choice

    def test_it_stops_in_time(self) -> None:
        position, clock = queens(4).start(0), Clock(3)
        player = load_mind("alphabeta:depth=100", position.game).join(position.game, 0, 1)
        player.choose(position, (), clock)
        assert clock.left > 0


class TestTheCommand:
    def test_it_prints_a_result_for_each_seat(self) -> None:
        solved = data("solve", "queens", "--set", "n=1", "--memory", "1")
        assert [seat["seat"] for seat in solved["seats"]] == ["white", "black", "blocker"]
        assert [seat["forces"] for seat in solved["seats"]] == [False] * 3
        assert solved["seats"][2]["after"] == list(CENTRE)
        assert solved["winner"] is None
        assert solved["proven"] is True
        assert solved["nodes"] > 0

    @pytest.mark.parametrize(
        ("language", "said"),
        [
            ("en", ("white: cannot force its win", "queen b2, queen c2", "no seat is certain to win")),
            ("es", ("blanco: no puede forzar", "queen b2, queen c2", "ningún asiento gana con seguridad")),
        ],
    )
    def test_it_prints_both_languages(self, language: str, said: tuple[str, ...]) -> None:
        done = ludoteca("solve", "queens", "--set", "n=1", "--memory", "1", "--lang", language)
        assert done.returncode == 0
        assert all(words in done.stdout for words in said)

    @pytest.mark.parametrize("words", [("--set", "n=9"), ("--set", "variant=walls"), ("--memory", "0")])
    def test_bad_input_ends_with_code_2(self, words: tuple[str, ...]) -> None:
        done = ludoteca("solve", "queens", *words)
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.strip().splitlines()) == 1
