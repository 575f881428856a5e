"""The planning school: what it plans, how it follows a plan, when it makes another, what it says of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludoteca import templates
from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import ProcessSeat
from ludoteca.arena.verify import verify
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Source
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.mind import Choice
from ludoteca.core.plugins import PATH
from ludoteca.core.record import to_line
from ludoteca.games import load_game
from ludoteca.minds.planner.mind import Planner
from ludoteca.minds.planner.plan_maker import Budget, Settings
from ludoteca.minds.planner.player import PlannerPlayer
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.knowledge import Knowledge, read_knowledge
from ludoteca.rules.planning.as_problem import view_of
from ludoteca.rules.planning.game import PlanningGame, PlanningPosition


def own_knowledge(game: Game) -> Knowledge:
    view = view_of(game)
    assert view is not None
    return read_knowledge(view.file)


def player(game: Game, seat: int = 0, states: int = 20_000, knowledge: Knowledge | None = None) -> PlannerPlayer:
    return PlannerPlayer(game, seat, knowledge or own_knowledge(game), Settings(None, states))


def plan_of(choice: Choice) -> PlanMade:
    assert isinstance(choice.why.trace, PlanMade)
    return choice.why.trace


def said(choice: Choice) -> str:
    return say(choice.why.reason.claim)


def played(position: Position, *texts: str) -> tuple[Position, list[Move]]:
    """A position after some moves, and the moves."""
    history = list[Move]()
    for text in texts:
        history.append(find_move(position, text))
        position = position.after(history[-1])
    return position, history


class TestKalah:
    def test_the_move_is_the_first_step_of_the_best_turn(self) -> None:
        game = load_game("kalah")
        choice = player(game).choose(game.start(0), [], Clock(20))
        plan = plan_of(choice)
        assert choice.move.text == "3"
        assert said(choice) == "a plan of 3 steps worth 2, proven the best"
        assert plan.steps[0].text == "pit-3 moves again"
        assert [(step.cost, step.total, step.seat) for step in plan.steps] == [
            (1, 1, "south"),
            (1, 2, "south"),
            (0, 2, None),
        ]
        assert (plan.status, plan.cost, plan.bound, plan.again) == ("optimal", 2, 2, None)
        line = plan.steps[0].source
        assert line is not None and line == choice.why.reason.source == Source("turn.pddl", line.line)
        assert own_knowledge(game).text.split("\n")[line.line - 1] == "  (:action sow-again"
        assert "pit(south, 3, 4)" in map(str, choice.why.reason.evidence)

    def test_other_first_moves_are_told_by_what_their_best_turn_lacks(self) -> None:
        game = load_game("kalah")
        choice = player(game).choose(game.start(0), [], Clock(20))
        why_not = {rejected.move: say(rejected.reason.claim) for rejected in choice.why.rejected}
        assert why_not.keys() == {"1", "2", "4", "5", "6"}
        assert why_not["1"] == "the best plan that begins with it is worth 2 less"
        assert why_not["4"] == "the best plan that begins with it is worth 1 less"

    def test_the_plan_goes_on_within_the_turn_and_is_made_anew_in_the_next(self) -> None:
        game = load_game("kalah")
        planner = player(game)
        first = planner.choose(game.start(0), [], Clock(20))
        position, history = played(game.start(0), "3")
        second = planner.choose(position, history, Clock(20))
        assert said(second) == "the plan goes on: 2 steps left, worth 1"
        assert plan_of(second).steps[0].action == plan_of(first).steps[1].action
        assert (plan_of(second).status, plan_of(second).cost, plan_of(second).bound) == ("optimal", 1, 1)
        position, history = played(position, second.move.text, "6")
        third = planner.choose(position, [Move(2, "3"), *history], Clock(20))
        assert plan_of(third).again is not None
        assert str(plan_of(third).again) == "the last plan has ended"
        assert third.why.reason.because[0].claim == plan_of(third).again

    def test_a_history_that_does_not_go_on_makes_it_begin_anew(self) -> None:
        game = load_game("kalah")
        planner = player(game)
        planner.choose(game.start(0), [], Clock(20))
        position, history = played(game.start(0), "1", "1")
        choice = planner.choose(position, history, Clock(20))
        assert plan_of(choice).again is None
        assert said(choice).startswith("a plan of")
        assert to_line(choice) == to_line(player(game).choose(position, history, Clock(20)))

    def test_without_states_enough_it_plays_what_is_best_at_once(self) -> None:
        game = load_game("kalah")
        choice = player(game, states=1).choose(game.start(0), [], Clock(20))
        assert choice.why.trace is None
        assert said(choice).startswith(
            "no plan was found in 1 state (the limit is 1): the move with the best immediate result"
        )
        gains = {move.text: game.start(0).after(move).scores()[0] for move in game.start(0).moves}
        assert gains[choice.move.text] == max(gains.values())

    def test_an_effort_can_be_repeated(self) -> None:
        game = load_game("kalah")
        position, history = played(game.start(0), "1", "2")
        repeating = player(game)
        for states in (5, 20, 30, 40, 20_000):
            choice = player(game, states=states).choose(position, history, Clock(20))
            again = repeating.choose(position, history, Clock(20, effort=choice.why.effort))
            assert again.move == choice.move
            assert plan_of(again).steps == plan_of(choice).steps if choice.why.trace else again.why.trace is None
            assert again.why.rejected == choice.why.rejected

    def test_a_clock_that_is_up_still_gets_a_move(self) -> None:
        game = load_game("kalah")
        choice = player(game).choose(game.start(0), [], Clock(0))
        assert choice.move in game.start(0).moves


class TestWorkingDay:
    def test_the_others_are_expected_to_do_what_the_plan_says(self) -> None:
        game = load_game("agricola_planning")
        planner = player(game)
        position, history = game.start(0), list[Move]()
        choice = planner.choose(position, history, Clock(60))
        plan = plan_of(choice)
        assumes = "if the other player follows the plan"
        assert said(choice) == f"a plan of 12 steps costing 16 {assumes}, proven the cheapest"
        assert {step.seat for step in plan.steps} == {"j1", "j2", None}
        assert sum(step.cost for step in plan.steps if step.seat == "j1") == plan.cost == plan.bound == 16
        foreseen = [step.text for step in plan.steps if step.seat is not None]
        # As foreseen: the plan goes on, and nothing is searched for.
        for text in foreseen[:4]:
            history.append(find_move(position, text))
            position = position.after(history[-1])
            if position.turn == 0 and len(history) < 4:
                assert planner.choose(position, history, Clock(60)).move.text == foreseen[len(history)]
        assert position.turn == 0
        on = planner.choose(position, history, Clock(60))
        assert said(on).startswith("the plan goes on") and said(on).endswith(assumes)
        assert (on.why.effort, plan_of(on).again) == (1, None)

    def test_it_plans_again_when_the_other_does_something_else_that_matters(self) -> None:
        game = load_game("agricola_planning")
        planner = player(game)
        position, history = game.start(0), list[Move]()
        plan = plan_of(planner.choose(position, history, Clock(60)))
        for step in [step for step in plan.steps if step.seat == "j1"][:2]:
            if history:
                planner.choose(position, history, Clock(60))
            history.append(find_move(position, step.text))
            position = position.after(history[-1])
        wanted = next(step.action.split()[-1].rstrip(")") for step in reversed(plan.steps) if step.seat == "j1")
        foreseen = [step.text for step in plan.steps if step.seat == "j2"]
        spoils = next(move for move in position.moves if wanted in move.text and move.text != foreseen[0])
        history.append(spoils)
        position = position.after(spoils)
        other = next(move for move in position.moves if move.text != foreseen[1])
        history.append(other)
        choice = planner.choose(position.after(other), history, Clock(60))
        assert str(plan_of(choice).again) == f"“{spoils.text}” was played where the plan predicted “{foreseen[0]}”"
        assert said(choice).endswith("proven the cheapest")

    def test_where_there_is_no_plan_it_says_so_and_moves(self) -> None:
        """With nothing but the two cards that grow the family, a player has actions left and no card to do them by."""
        cards = "take-one-grain take-one-vegetable day-labourer fishing three-wood one-clay one-reed one-stone-1"
        cards += " one-stone-2 one-sheep one-boar one-cattle build-fences starting-player"
        game = load_game("agricola_planning", {"turns": 3, "without": cards.replace(" ", "+")})
        choice = player(game).choose(game.start(0), [], Clock(60))
        assert said(choice) == "there is no plan from here: the move with the best immediate result"
        assert choice.move in game.start(0).moves

    def test_no_preferred_move_costs_as_little(self) -> None:
        """Of the moves with which the best plan costs the same it makes one that the game's hints put first."""
        game, lot = load_game("agricola_planning"), random.Random(4)
        position = game.start(0)
        assert isinstance(game, PlanningGame)
        while position.turn is not None:
            assert isinstance(position, PlanningPosition)
            maker = player(game, position.turn).plan_maker
            plan = maker.made(position, Budget(Clock(60), 20_000))
            assert plan.at is not None
            planned = maker.move_of(plan.steps[plan.at])
            assert planned is not None
            made = position.move_order(find_move(position, planned.text))
            for move in position.moves:
                if position.move_order(move) > made:
                    other = maker.alternative(plan, move, True, Budget(Clock(60), 20_000))
                    assert other.hopeless or (other.total is not None and other.total > plan.rest_cost)
            position = position.after(lot.choice(list(position.moves)))

    @pytest.mark.parametrize("problem", ["1", "6"])
    def test_it_is_never_stuck_and_never_behind_chance(self, problem: str) -> None:
        game, lot = load_game("agricola_planning", {"problem": problem}), random.Random(problem)
        for seat in range(2):
            planner, position, history = player(game, seat), game.start(0), list[Move]()
            while position.turn is not None:
                own = position.turn == seat
                history.append(
                    planner.choose(position, history, Clock(60)).move if own else lot.choice(list(position.moves))
                )
                position = position.after(history[-1])
            assert position.result()[seat] >= 0.5


class TestAzul:
    def test_a_plan_is_the_tiles_of_this_turn_and_those_it_hopes_for(self) -> None:
        game = load_game("azul")
        choice = player(game).choose(game.start(1), [], Clock(60))
        plan = plan_of(choice)
        assert choice.move.text == "1 yellow 2"
        assert said(choice) == "a plan of 2 steps worth 3.1, proven the best"
        assert [say(step.said) for step in plan.steps if step.said is not None] == [
            "take 2 yellow tiles from factory 1: line 2 is full",
            "next, take 1 blue tile from factory 3 if still there: line 1 is full",
        ]
        # Other seats move before the second step: it is a hope, and no move that it expects.
        assert [step.seat for step in plan.steps] == ["south", None]
        assert {rejected.move for rejected in choice.why.rejected} == {
            move.text for move in game.start(1).moves if move != choice.move
        }

    def test_it_is_planned_anew_at_every_turn(self) -> None:
        game = load_game("azul")
        planner = player(game)
        first = planner.choose(game.start(1), [], Clock(60)).move
        position, history = played(game.start(1), first.text, "3 blue floor")
        choice = planner.choose(position, history, Clock(60))
        assert str(plan_of(choice).again) == "the last plan has ended"
        assert choice.move in position.moves

    @pytest.mark.parametrize("players", [3, 4])
    def test_with_more_players_a_plan_is_still_a_small_problem(self, players: int) -> None:
        game = load_game("azul", {"players": players})
        choice = player(game).choose(game.start(1), [], Clock(60))
        assert plan_of(choice).status == "optimal"
        assert plan_of(choice).states < 3000


class TestQueens:
    def test_a_plan_has_an_answer_to_each_reply(self) -> None:
        game = load_game("queens")
        position, history = played(game.start(0), "queen a1", "block h2", "queen c2", "block h7")
        choice = player(game).choose(position, history, Clock(60))
        plan = plan_of(choice)
        assert plan.status == "optimal" and plan.cost < 0.01
        assert [step.seat for step in plan.steps if step.seat is not None] == ["white"]
        after = position.after(choice.move)
        replies = {step.action.split()[3].rstrip(")") for step in plan.steps if "(they-reply here" in step.action}
        assert {f"queen {cell}" for cell in replies} == {move.text for move in after.moves}

    def test_its_answers_leave_no_cell_to_the_other_player(self) -> None:
        """All the way down, by the referee: after each reply and the planned answer black is without a move."""
        game = load_game("queens", {"n": 1})
        position, history = played(game.start(0), "queen a1", "block d4")
        choice = player(game, seat=1).choose(position, history, Clock(60))
        plan = plan_of(choice)
        assert said(choice).startswith("a plan of") and said(choice).endswith("proven the cheapest")
        after, reply = position.after(choice.move), ""
        for step in plan.steps[1:]:
            words = step.action.strip("()").split()
            if words[0] == "they-reply":
                reply = words[-1]
            elif words[0] == "answer":
                end = played(after, f"queen {reply}", f"queen {words[-1]}")[0]
                assert end.turn is None and end.result()[1] == 1

    def test_on_a_large_board_the_view_chooses_cells(self) -> None:
        game = load_game("queens", {"n": 8})
        choice = player(game).choose(game.start(0), [], Clock(60))
        assert choice.move.text == "queen a1"
        why_not = [say(rejected.reason.claim) for rejected in choice.why.rejected]
        assert why_not.count("the domain has no action for it") == 32 * 32 - 64
        assert len(why_not) == 32 * 32 - 1


class TestMind:
    def test_games_without_a_planning_view_are_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "plain").mkdir()
        for path in (Path(templates.__file__).parent / "python_game").glob("*.*"):
            text = path.read_text().replace("PLUGIN", "plain").replace("Plugin", "Plain")
            (tmp_path / "plain" / path.name).write_text(text)
        monkeypatch.setenv(PATH, str(tmp_path / "plain"))
        with pytest.raises(BadInput, match="it needs a game with a planning view"):
            load_mind("planner", load_game("plain"))

    def test_engines_are_known_by_name(self) -> None:
        with pytest.raises(BadInput, match="did you mean"):
            load_mind("planner:planner=blnid", load_game("kalah"))
        assert load_mind("planner:planner=blind", load_game("kalah")).refuses(load_game("kalah")) is None

    def test_an_engine_that_cannot_read_the_view_is_a_fault_that_names_others(self) -> None:
        mind = load_mind("planner:planner=counting", load_game("kalah"))
        assert isinstance(mind, Planner)
        trial = mind.trial(load_game("kalah"), own_knowledge(load_game("kalah")))
        assert "falling-costs" in say(trial.diagnostics[0].message)

    def test_a_domain_of_ones_own_changes_the_play(self, tmp_path: Path) -> None:
        """Here moving again costs more than it brings; on a small board, so that the whole game is short."""
        game = load_game("kalah", {"pits": 3, "seeds": 3})
        usual = player(game).choose(game.start(0), [], Clock(20)).move.text
        text = own_knowledge(game).text.replace("(+ (rounds ?k) 1))))", "(+ (rounds ?k) 1)) (decrease (bonus) 5)))", 1)
        (tmp_path / "mine.pddl").write_text(text)
        mind = f"planner:file={tmp_path / 'mine.pddl'}"
        seats = [ProcessSeat(mind), ProcessSeat("random")]
        try:
            record = GameRunner(game, seats, 3, 20).play()
        finally:
            for seat in seats:
                seat.close()
        assert record.result is not None
        assert record.result.forfeit is None
        assert record.turns[0].text != usual
        assert record.turns[0].why.reason.source is not None
        assert record.turns[0].why.reason.source.file == "mine.pddl"
        assert verify(record).problems == []

    def test_claims_speak_every_language(self) -> None:
        game = load_game("kalah")
        for states in (1, 12, 20_000):
            choice = player(game, states=states).choose(game.start(0), [], Clock(20))
            for language in LANGUAGES:
                assert say(choice.why.reason.claim, language)
                assert all(say(each.reason.claim, language) for each in choice.why.rejected)
