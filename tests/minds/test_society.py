"""Several agents in one game: beliefs of their own, mail, one clock, and the world as referee."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.society import SocietyLog
from ludoteca.games import load_game
from ludoteca.minds.agentspeak.society import AgentSociety
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge
from tests.minds.test_agentspeak import JASON

FIRST = "+!move : legal(M) <- play(M)."


def lived(
    *texts: str, game: str = "queens", seconds: float = 300, steps: int = 60_000, **options: object
) -> SocietyLog:
    played = load_game(game, {"n": 1, **options} if game == "queens" else options)
    knowledge = [Knowledge(f"{seat}.asl", text) for seat, text in zip(played.seats, texts, strict=True)]
    society = AgentSociety(played, knowledge, 1, steps, seconds)
    try:
        return society.live()
    finally:
        society.close()


def told(log: SocietyLog, agent: int | None, *kinds: str) -> list[str]:
    moments = [moment for moment in log.events if moment.agent == agent]
    return [say(moment.note.claim) for moment in moments if not kinds or moment.note.kind in kinds]


def fault(log: SocietyLog) -> tuple[int, str]:
    assert log.fault is not None
    assert all(say(log.fault[1], language) for language in LANGUAGES)
    return log.fault[0], say(log.fault[1])


def test_programs_for_jason_play_a_whole_game_together() -> None:
    text = JASON.read_text(encoding="utf-8")
    log = lived(text, text, text, n=2)
    assert log.fault is None and log.position.turn is None
    # As each alone at the table would have played.
    wanted = ["queen e5", "block g2", "queen d3", "block a8", "queen f2", "queen c8", "queen h6", "queen b4"]
    assert [move.text for move in log.history] == wanted
    assert "not mine" in told(log, 0, "prints")


def test_mail_is_delivered_with_its_sender_and_beliefs_stay_apart() -> None:
    white = (
        "+!move : free(X, Y) <- +secret(7); .send(black, tell, hello(X, Y)); .send(blocker, achieve, wave);queen(X, Y)."
    )
    black = "+hello(X, Y)[source(S)] <- .print(S, X, Y). +!move : free(X, Y) & not secret(_) <- queen(X, Y)."
    blocker = "+!wave[source(S)] <- .print(waving, S). +!move <- pass."
    log = lived(white, black, blocker)
    assert "white00" in told(log, 1, "prints")
    assert "wavingwhite" in told(log, 2, "prints")
    assert log.fault is None


def test_a_question_is_answered_by_another_agent() -> None:
    white = "+!move : free(X, Y) <- .send(black, askOne, colour(C), A); .print(A); queen(X, Y)."
    log = lived(white, f"colour(dark). {FIRST}", FIRST)
    assert told(log, 0, "prints")[0] == "colour(dark)"


def test_time_is_one_for_all() -> None:
    white = "+!move : free(X, Y) <- .wait(500); queen(X, Y)."
    blocker = "+queen(_, _) <- .wait(100); .print(early). +!move <- .wait(200); pass."
    log = lived(white, FIRST, blocker)
    times = [moment.time for moment in log.events]
    assert times == sorted(times)
    early = next(moment for moment in log.events if moment.note.kind == "prints")
    assert (early.time, early.agent) == (600, 2)


def test_acting_out_of_turn_is_refused_and_changes_nothing() -> None:
    black = "!hurry. +!hurry <- queen(0, 0). -!hurry <- .print(alas). " + FIRST
    log = lived(FIRST, black, FIRST)
    assert told(log, 1, "prints") == ["alas"]
    (refused,) = told(log, 1, "refused")
    assert refused.startswith("queen(0, 0) is refused: queen(0, 0) is out of turn")


def test_silence_is_a_pass_or_breaks_the_game_off() -> None:
    quiet = "+turn(blocker) <- .print(thinking)."
    log = lived(FIRST, FIRST, quiet)
    assert "pass" in [move.text for move in log.history]
    assert log.fault is None
    seat, said = fault(lived(quiet, FIRST, FIRST))
    assert seat == 0 and said.startswith("white.asl: it did not move: no plan acted.")


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("+!move <- while (true) { +b; -b }.", FIRST, FIRST), "no end in sight"),
        (("+!move <- for (.range(I, 0, 2000)) { .send(black, tell, b(I)) }.", FIRST, FIRST), "than 1,000 messages"),
        (("+!move <- .send(black, achieve, ping). +!pong <- .send(black, achieve, ping).",
          "+!ping <- .send(white, achieve, pong).", FIRST), "messages between two moves"),
        (("+!move <- !!wait.\n+!wait <- .wait(1); !!wait.", FIRST, FIRST), "white.asl: it did not move"),
        ((FIRST, FIRST, "!tick. +!tick <- .wait(1); !!tick."), None),
    ],
)  # fmt: skip
def test_who_makes_a_nuisance_of_itself_breaks_the_game_off(texts: Sequence[str], said: str | None) -> None:
    """Nobody else is to blame; and a clock that ticks forever does no harm where silence is a pass."""
    log = lived(*texts)
    if said is None:
        assert log.fault is None
    else:
        assert fault(log)[0] == 0 and said in fault(log)[1]


def test_a_program_that_cannot_be_read_is_named() -> None:
    with pytest.raises(BadKnowledge, match=r"black\.asl, line 1"):
        lived(FIRST, "+!move <-", FIRST)


def test_rows_stand_side_by_side_and_the_like_is_counted() -> None:
    white = "+cell(X) <- .print(X). +!move : free(X, Y) <- +cell(1); +cell(2); +cell(3); queen(X, Y)."
    rows = list(lived(white, FIRST, FIRST).rows())
    first = rows[0]
    assert [len(column) for column in first.agents] == [3, 0, 0]
    printed = first.agents[0][1]
    assert (printed.note.kind, printed.count) == ("prints", 3)
    assert first.world and rows[1].moves == 1


def test_the_same_seed_is_the_same_life() -> None:
    any_move = "+!move <- .findall(M, legal(M), L); .random(L, M); play(M)."
    lives = [lived(any_move, any_move, any_move, n=2) for _ in range(2)]
    assert lives[0].events == lives[1].events


def test_a_game_with_secrets_can_be_lived_too() -> None:
    log = lived(FIRST, FIRST, game="azul")
    assert log.fault is None and log.position.turn is None
