"""Agents at the table: what they perceive, how they act, what they say of it, and what is said of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import LocalSeat, Seat
from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, check_explanation
from ludoteca.core.game import Fact, Game, Move, Position, find_move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.mind import Choice
from ludoteca.core.record import to_json
from ludoteca.games import game_names, load_game
from ludoteca.minds.agentspeak.mind import AgentPlayer, AgentSpeak
from ludoteca.minds.agentspeak.trace import Intentions
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge, read_knowledge, shipped_files

JASON = Path(__file__).parent / "agents" / "jason_queens.asl"
DOCUMENT = "agentspeak:file=document.asl"


@contextmanager
def seated(text: str, game: Game, seat: int = 0, steps: int = 60_000) -> Iterator[AgentPlayer]:
    mind = AgentSpeak({**AgentSpeak.with_defaults().values, "steps": steps})
    player = mind.make_player(game, seat, 5, Knowledge("mine.asl", text))
    assert isinstance(player, AgentPlayer)
    try:
        yield player
    finally:
        player.close()


def after(game: Game, *texts: str) -> tuple[Position, list[Move]]:
    position, history = game.start(0), []
    for text in texts:
        history.append(find_move(position, text))
        position = position.after(history[-1])
    return position, history


def chosen(text: str, game: Game, *texts: str, seat: int = 0, steps: int = 60_000) -> Choice:
    position, history = after(game, *texts)
    with seated(text, game, seat, steps) as player:
        return player.choose(position, history, Clock(20))


def fault(text: str, game: Game, *texts: str, seat: int = 0, steps: int = 60_000) -> str:
    with pytest.raises(BadKnowledge) as raised:
        chosen(text, game, *texts, seat=seat, steps=steps)
    for language in LANGUAGES:
        assert say(raised.value.message, language)
    return say(raised.value.message)


def intentions(why: Explanation) -> Intentions:
    assert isinstance(why.trace, Intentions)
    return why.trace


def sighted(position: Position) -> dict[tuple[int, int], int]:
    """How many free cells a queen on each free cell would see: counted here, by other code than the agents'."""
    facts = position.facts()
    side = next(fact.args[0] for fact in facts if fact.relation == "size")
    assert isinstance(side, int)
    free = {fact.args for fact in facts if fact.relation == "free"}
    blocks = {fact.args for fact in facts if fact.relation == "block"}
    counts = {}
    for x, y in free:
        seen = 0
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                step = 1
                while dx or dy:
                    at = (int(x) + step * dx, int(y) + step * dy)
                    if not (0 <= at[0] < side and 0 <= at[1] < side) or at in blocks:
                        break
                    seen += at in free
                    step += 1
        counts[int(x), int(y)] = seen
    return counts


def classic(position: Position) -> tuple[int, int]:
    """The cell of the classic strategy: the greatest number, then the greatest column, then the greatest row."""
    return max(sighted(position).items(), key=lambda item: (item[1], item[0]))[0]


def played(game: Game, minds: list[str], seed: int = 3) -> GameRunner:
    """A whole game in which nobody breaks off."""
    seats: list[Seat] = [LocalSeat(mind, game) for mind in minds]
    table = GameRunner(game, seats, seed, 60)
    try:
        record = table.play()
    finally:
        for seat in seats:
            seat.close()
    assert record.result is not None and record.result.forfeit is None
    return table


class TestPrograms:
    @pytest.mark.parametrize(("mind", "n"), [*((DOCUMENT, n) for n in (1, 2, 3)), (f"agentspeak:file={JASON}", 2)])
    def test_they_follow_the_classic_strategy_at_every_seat(self, mind: str, n: int) -> None:
        game = load_game("queens", {"n": n})
        table = played(game, [mind] * 3)
        for position, move in zip(table.positions, table.history, strict=False):
            if not sighted(position):
                assert move.text == "pass"
                continue
            x, y = classic(position)
            kind = "block" if position.turn == 2 else "queen"
            assert position.action(move) == Fact(kind, (x, y))

    def test_a_program_for_jason_holds_its_own_among_others(self) -> None:
        """Its opponents surprise it, blocks free cells, and its beliefs stay right."""
        game = load_game("queens")
        for seat in range(3):
            for seed in range(2):
                minds = ["random"] * 3
                minds[seat] = f"agentspeak:file={JASON}"
                table = played(game, minds, seed)
                for position, move in zip(table.positions, table.history, strict=False):
                    if position.turn == seat and sighted(position):
                        assert position.action(move).args == classic(position)

    def test_nothing_really_sleeps(self) -> None:
        """The program waits for more than a minute in all."""
        started = time.monotonic()
        played(load_game("queens", {"n": 1}), [f"agentspeak:file={JASON}"] * 3)
        assert time.monotonic() - started < 60

    @pytest.mark.parametrize("mind", ["agentspeak", DOCUMENT])
    def test_the_configurer_digs_holes(self, mind: str) -> None:
        table = played(load_game("queens", {"variant": "holes"}), ["greedy", "greedy", mind])
        assert [move.text[:4] for move in table.history if not move.text.startswith("queen")][:2] == ["hole", "hole"]

    def test_kalah_takes_extra_turns_then_captures(self) -> None:
        choice = chosen(read_knowledge(shipped_files(load_game("kalah"), ".asl")[0]).text, load_game("kalah"))
        assert choice.move.text == "3"
        assert "Move again" in say(choice.why.reason.claim)

    @pytest.mark.parametrize("name", game_names())
    def test_the_starter_plays_any_game(self, name: str) -> None:
        game = load_game(name)
        choice = chosen(AgentSpeak.starter_text, game)
        assert choice.move == game.start(0).moves[0]


class TestPercepts:
    game = load_game("kalah")

    def test_they_are_the_game_s_own_words(self) -> None:
        text = "+!move : me(south) & turn(south) & pit(south, 3, 4) & sows(M, 3, 4) & gain(M, south, 1) <- play(M)."
        assert chosen(text, self.game).move.text == "3"

    def test_they_come_and_go_as_the_game_goes_on(self) -> None:
        text = """
        +store(north, N) <- +came(N).
        -store(north, N) <- +went(N).
        +!move : came(0) & went(0) & came(1) & not went(1) & store(north, 1) & legal(M) <- play(M)."""
        assert chosen(text, self.game, "1", "3", "1")

    def test_beliefs_are_kept_between_moves(self) -> None:
        text = "turns(0). +!move : turns(N) & legal(M) <- -+turns(N + 1); .print(N); play(M)."
        position, history = after(self.game)
        with seated(text, self.game) as player:
            for number in range(3):
                choice = player.choose(position, history, Clock(20))
                notes = intentions(choice.why).notes
                assert str(number) in [say(note.claim) for note in notes if note.kind == "prints"]
                history.append(choice.move)
                position = position.after(choice.move)
                while position.turn != 0:
                    history.append(position.moves[0])
                    position = position.after(history[-1])

    def test_one_that_begins_anew_comes_to_believe_the_same(self) -> None:
        """After an undo, or in a new process: the game is lived through again."""
        text = (
            "seen([]). +pit(north, P, N) : seen(L) <- -+seen([P|L]). +!move : seen(L) & legal(M) <- .print(L); play(M)."
        )
        _, history = after(self.game, "1", "1", "3", "3")
        with seated(text, self.game) as player:
            for moves in (2, 4, 2, 4):
                before, past = after(self.game, *[move.text for move in history[:moves]])
                fresh = chosen(text, self.game, *[move.text for move in past])
                assert player.choose(before, past, Clock(20)) == fresh

    def test_the_turns_of_others_are_seen_too(self) -> None:
        text = "+turn(north) <- +north_moved. +!move : north_moved & legal(M) <- play(M)."
        assert chosen(text, self.game, "1", "1").move.text == "2"

    def test_legal_moves_are_told_on_the_own_turn_only(self) -> None:
        text = "+legal(M) : turn(north) <- +wrong. +!move : not wrong & legal(M) <- play(M)."
        assert chosen(text, self.game, "1", "1")

    def test_secrets_stay_secret(self) -> None:
        """Between its turns an agent sees nothing of a game with a bag."""
        azul = load_game("azul")
        text = "+turn(north) <- +saw. +!move : not saw & legal(M) <- play(M)."
        position = azul.start(4)
        history = [position.moves[0], position.after(position.moves[0]).moves[0]]
        with seated(text, azul) as player:
            player.choose(position, [], Clock(20))
            later = position.after(history[0]).after(history[1])
            assert player.choose(later, history, Clock(20))


class TestActing:
    game = load_game("queens")

    def test_an_illegal_action_fails_with_a_reason_and_changes_nothing(self) -> None:
        text = "+!move <- queen(4, 4). -!move : queen(4, 4) <- .print(still); queen(0, 1)."
        choice = chosen(text, self.game, "queen e5", "pass", seat=1)
        assert choice.move.text == "queen a2"
        said = [say(note.claim) for note in intentions(choice.why).notes]
        assert "queen(4, 4) is refused: queen(4, 4) is not a legal move here" in said
        assert "still" in said

    def test_acting_out_of_turn_is_refused(self) -> None:
        text = "+queen(X, Y) <- queen(0, 0). -queen(X, Y). +!move <- queen(0, 1)."
        choice = chosen(text, self.game, "queen e5", "pass", seat=1)
        said = [say(note.claim) for note in intentions(choice.why).notes if note.kind == "refused"]
        assert said == ["queen(0, 0) is refused: queen(0, 0) is out of turn: it is for blocker to move"]

    @pytest.mark.parametrize("action", ["fly(away)", "queen(1.5, 2)", "queen([], 1)", "queen(a, b)", "block(0, 0)"])
    def test_actions_nobody_can_take_are_refused(self, action: str) -> None:
        choice = chosen(f"+!move <- {action}. -!move <- queen(7, 7).", self.game)
        assert choice.move.text == "queen h8"

    def test_doing_nothing_is_a_pass_where_there_is_one(self) -> None:
        choice = chosen("+!move <- .print(thinking).", self.game, "queen e5", seat=2)
        assert choice.move.text == "pass"
        assert say(choice.why.reason.claim) == "it does nothing, which is a pass"

    def test_play_takes_a_move_as_it_is_written(self) -> None:
        assert chosen('+!move <- play("queen b2").', self.game).move.text == "queen b2"

    def test_chance_is_the_seed_s(self) -> None:
        text = "+!move <- .findall(M, legal(M), L); .random(L, M); play(M)."
        moves = {chosen(text, self.game).move.text for _ in range(3)}
        assert len(moves) == 1


class TestExplanations:
    def test_the_stack_tells_events_plans_beliefs_and_steps(self) -> None:
        text = """
// The first thing to do.
+!move : me(white) & size(S) <-
    !decide(S, X);
    !put(X).

+!decide(S, X) : S > 100 <- X = 0.
+!decide(S, X) : S > 4 <- X = S - 1.
+!decide(_, 0).

// Put it in a corner.
@corner
+!put(X) : free(X, X) <-
    .print("to ", X);
    queen(X, X).
"""
        why = chosen(text, load_game("queens")).why
        assert say(why.reason.claim) == "Put it in a corner."
        assert why.reason.source is not None and (why.reason.source.file, why.reason.source.line) == ("mine.asl", 15)
        assert Fact("free", (7, 7)) in why.reason.evidence and Fact("size", (8,)) in why.reason.evidence
        move, put = intentions(why).stack
        assert (move.event, put.event) == ("+!move", "+!put(7)")
        assert move.beliefs == ("me(white)", "size(8)") and put.beliefs == ("free(7, 7)",)
        assert [(step.state, step.now or step.text) for step in move.steps] == [
            ("done", "!decide(8, 7)"), ("now", "!put(7)")
        ]  # fmt: skip
        decided = move.steps[0].below
        assert decided is not None
        lines = [(one.source.line, one.applicable, one.chosen) for one in decided.alternatives if one.source]
        assert lines == [(7, False, False), (8, True, True), (9, True, False)]

    def test_long_lists_are_cut_where_they_are_shown(self) -> None:
        why = chosen("+!move <- .findall(M, legal(M), L); .nth(3, L, M); play(M).", load_game("queens")).why
        nth = intentions(why).stack[0].steps[1]
        assert nth.now is not None and "…" in nth.now and len(nth.now) < 200

    def test_large_plans_and_many_alternatives_are_cut_with_a_mark(self) -> None:
        steps = "".join(f"X{number} = {number}; " for number in range(200))
        others = "".join(f"+!go : me(nobody{number}) <- sow(1).\n" for number in range(200))
        text = f'{others}+!go <- {steps} .print("{"x" * 5000}"); sow(1).\n+!move <- {"!ready; " * 60} !go.\n'
        ready = f"+!ready <- {steps} true.\n"
        why = chosen(text + ready, load_game("kalah")).why
        check_explanation(to_json(why))
        move, go = intentions(why).stack
        assert len(go.alternatives) == 20 and go.alternatives[-1].chosen
        assert move.steps[-1].text == "… +21" and len(move.steps) == 41
        assert move.steps[0].below is not None and move.steps[0].below.steps[-1].text == "… +161"
        assert move.steps[39].below is None
        assert max(len(str(note.claim.args["text"])) for note in intentions(why).notes) == 300


class TestRejections:
    """Why not another move: the plan, and the condition, that stopped it."""

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("+!move : me(Me) & legal(M) & M == \"2\" <- play(M).", 'M == "2" leads to another move, in +!move'),
            ("+!move : legal(M) <- play(M).", "+!move : legal(M) would do it as well; the first answer is taken"),
            ("+!move : me(south) <- sow(2).\n+!move <- sow(3).", "+!move would do it, but an earlier plan was taken"),
            ("+!move : .findall(P, sows(_, P, 9), L) & .max(L, P) <- sow(P).\n+!move <- play(\"2\").",
             ".max(L, P) does not hold, in +!move : .findall(P, sows(_, P, 9), L) & .max(L, P)"),
            ("+!move <- .findall(P, sows(_, P, _), L); .nth(1, L, P); sow(P).", ".nth(1, [1, 2, 3, 4, 5, …], 2) leads"),
            ("+!move <- sow(2).", "no plan for +!move does it"),
            ("+!move <- !pick(P); sow(P).\n+!pick(2).", "+!move does sow(2) instead"),
            ("+!move <- .random(R); P = 2 + R * 0; sow(P).", "+!move does sow(2) instead"),
            ("+!move <- X = 1; sow(X + 1).", "X = 1 leads to another move, in +!move"),
        ],
    )  # fmt: skip
    def test_they_name_the_plan_and_the_condition(self, text: str, said: str) -> None:
        choice = chosen(text, load_game("kalah"))
        why_not = {rejected.move: say(rejected.reason.claim) for rejected in choice.why.rejected}
        assert set(why_not) == {"1", "2", "3", "4", "5", "6"} - {choice.move.text}
        assert said in why_not["3"]

    def test_they_change_nothing_in_the_agent(self) -> None:
        game = load_game("kalah")
        program = "+!move : legal(M) & .count(asked(_), N) <- +asked(N); .print(N); play(M)."
        with seated(program, game) as player:
            first = player.choose(game.start(0), [], Clock(20))
            position, history = game.start(0).after(first.move), [first.move]
            while position.turn != 0:
                history.append(position.moves[0])
                position = position.after(history[-1])
            second = player.choose(position, history, Clock(20))
        notes = [say(note.claim) for choice in (first, second) for note in intentions(choice.why).notes]
        assert [note for note in notes if note.isdigit()] == ["0", "1"]


class TestFaults:
    game = load_game("kalah")

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("+!move <-\n ?nothing(X);\n play(X).", "mine.asl, line 2: it did not move: in +!move, nothing(_) is"),
            ("+!move <-\n !go.\n+!go : me(north) <- play(1).", "line 2: it did not move: in +!move, no plan for"),
            ("+!move <-\n play(9).", "line 2: it did not move: in +!move, play(9) is not a legal move here"),
            ("+!move : me(north) <- sow(1).", "line 1: it did not move: in +!move, no plan for +!move is applicable"),
            ("+turn(north) <- sow(1).", "it did not move: no plan acted"),
            ("+!move <-\n X = Y + 1;\n sow(X).", "line 2: it did not move: in +!move, a variable in an arithmetic"),
            ("+!move <-\n sow(X).", "line 2: it did not move: in +!move, sow(_) has variables"),
            ("+!move <-\n X = 1 / (2 - 2);\n sow(X).", "line 2: syntax error: division by zero"),
            ("+!move <-\n X = 1 mod 0;\n sow(X).", "line 2: syntax error: division by zero"),
            ("!go(1 div 0).\n+!move <- sow(1).", "line 1: syntax error: division by zero"),
            ("+!move <-\n X = 9 ** 9 ** 9;\n sow(X).", "line 2: syntax error: the result of this expression is"),
            ("+!move <-\n X = 1e400;\n sow(X).", "line 2: syntax error: the result of this expression is"),
            ("+!move : pit(_, 1, S) <-\n sow(1 mod (S - 4)).", "line 2: it did not move: in +!move : pit(_, 1, S), a"),
            ("+!move : pit(_, 1, S) <-\n X = 1 div (S - 4).", "an arithmetic expression divides by zero"),
            ("+!move : pit(_, 1, S) <-\n X = S / (S - 4).", "an arithmetic expression divides by zero"),
            ("+!move : pit(_, 1, S) <-\n X = 0 ** (0 - S).", "an arithmetic expression divides by zero"),
            ("+!move : pit(_, 1, S) <-\n X = S ** S ** S ** S.", "an arithmetic expression is too large"),
            ("+!move : pit(_, 1, S) <-\n X = S * 1e308 - S * 1e308.", "an arithmetic expression is too large"),
            ("+!move : pit(_, 1, S) <-\n X = (0 - S) ** 0.5.", "an arithmetic expression is not a real number"),
            ("+!move : pit(_, 1, S) &\n 1 mod (S - 4) == 0 <- sow(1).", "line 1: it did not move: the context of +!m"),
            ("+!move <-\n .nth(1e300, [1], X).", "line 2: it did not move: in +!move, the list has no place 1"),
            ("+!move <-\n X = \"5\";\n Y = X + 1.", 'line 3: it did not move: in +!move, "5" is not a number'),
            ("+!move <-\n .wait({+turn(X mod 0)}).", "line 2: it did not move: in +!move, a variable in an arithmetic"),
            ("+!move <-\n !again.\n+!again <- !again.", "mine.asl, line 3: goals within goals"),
            ("+!move <- while (true) { +b(1); -b(1) }.", "no end in sight after 60,000 steps of reasoning, in +!move"),
            ("+!move <-\n X = 1;\n while (true) { Y = 1 }.", "line 3: no end in sight"),
            ("+!move <- .count(legal(_), N); .wait(1); while (true) { +b(1); -b(1) }.", "after 60,000 steps"),
            ("a(X) :- a(X).\n+!move : a(1) <- sow(1).", "rules or terms are nested too deep, in +!move"),
        ],
    )  # fmt: skip
    def test_they_name_file_line_plan_and_reason(self, text: str, said: str) -> None:
        assert said in fault(text, self.game)

    def test_an_agent_that_failed_does_not_haunt_the_next_game(self) -> None:
        with seated("+!move <- while (true) { +b(1); -b(1) }.", self.game) as player:
            with pytest.raises(BadKnowledge):
                player.choose(self.game.start(0), [], Clock(20))
            with pytest.raises(BadKnowledge):
                player.choose(self.game.start(0), [], Clock(20))

    def test_bad_programs_do_not_sit_down(self) -> None:
        assert "mine.asl, line 1: syntax error" in fault("+!move <- play(.", self.game)

    def test_a_file_that_is_not_there_is_named(self) -> None:
        from ludoteca.core.errors import BadInput

        with pytest.raises(BadInput, match=r"nowhere\.asl"):
            load_mind("agentspeak:file=nowhere.asl", self.game)
