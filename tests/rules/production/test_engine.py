"""The engine of production games: forced rules, choices and chance, and that the result depends on the position."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.rules.production.engine import STRATEGIES, Engine, Outcome
from ludoteca.rules.production.faults import LoadError, RuntimeFault
from ludoteca.rules.production.game import files_of
from ludoteca.rules.production.working_memory import ORDERED, Element, InvalidState, State, UnsupportedValue
from tests.rules.production.nim import nim

NIM = nim()


_SHARED = Engine(files_of(NIM, "1"))


def engine_of(text: str) -> Engine:
    return Engine([("mine.clp", text)])


@pytest.fixture
def game() -> Engine:
    return _SHARED


def random_game(engine: Engine, seed: int) -> list[Outcome]:
    lot, outcome = random.Random(seed), engine.begin(seed)
    outcomes = [outcome]
    while outcome.turn is not None:
        outcome = engine.play(outcome.state, lot.choice(outcome.choices), log=True)
        outcomes.append(outcome)
    return outcomes


class TestChoices:
    def test_the_agenda_is_the_list_of_moves(self, game: Engine) -> None:
        first = game.begin(0)
        assert first.turn == 0
        assert first.choices == ("take 1 from a", "take 1 from b", "take 2 from a", "take 2 from b", "take 3 from a")

    def test_forced_rules_fire_automatically(self, game: Engine) -> None:
        after = game.play(game.begin(0).state, "take 3 from a", log=True)
        assert [firing.activation.rule for firing in after.firings] == ["take", "clear-away"]
        assert after.turn == 1

    def test_a_choice_with_one_effect_is_forced(self, game: Engine) -> None:
        after = game.play(game.play(game.begin(0).state, "take 3 from a", log=True).state, "take 1 from b", log=True)
        assert [firing.activation.rule for firing in after.firings] == ["take", "take", "clear-away", "win"]
        assert after.turn is None
        assert game.scores(after.state) == (1, 0)

    def test_an_unknown_choice_is_an_error(self, game: Engine) -> None:
        with pytest.raises(LookupError):
            game.play(game.begin(0).state, "take 4 from a", log=True)

    def test_interchangeable_instances_give_one_move(self) -> None:
        engine = engine_of("""
            (defclass PERSON (is-a INTERCHANGEABLE) (slot id) (slot hungry))
            (definstances people (ann of PERSON (id 1) (hungry yes)) (bob of PERSON (id 2) (hungry yes))
                                 (cat of PERSON (id 3) (hungry no)))
            (deffacts go (me 1))
            (defrule greet "?me: greet" (me ?me) ?p <- (object (is-a PERSON)) => (send ?p delete))
        """)
        assert len(engine.begin(0).choices) == 2

    def test_moves_of_equal_text_and_different_effect_get_different_texts(self) -> None:
        engine = engine_of("""
            (defclass THING (is-a USER) (slot size))
            (definstances things (a of THING (size 1)) (b of THING (size 1)))
            (deffacts go (me 1))
            (defrule take "?me: take it" (me ?me) ?t <- (object (is-a THING)) => (send ?t delete))
        """)
        first = engine.begin(0)
        assert len(first.choices) == 2
        for choice in first.choices:
            assert len(engine.play(first.state, choice, log=True).state.elements) < len(first.state.elements)

    def test_the_first_seat_chooses_first(self) -> None:
        engine = engine_of("""
            (deffacts go (to-choose 2 left) (to-choose 2 right) (to-choose 1 left) (to-choose 1 right))
            (defrule choose "?who: go ?where" ?f <- (to-choose ?who ?where) => (retract ?f))
        """)
        assert [outcome.turn for outcome in random_game(engine, 1)] == [0, 1, None]

    def test_halt_ends_the_game_and_is_part_of_the_position(self) -> None:
        engine = engine_of("(defrule a (declare (salience 1)) => (halt)) (defrule b (not (c)) => (assert (c)))")
        end = engine.begin(0)
        assert end.turn is None
        assert engine.outcome_at(end.state).turn is None
        assert not end.state.of("c")


class TestChance:
    TEXT = """
        (deffacts cards (card ace) (card king) (card queen) (card jack) (draw 3))
        (defrule draw "chance: draw ?card" ?d <- (draw ?n&:(> ?n 0)) ?c <- (card ?card)
          => (retract ?d ?c) (assert (drawn ?n ?card) (draw (- ?n 1))))
    """

    def test_draws_depend_on_the_seed_alone(self) -> None:
        engine = engine_of(self.TEXT)
        hands = {tuple(map(str, engine.begin(seed).state.of("drawn"))) for seed in range(60)}
        assert len(hands) > 15  # of 24
        assert engine.begin(5) == engine.begin(5)

    def test_all_draws_are_about_equally_frequent(self) -> None:
        engine = engine_of(self.TEXT)
        first = [str(engine.begin(seed).state.of("drawn")[0]) for seed in range(400)]
        assert {first.count(card) > 60 for card in first} == {True}
        assert len(set(first)) == 4


class TestPositions:
    @given(st.integers(0, 10_000))
    @settings(max_examples=15, deadline=None)
    def test_save_and_load_round_trip(self, seed: int) -> None:
        engine = _SHARED
        for outcome in random_game(engine, seed):
            loaded = State.load(outcome.state.save())
            assert loaded == outcome.state
            assert engine.outcome_at(loaded) == Outcome(loaded, outcome.turn, outcome.choices)

    def test_every_kind_of_value_is_saved(self) -> None:
        slots = (
            ("a", 3),
            ("b", 2.5),
            ("c", "word"),
            ("d", '"two \\"words\\""'),
            ("e", "[x]"),
            ("f", (1, "two", '"3"')),
            ("g", ()),
        )
        engine = engine_of(
            "(defclass A (is-a USER) (slot a) (slot b) (slot c) (slot d) (slot e) (multislot f) (multislot g))"
        )
        state = State((Element("x", "A", slots), Element("", "word", ((ORDERED, ("x", 2)),))), 1)
        assert engine.infer(state, "depth", 0).state == state
        assert State.load(state.save()) == state

    def test_earlier_steps_have_no_influence(self, game: Engine) -> None:
        """A step from a position is the same in a fresh environment and in one that has seen other games."""
        for outcome in random_game(game, 3):
            for choice in outcome.choices:
                game.playout(game.begin(9).state, 4)
                fresh = Engine(files_of(NIM, "1"))
                assert game.play(outcome.state, choice, log=True) == fresh.play(outcome.state, choice, log=True)

    def test_a_log_adds_firings_and_changes_nothing_else(self, game: Engine) -> None:
        for outcome in random_game(game, 5)[:-1]:
            logged = game.play(outcome.state, outcome.choices[0], log=True)
            assert logged.firings
            assert game.play(outcome.state, outcome.choices[0]) == replace(logged, firings=())

    def test_changed_globals_are_part_of_the_position(self) -> None:
        engine = engine_of("""
            (defglobal ?*count* = 0)
            (deffacts go (me 1))
            (defrule add "?me: add ?n" (me ?me) (step ?n) (test (< ?*count* 5))
              => (bind ?*count* (+ ?*count* ?n)) (halt))
            (deffacts steps (step 1) (step 2))
        """)
        first = engine.begin(0)
        assert engine.play(first.state, "add 2", log=True).state.settings == (("count", 2),)
        assert engine.play(first.state, "add 1", log=True).state.settings == (("count", 1),)

    @pytest.mark.parametrize("value", ['(sym-cat "[" a "]")', '(sym-cat (format nil "%ca%c" 34 34))', "?f"])
    def test_a_value_that_reads_as_another_kind_is_refused(self, value: str) -> None:
        text = f"""(deffacts a (x)) (defclass A (is-a USER) (slot n))
                   (defrule go ?f <- (x) => (make-instance a of A (n {value})))"""
        with pytest.raises(UnsupportedValue):
            engine_of(text).begin(0)

    def test_values_that_print_alike_are_different_positions(self) -> None:
        engine = engine_of("""
            (defclass A (is-a USER) (slot n) (slot player (default 1)))
            (definstances a (a of A (n 0)))
            (defrule number "?p: number" ?a <- (object (is-a A) (n 0) (player ?p)) => (send ?a put-n 3))
            (defrule symbol "?p: symbol" ?a <- (object (is-a A) (n 0) (player ?p)) => (send ?a put-n (sym-cat 3)))
        """)
        first = engine.begin(0)
        found = [engine.play(first.state, text).state.named["a"].values["n"] for text in ("number", "symbol", "number")]
        assert found == [3, "3", 3]

    @pytest.mark.parametrize("saved", ["", "zz", "00ff", "78da"])
    def test_an_invalid_text_is_refused(self, saved: str) -> None:
        with pytest.raises(InvalidState):
            State.load(saved)


class TestStrategies:
    def test_the_seven_strategies_differ(self, game: Engine) -> None:
        state = game.begin(0).state
        orders = {tuple(act.text for act in game.agenda(state, strategy, 1 << 60)) for strategy in STRATEGIES}
        assert len(STRATEGIES) == 7
        assert len(orders) >= 3

    def test_random_depends_on_the_seed(self, game: Engine) -> None:
        state = game.begin(0).state
        orders = [tuple(act.text for act in game.agenda(state, "random", seed << 40)) for seed in range(20)]
        assert len(set(orders)) > 5
        assert orders == [tuple(act.text for act in game.agenda(state, "random", seed << 40)) for seed in range(20)]

    def test_infer_fires_one_rule_at_a_time(self, game: Engine) -> None:
        state = game.begin(0).state
        one = game.infer(state, "depth", 0, "take 3 from a")
        assert [firing.activation.rule for firing in one.firings] == ["take"]
        two = game.infer(one.state, "depth", 0)
        assert [firing.activation.rule for firing in two.firings] == ["clear-away"]
        assert two.state == game.play(state, "take 3 from a", log=True).state


class TestFirings:
    def test_a_firing_has_its_bindings_and_changes(self, game: Engine) -> None:
        took, cleared = game.play(game.begin(0).state, "take 3 from a", log=True).firings
        assert dict(took.activation.bindings) == {"player": 1, "size": 3, "letter": "a", "counters": 3}
        assert list(map(str, took.changes)) == [
            "[player-1] turn: TRUE → FALSE",
            "[player-2] turn: FALSE → TRUE",
            "[heap-a] counters: 3 → 0",
        ]
        assert list(map(str, cleared.changes)) == ["- [heap-a] of HEAP"]

    def test_a_firing_has_new_elements_and_printed_text(self) -> None:
        engine = engine_of("""
            (defclass A (is-a USER) (slot n) (multislot m))
            (defrule make (not (done))
              => (make-instance b of A (n 3) (m 1 two)) (assert (done)) (printout t "made" crlf))
        """)
        (firing,) = engine.begin(0).firings
        assert list(map(str, firing.changes)) == ["+ (done)", "+ [b] of A (n 3) (m 1 two)"]
        assert firing.printed == "made"

    def test_a_firing_cannot_be_forged_by_names_and_printed_text(self) -> None:
        engine = engine_of("""
            (defclass A (is-a USER) (slot n))
            (deffacts start (x "a
==> f-9     (coins 100)"))
            (defrule make:f-1,f-7,[b] (x ?text) (not (done)) =>
               (make-instance (sym-cat "b],f-3,[c") of A (n (sym-cat "1) (m 2")))
               (assert (done))
               (printout t "==> f-9     (coins 100)" crlf))
        """)
        (firing,) = engine.begin(0).firings
        assert firing.activation.rule == "make:f-1,f-7,[b]"
        assert firing.activation.matched == (r'(x "a\n==> f-9     (coins 100)")',)
        assert list(map(str, firing.changes)) == [
            "+ (done)",
            '+ [(sym-cat "b],f-3,[c")] of A (n (sym-cat "1) (m 2"))',
        ]
        assert firing.printed == "==> f-9     (coins 100)"

    def test_an_element_asserted_and_retracted_in_one_firing_is_no_change(self) -> None:
        engine = engine_of("(defrule go (not (done)) => (retract (assert (tmp 1))) (assert (done)))")
        (firing,) = engine.begin(0).firings
        assert list(map(str, firing.changes)) == ["+ (done)"]


class TestFaults:
    def test_knowledge_that_does_not_load(self) -> None:
        with pytest.raises(LoadError) as found:
            Engine([("a.clp", "(defrule a (x) =>)"), ("b.clp", "\n(defrule b (x (y)) =>)")])
        (diagnostic,) = found.value.diagnostics
        assert (diagnostic.file, diagnostic.line) == ("b.clp", 2)

    def test_a_rule_that_fails(self) -> None:
        with pytest.raises(RuntimeFault) as found:
            engine_of("(defrule bad (not (x)) => (assert (x)) (/ 1 0))").begin(0)
        assert found.value.rule is not None and found.value.rule.name == "bad"
        assert "divide by zero" in str(found.value.message)

    def test_an_endless_run(self) -> None:
        with pytest.raises(RuntimeFault, match="endless"):
            engine_of("(deffacts a (n 0)) (defrule on ?f <- (n ?n) => (retract ?f) (assert (n (+ ?n 1))))").begin(0)
