"""The exam every game and every mind has to pass, found by their folders: no list to edit."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import MindProcess, ProcessSeat, Seat
from ludoteca.arena.verify import verify
from ludoteca.child import OURS, Limits
from ludoteca.core.errors import IllegalMove
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import LANGUAGES, phrase, say
from ludoteca.core.record import Record, Turn, to_json
from ludoteca.core.vocabulary import actions_in, actions_of, lexicon_of, meaning, perceive, vocabulary_of
from ludoteca.games import folder_of, game_names, load_game
from ludoteca.minds import mind_names, school
from ludoteca.rules.interpreted import InterpretedGame

HOSTILE = {path.name for path in (Path(__file__).parent.parent / "hostile" / "minds").iterdir() if path.is_dir()}
# Small budgets: the exam asks for manners, not for strength.
BUDGETS = {"montecarlo": "montecarlo:simulations=200", "alphabeta": "alphabeta:depth=4,memory=4"}
SLOWLY = {"montecarlo:simulations=200": "montecarlo:simulations=1"}  # where each simulation takes a while
MINDS = [BUDGETS.get(name, name) for name in mind_names() if name not in HOSTILE and not school(name).at_terminal]

games = pytest.mark.parametrize("name", game_names())


def pairs() -> Iterator[tuple[str, str]]:
    """Every game with every mind that plays it."""
    for name in game_names():
        for mind in MINDS:
            if school(mind.partition(":")[0]).with_defaults().refuses(load_game(name)) is None:
                yield name, SLOWLY.get(mind, mind) if isinstance(load_game(name), InterpretedGame) else mind


def random_positions(game: Game, seed: int) -> Iterator[Position]:
    lot, position = random.Random(seed), game.start(seed)
    yield position
    while position.turn is not None:
        position = position.after(lot.choice(list(position.moves)))
        yield position


def some_positions(game: Game, seed: int) -> Iterator[Position]:
    """Those of a random game that every move is tried in: where rules fire one by one, not all of them."""
    step = 6 if isinstance(game, InterpretedGame) else 1
    for number, position in enumerate(random_positions(game, seed)):
        if number % step == 0 or position.turn is None:
            yield position


def played(game: Game, minds: list[str], seed: int = 5, limit: float = 20, limits: Limits = OURS) -> Record:
    seats: list[Seat] = [ProcessSeat(mind, MindProcess(limits)) for mind in minds]
    try:
        return GameRunner(game, seats, seed, limit).play(opening=2)
    finally:
        for seat in seats:
            seat.close()


def without_times(record: Record) -> object:
    return [{**to_json(turn), "seconds": 0} for turn in record.turns], to_json(record.result)


class TestGames:
    @games
    def test_it_introduces_itself_in_every_language(self, name: str) -> None:
        game = load_game(name)
        keys = [f"games.{name}.title", f"games.{name}.about", *(option.about for option in game.options)]
        keys += [f"games.{name}.seat.{seat}" for seat in game.seats]
        for language in LANGUAGES:
            assert all(phrase(key, language) for key in keys)
            assert all(meaning(word, language) for word in lexicon_of(game))
        for page in ("README.md", "README.es.md"):
            assert (folder_of(game) / page).is_file()

    @games
    def test_positions_never_change(self, name: str) -> None:
        for position in some_positions(load_game(name), 1):
            before = position.save(), position.facts(), position.scores()
            for move in position.moves:
                position.after(move)
                position.events(move)
            assert (position.save(), position.facts(), position.scores()) == before

    @games
    def test_positions_save_load_and_hash(self, name: str) -> None:
        game = load_game(name)
        for position in random_positions(game, 2):
            again = game.load(position.save())
            assert again == position
            assert hash(again) == hash(position)
            assert again.moves == position.moves

    @games
    def test_moves_are_told_apart_by_text_and_by_code(self, name: str) -> None:
        for position in random_positions(load_game(name), 3):
            assert len({move.text for move in position.moves}) == len(position.moves)
            assert len({move.code for move in position.moves}) == len(position.moves)
            assert all(find_move(position, move.text) == move for move in position.moves)

    @games
    def test_there_are_moves_until_it_is_over_and_then_none(self, name: str) -> None:
        for position in random_positions(load_game(name), 4):
            assert (position.turn is None) == (len(position.moves) == 0)
        assert sum(position.result()) == pytest.approx(1)
        assert len(position.scores()) == len(position.game.seats)

    @games
    def test_illegal_moves_raise_and_name_the_legal_ones(self, name: str) -> None:
        positions = list(random_positions(load_game(name), 5))
        for position in (positions[0], positions[-1]):
            for illegal in (Move(10_000, "nonsense"), Move(-1, "")):
                with pytest.raises(IllegalMove):
                    position.after(illegal)
                with pytest.raises(IllegalMove):
                    position.events(illegal)

    @games
    def test_facts_keep_to_the_vocabulary(self, name: str) -> None:
        game = load_game(name)
        words = {relation.name: len(relation.args) for relation in game.vocabulary if relation.kind == "position"}
        for position in random_positions(game, 6):
            facts = position.facts()
            assert len(set(facts)) == len(facts)
            assert all(words[fact.relation] == len(fact.args) for fact in facts)

    @games
    def test_events_can_be_said(self, name: str) -> None:
        for position in some_positions(load_game(name), 7):
            for move in position.moves:
                for event in position.events(move):
                    assert phrase(event.key, "es", **event.args)

    @games
    def test_positions_that_differ_only_in_secrets_look_the_same(self, name: str) -> None:
        for position in some_positions(load_game(name), 8):
            if position.turn is not None:
                one, other = position.seen_by(position.turn, 1), position.seen_by(position.turn, 2)
                assert one.moves == other.moves == position.moves
                assert perceive(one) == perceive(other) == perceive(position)
                assert one.game.svg(one) == other.game.svg(other) == position.game.svg(position)
                assert one.scores() == other.scores() == position.scores()
                assert one.expected_scores() == other.expected_scores() == position.expected_scores()

    @games
    def test_every_move_is_one_action_and_no_other_move_is(self, name: str) -> None:
        game = load_game(name)
        words = {action.name: len(action.args) for action in actions_of(game)}
        for position in random_positions(game, 6):
            actions = actions_in(position)
            assert [actions[position.action(move)] for move in position.moves] == list(position.moves)
            assert all(words[action.relation] == len(action.args) for action in actions)

    @games
    def test_what_a_symbolic_mind_is_told_keeps_to_the_vocabulary(self, name: str) -> None:
        game = load_game(name)
        words = {relation.name: relation for relation in vocabulary_of(game)}
        assert len(words) == len(vocabulary_of(game)), "a word means one thing"
        for position in some_positions(game, 10):
            if position.turn is not None:
                told, texts = perceive(position), {move.text for move in position.moves}
                assert len(set(told)) == len(told)
                for fact in told:
                    assert len(fact.args) == len(words[fact.relation].args)
                    if words[fact.relation].kind != "position":
                        assert fact.args[0] in texts
                for move in position.moves:
                    assert position.move_facts(move)

    @games
    def test_views_can_be_drawn_at_any_time(self, name: str) -> None:
        from rich.console import Console

        for position in some_positions(load_game(name), 9):
            for language in LANGUAGES:
                assert position.game.svg(position, None, language).startswith("<svg")
                assert position.game.svg(position, None, language, narrow=True).startswith("<svg")
                console = Console(width=100)
                with console.capture() as captured:
                    console.print(position.game.terminal(position, None, language))
                assert captured.get().strip()

    @games
    def test_it_has_golden_games(self, name: str) -> None:
        assert list((Path(__file__).parent.parent / "golden" / name).glob("*.txt"))


def test_every_mind_plays_some_game() -> None:
    assert {mind for _, mind in pairs()} >= set(MINDS)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "mind"), list(pairs()))
class TestMinds:
    def test_it_plays_whole_games_and_every_reason_is_true(self, name: str, mind: str) -> None:
        game = load_game(name)
        record = played(game, [mind, *["random"] * (len(game.seats) - 1)])
        assert record.result is not None
        assert record.result.forfeit is None
        report = verify(record)
        assert report.problems == []
        assert report.unchecked == []
        assert report.derived == sum(not turn.opening for turn in record.turns)

    def test_the_same_seed_gives_the_same_record_in_any_process_and_every_language(self, name: str, mind: str) -> None:
        game = load_game(name)
        minds = [mind] * len(game.seats)
        record = played(game, minds)
        for turn in record.turns:
            self.check_words(turn)
            self.check_shape(game, turn)
        here = without_times(record)
        script = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "from tests.conformance.test_exam import played, without_times, load_game\n"
            "import json; print(json.dumps(without_times(played(load_game(sys.argv[2]), sys.argv[3:]))))"
        )
        root = str(Path(__file__).parent.parent.parent)
        there = subprocess.run(
            [sys.executable, "-c", script, root, name, *minds], capture_output=True, text=True, check=True
        )
        import json

        assert json.loads(there.stdout) == json.loads(json.dumps(here))

    def check_words(self, turn: Turn) -> None:
        for language in LANGUAGES:
            assert say(turn.why.reason.claim, language)
            for rejected in turn.why.rejected:
                assert say(rejected.reason.claim, language)

    def check_shape(self, game: Game, turn: Turn) -> None:
        moves = [rejected.move for rejected in turn.why.rejected]
        assert turn.text not in moves
        assert len(set(moves)) == len(moves)
        if turn.why.value is not None:
            assert 0 <= turn.why.value <= 1


@games
@pytest.mark.parametrize(
    ("mind", "said"),
    [
        ("slow", "no answer within"),
        ("crashing", "RuntimeError: I have had enough"),
        ("dying", "SIGABRT"),
        ("cheating", '"all of them" is not a legal move here'),
        ("eating", "MemoryError"),
        ("mumbling", "nobody knows the words for"),
    ],
)
class TestHostileMinds:
    def test_it_loses_its_game_and_nothing_else_happens(self, name: str, mind: str, said: str) -> None:
        game = load_game(name)
        others = ["random"] * (len(game.seats) - 1)
        limits = Limits(memory=1 << 30, open_files=None, file_size=None, confined=False)
        record = played(game, [mind, *others], limit=0.5 if mind == "slow" else 20, limits=limits)
        assert record.result is not None
        assert record.result.forfeit is not None
        assert record.result.forfeit.seat == game.seats[0]
        assert said in say(record.result.forfeit.reason)
        assert record.result.result[0] == 0
        assert record.result.winner != game.seats[0]


def test_what_a_mind_prints_is_not_taken_for_its_answer() -> None:
    record = played(load_game("kalah"), ["chatty", "random"])
    assert record.result is not None
    assert record.result.forfeit is None
