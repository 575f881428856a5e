"""Batches of firings and what is read as words, against firing by firing and CLIPS's own functions."""

from __future__ import annotations

import random

import pytest
from clips._clips import ffi, lib

from ludoteca.games.agricola_classic import AgricolaClassic
from ludoteca.rules.production.agenda import Agenda
from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.engine import Engine
from ludoteca.rules.production.faults import RuntimeFault
from ludoteca.rules.production.structures import address_of
from ludoteca.rules.production.working_memory import Element, Memory

SHAPES = """
    (defclass PLAIN (is-a USER) (slot n) (slot m (default none)))
    (defclass LISTS (is-a USER) (multislot many) (slot one))
    (defclass SHARED (is-a USER) (slot all (storage shared)) (slot own))
    (deftemplate thing (slot a) (multislot b))
"""


@pytest.mark.parametrize("scenario", ["1", "4"])
def test_a_game_in_batches_is_the_game_firing_by_firing(scenario: str) -> None:
    game, lot = AgricolaClassic({"scenario": scenario}), random.Random(int(scenario))
    engine, state = game.engine, game.start(3).state
    outcome = engine.outcome_at(state)
    while outcome.turn is not None:
        text = lot.choice(outcome.choices)
        batched, logged = engine.play(outcome.state, text), engine.play(outcome.state, text, log=True, changes=False)
        assert (batched.state, batched.turn, batched.choices) == (logged.state, logged.turn, logged.choices)
        assert batched.state.elements == logged.state.elements
        again = engine.outcome_at(batched.state)
        assert (again.turn, again.choices) == (batched.turn, batched.choices)
        outcome = batched


def test_a_playout_in_batches_is_the_playout_firing_by_firing() -> None:
    game = AgricolaClassic({})
    engine, position = game.engine, game.start(5)
    found = [engine.playout(position.state, seed, position.moves[seed].text) for seed in range(3)]
    engine.batched = False
    try:
        assert [engine.playout(position.state, seed, position.moves[seed].text) for seed in range(3)] == found
        assert engine.fired["end-working-day"] >= 3 * 14
    finally:
        engine.batched = True


def test_random_choices_are_equally_likely() -> None:
    """The two white stones are one choice, which is no more likely for that."""
    engine = Engine([("stones.clp", STONES)])
    state = engine.begin(0).state
    points = [engine.playout(state, seed)[0] for seed in range(600)]
    assert 240 < points.count(1) < 360


STONES = """
    (defclass STONE (is-a INTERCHANGEABLE) (slot id) (slot colour))
    (definstances stones (a of STONE (id 1) (colour white)) (b of STONE (id 2) (colour white))
      (c of STONE (id 3) (colour black)))
    (deffacts start (turn 1))
    (defrule take "?player: take ?colour"
      ?turn <- (turn ?player) (object (is-a STONE) (colour ?colour)) => (retract ?turn) (assert (taken ?colour)))
    (deffunction points (?seat) (if (any-factp ((?t taken)) (member$ white ?t:implied)) then 1 else 0))
"""


def test_elements_read_as_words_are_those_of_clips() -> None:
    clips = Clips()
    assert clips.load(SHAPES) == []
    memory = Memory(clips)
    for text in (
        "a of PLAIN (n 3)",
        "b of LISTS (many 1 x 2.5) (one y)",
        'c of SHARED (all 1) (own "s")',
        "d of LISTS",
    ):
        clips.env.eval(f"(make-instance {text})")
    for text in ("(thing (a 1) (b x y))", "(thing (a 2))", "(ordered 1 two)", "(ordered)"):
        clips.env.assert_string(text)
    for _ in range(2):  # the second time from the cache
        assert memory.read() == _read_by_functions(clips, memory)
        clips.env.eval("(modify-instance [b] (many 1 x))")
        clips.env.eval("(modify-instance [c] (all 2))")
    written = memory.read()
    memory.write(written)
    assert memory.read() == _read_by_functions(clips, memory) == written


def _read_by_functions(clips: Clips, memory: Memory) -> list[Element]:
    found, instance, fact = [], lib.GetNextInstance(clips.raw, ffi.NULL), lib.GetNextFact(clips.raw, ffi.NULL)
    while instance != ffi.NULL:
        found.append(memory.element(instance))
        instance = lib.GetNextInstance(clips.raw, instance)
    while fact != ffi.NULL:
        found.append(memory.element(fact))
        fact = lib.GetNextFact(clips.raw, fact)
    return found


def test_the_agenda_read_as_words_is_that_of_clips() -> None:
    game = AgricolaClassic({})
    engine, position = game.engine, game.start(1)
    engine.outcome_at(position.state)
    agenda: Agenda = engine._agenda
    pointer, found = lib.GetNextActivation(engine._clips.raw, ffi.NULL), []
    while pointer != ffi.NULL:
        name, salience = ffi.string(lib.ActivationRuleName(pointer)).decode(), lib.ActivationGetSalience(pointer)
        found.append((address_of(pointer), name, salience))
        pointer = lib.GetNextActivation(engine._clips.raw, pointer)
    assert [(each, agenda.rule(each).name) for each in agenda] == [(address, name) for address, name, _ in found]
    highest = [address for address, _, salience in found if salience == found[0][2]]
    assert [activation for activation, _ in agenda.highest()] == highest


def test_a_batch_that_fails_names_the_rule() -> None:
    engine = Engine([("bad.clp", BAD)])
    first = engine.begin(0)
    with pytest.raises(RuntimeFault) as caught:
        engine.play(first.state, "go 1")
    assert caught.value.rule is not None and caught.value.rule.name == "divide"
    assert engine.batched
    assert engine.play(first.state, "go 2").turn is None


def test_a_batch_stops_before_a_chance_event_with_an_or() -> None:
    engine = Engine([("or.clp", OR)])
    first = engine.begin(0, log=False)
    batched, logged = engine.play(first.state, "go b"), engine.play(first.state, "go b", log=True)
    assert batched.state == logged.state
    assert batched.state.chance != first.state.chance


OR = """
    (deffacts start (turn 1) (b) (c))
    (defrule b "?player: go b" ?turn <- (turn ?player) (b) => (retract ?turn) (assert (next 1)))
    (defrule c "?player: go c" ?turn <- (turn ?player) (c) => (retract ?turn) (assert (next 1)))
    (defrule forced ?next <- (next ?n) => (retract ?next) (assert (last ?n)))
    (defrule draw "chance: draw" ?last <- (last 1) (or (never) (b)) => (retract ?last))
"""


BAD = """
    (deffacts start (turn 1) (n 1) (n 2))
    (defrule go "?player: go ?n" ?turn <- (turn ?player) (n ?n) => (retract ?turn) (assert (first ?n)))
    (defrule before ?first <- (first ?n) => (retract ?first) (assert (second ?n)))
    (defrule divide ?second <- (second ?n) => (retract ?second) (assert (third (div 1 (- ?n 1)))))
"""
