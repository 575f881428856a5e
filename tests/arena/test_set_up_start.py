"""Games that start from a position set up from facts: played, recorded, replayed and verified."""

from __future__ import annotations

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.replay import game_of, referee, start_of
from ludoteca.arena.seat import seat_for
from ludoteca.arena.verify import verify
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, read_fact
from ludoteca.core.record import Record, parse_record
from ludoteca.core.verdicts import Verdict
from ludoteca.games import load_game

SMALL = load_game("kalah", {"pits": 3, "seeds": 2})
LATE = ["turn(north)", "pit(south,1,1)", "pit(south,2,0)", "pit(south,3,2)", "store(south,3)"]
LATE += ["pit(north,1,2)", "pit(north,2,1)", "pit(north,3,0)", "store(north,3)"]


def played(game: Game, *minds: str) -> Record:
    seats = [seat_for(mind, game) for mind in minds]
    try:
        return GameRunner(game, seats, 5).play()
    finally:
        for seat in seats:
            seat.close()


def test_a_record_says_its_start_and_is_verified() -> None:
    game = SMALL.starting_from(map(read_fact, LATE))
    assert game != SMALL and game.position(game.start_facts) == game.start(1) == SMALL.position(map(read_fact, LATE))
    record = parse_record(played(game, "agentspeak", "greedy").text)
    assert set(record.header.start) == set(map(read_fact, LATE))
    assert record.turns[0].seat == "north"
    assert game_of(record) == game and start_of(record, game_of(record)) == game.start(0)
    referee(record, game_of(record))
    assert verify(record).verdict in (Verdict.TRUE, Verdict.REPRODUCED)


def test_a_start_that_cannot_be_is_refused() -> None:
    record = played(SMALL.starting_from(map(read_fact, LATE)), "random", "random")
    for old, new, sentence in (
        ('["south",1,1]', '["south",1,2]', "There are 13 seeds on the board; this game has 12."),
        ('["south",1,1]', '["south",1,1,1]', "pit(south, 1, 1, 1) is not a fact of a position of this game."),
        ('{"relation":"pit","args":["south",1,1]},', "", "The fact pit(south, 1, …) is missing."),
    ):
        with pytest.raises(BadInput) as error:
            game_of(parse_record(record.text.replace(old, new)))
        assert str(error.value) == sentence
    with pytest.raises(BadInput, match="start"):
        parse_record(record.text.replace('"start":[', '"start":[7,'))
    over = ["over", *(fact for fact in LATE if not fact.startswith(("turn", "pit(north", "store(north")))]
    over += ["pit(north,1,0)", "pit(north,2,0)", "pit(north,3,0)", "store(north,6)"]
    with pytest.raises(BadInput):
        SMALL.starting_from(map(read_fact, over))


def test_what_facts_do_not_tell_comes_from_the_seed() -> None:
    azul = load_game("azul")
    position = azul.start(3)
    game = azul.starting_from(position.facts())
    one, other = game.start(1), game.start(2)
    assert one != other and one.facts() == other.facts() == position.facts()
    assert game.start(1) == one


@pytest.mark.parametrize("text", ["", "pit(south", "Pit(1)", "pit(a(b))", "pit(south) store(north)", "x" * 1000])
def test_what_is_no_fact_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_fact(text)
    assert read_fact(" over. ") == read_fact("over()") == Fact("over", ())
