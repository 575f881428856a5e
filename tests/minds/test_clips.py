"""The CLIPS mind: choices, explanations, memory from move to move, and diagnostics."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludoteca.arena.game_runner import GameRunner
from ludoteca.arena.seat import LocalSeat, ProcessSeat, Seat
from ludoteca.arena.verify import verify
from ludoteca.child.errors import ServiceError
from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Source, check_explanation
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.core.mind import Choice
from ludoteca.core.record import Record, to_json, to_line
from ludoteca.core.verdicts import Verdict
from ludoteca.core.vocabulary import perceive, vocabulary_of
from ludoteca.games import game_names, load_game
from ludoteca.minds.clips.mind import Clips, ClipsPlayer
from ludoteca.minds.clips.process.__main__ import ProductionSystem
from ludoteca.minds.clips.process.journal import AGENDA, KEPT
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge, Trial
from ludoteca.rules.production.firing import Change
from ludoteca.rules.production.trace import RuleFirings
from ludoteca.rules.production.trace.terminal import draw
from tests.test_docs import programs

ANY = "(defrule any-move (legal (move ?move)) => (assert (choose (move ?move))))"


def player(text: str, game: str = "kalah", firings: int = 10_000) -> ClipsPlayer:
    return ClipsPlayer(load_game(game), Knowledge("mine.clp", text), 1, firings)


def chosen(text: str, position: Position | None = None, history: Sequence[Move] = ()) -> Choice:
    position = position or load_game("kalah").start(0)
    playing = player(text, position.game.name)
    try:
        return playing.choose(position, history, Clock(20))
    finally:
        playing.close()


def trace_of(choice: Choice) -> RuleFirings:
    assert isinstance(choice.why.trace, RuleFirings)
    return choice.why.trace


def diagnostics(text: str, game: str = "kalah") -> list[tuple[int, str]]:
    """Lines and texts of the diagnostics of knowledge that is loaded and asked once."""
    with pytest.raises(BadKnowledge) as caught:
        chosen(text, load_game(game).start(0))
    return [
        (diagnostic.line, say(diagnostic.message)) for diagnostic in caught.value.diagnostics if not diagnostic.warning
    ]


class TestChoosing:
    def test_a_choice_comes_with_the_rules_that_fired(self) -> None:
        choice = chosen("""
; Whatever moves again.
(defrule again
   (me (seat ?me))
   (extra_turn (move ?move) (seat ?me))
   =>
   (assert (choose (move ?move))))
""")
        assert choice.move.text == "3"
        assert say(choice.why.reason.claim) == "Whatever moves again."
        assert choice.why.reason.source == Source("mine.clp", 3)
        (fired,) = trace_of(choice).firings
        rule = fired.activation
        assert (rule.rule, rule.source, rule.salience, fired.number) == ("again", Source("mine.clp", 3), 0, 1)
        assert rule.matched == ("(me (seat south))", '(extra_turn (move "3") (seat south))')
        assert fired.asserted == ('(choose (move "3") (because ""))',)
        assert fired.comment == "Whatever moves again."

    def test_the_reason_may_come_with_the_choice(self) -> None:
        text = '(defrule a (me (seat ?me)) => (assert (choose (move "2") (because (str-cat "for " ?me)))))'
        assert say(chosen(text).why.reason.claim) == "for south"

    def test_the_support_of_a_choice_is_transitive(self) -> None:
        choice = chosen("""
(deftemplate good (slot move))
; Full pits are good.
(defrule full (me (seat ?me)) (pit (seat ?me) (pit 2) (seeds ?n)) (sows (move ?move) (pit 2)) (test (> ?n 3)) =>
   (assert (good (move ?move))))
(defrule noise (store (seat ?seat)) => (assert (seen ?seat)))
(defrule best (declare (salience -1)) (good (move ?move)) => (assert (choose (move ?move))))
""")
        assert choice.move.text == "2"
        assert [str(fact) for fact in choice.why.reason.evidence] == ["pit(south, 2, 4)"]
        assert say(choice.why.reason.because[0].claim) == "full: Full pits are good."
        trace = trace_of(choice)
        assert [trace.firings[place].activation.rule for place in trace.support] == ["full", "best"]
        assert {firing.activation.rule for firing in trace.firings} == {"full", "noise", "best"}

    def test_the_first_choice_counts_and_the_trace_has_the_agenda(self) -> None:
        choice = chosen(f"{ANY}\n(defrule late (declare (salience -5)) (me) => (assert (late)))")
        trace = trace_of(choice)
        assert choice.move.text == "6"
        assert [(waiting.rule, waiting.salience) for waiting in trace.agenda] == [*[("any-move", 0)] * 5, ("late", -5)]
        assert {rejected.move for rejected in choice.why.rejected} == {"1", "2", "3", "4", "5"}
        assert say(choice.why.rejected[0].reason.claim) == "any-move would have chosen it, but was lower on the agenda"

    def test_rejected_moves_have_their_judgments(self) -> None:
        choice = chosen("""
(deftemplate worth (slot move) (slot points))
(defrule judge (sows (move ?move) (pit ?pit)) => (assert (worth (move ?move) (points ?pit))))
(defrule best (declare (salience -1)) (worth (move ?m) (points ?p)) (not (worth (points ?q&:(> ?q ?p)))) =>
   (assert (choose (move ?m))))
""")
        reasons = {rejected.move: rejected.reason for rejected in choice.why.rejected}
        assert choice.move.text == "6"
        assert say(reasons["2"].claim) == 'judged: (worth (move "2") (points 2))'
        assert reasons["2"].source == Source("mine.clp", 3)

    def test_firings_have_retracted_and_modified_facts(self) -> None:
        choice = chosen("""
(deftemplate count (slot of))
(deffacts beginning (count (of 1)))
(defrule more ?count <- (count (of ?n&:(< ?n 3))) => (modify ?count (of (+ ?n 1))))
(defrule done ?count <- (count (of 3)) => (retract ?count) (assert (choose (move "1"))))
""")
        first, _, last = trace_of(choice).firings
        assert (first.retracted, first.asserted) == (("(count (of 1))",), ("(count (of 2))",))
        assert last.retracted == ("(count (of 3))",)

    def test_a_move_may_be_a_number(self) -> None:
        assert chosen("(defrule a (sows (pit ?pit&5)) => (assert (choose (move ?pit))))").move.text == "5"

    def test_random_depends_on_the_seed(self) -> None:
        text = "(defrule a (me) => (assert (choose (move (str-cat (random 1 6))))))"
        position = load_game("kalah").start(0)

        def moves() -> list[str]:
            playing = player(text)
            try:
                return [playing.choose(position, [Move(0, "1")] * n, Clock(20)).move.text for n in range(12)]
            finally:
                playing.close()

        first = moves()
        assert len(set(first)) > 2
        assert moves() == first

    def test_modules_can_be_used(self) -> None:
        text = """
(defrule begin (me) => (focus THINKING))
(defmodule THINKING (import MAIN ?ALL))
(defrule THINKING::any (legal (move ?move)) => (assert (choose (move ?move))))
"""
        playing, position = player(text), load_game("kalah").start(0)
        for turns in range(2):
            assert playing.choose(position, [Move(0, "1")] * turns, Clock(20)).move.text == "6"
        playing.close()

    def test_of_many_firings_the_trace_keeps_the_support(self) -> None:
        choice = chosen("""
(deffacts beginning (count 0) (seed))
(defrule first (declare (salience 10)) (seed) => (assert (idea)))
(defrule count ?last <- (count ?n&:(< ?n 500)) => (retract ?last) (assert (count (+ ?n 1))))
(defrule end (declare (salience -1)) (idea) => (assert (choose (move "1"))))
(defrule others (declare (salience -2)) (pit) (pit) => )
""")
        trace = trace_of(choice)
        assert len(trace.firings) == KEPT
        assert trace.firings_omitted == 502 - KEPT
        assert [trace.firings[place].activation.rule for place in trace.support] == ["first", "end"]
        assert (len(trace.agenda), trace.agenda_omitted) == (AGENDA, 144 - AGENDA)
        assert len(to_line(choice.why)) < 20_000


class TestLargeAnswers:
    DOUBLED = "(loop-for-count 21 (bind ?text (str-cat ?text ?text)))"

    def test_texts_changes_and_judgments_are_cut_with_a_mark(self) -> None:
        text = f"""(deftemplate note (slot move) (slot text) (slot number))
            (defrule judge (declare (salience 10)) (legal (move ?move)) =>
               (bind ?text x) {self.DOUBLED}
               (assert (note (move ?move) (text ?text)))
               (loop-for-count (?n 1000) (assert (note (move ?move) (number ?n)))))
            (defrule choose (legal (move ?move)) (note (move ?move) (text ?long&~nil)) =>
               (bind ?text y) {self.DOUBLED}
               (assert (choose (move ?move) (because ?text))))"""
        choice = chosen(text)
        check_explanation(to_json(choice.why))
        assert choice.why.reason.claim.args["words"] == "y" * 1990 + "… +2095162"
        judged, chose = trace_of(choice).firings[0], trace_of(choice).firings[-1]
        assert judged.changes[-1] == Change("+", "… +981")
        assert judged.changes[0].element.startswith('(note (move "') and len(judged.changes[0].element) == 300
        assert len(chose.activation.matched[1]) == 300
        assert len(choice.why.rejected) == 5


class TestMemory:
    TEXT = """
(deffacts beginning (turns 0))
(defrule count
   (declare (salience 10))
   ?last <- (turns ?n)
   (me)
   (not (counted))
   =>
   (retract ?last)
   (assert (turns (+ ?n 1)) (counted)))
(defrule move (turns ?n) ?done <- (counted) => (retract ?done) (assert (choose (move ?n))))
"""

    def test_own_facts_stay_and_facts_of_the_game_are_retracted(self) -> None:
        playing, position = player(self.TEXT), load_game("kalah").start(0)
        assert playing.choose(position, [], Clock(20)).move.text == "1"
        history = [Move(0, "1"), Move(0, "1")]
        assert playing.choose(position, history, Clock(20)).move.text == "2"
        # Another game, or moves taken back: what was remembered is forgotten.
        assert playing.choose(position, [Move(1, "2")], Clock(20)).move.text == "1"
        playing.close()

    def test_logical_facts_are_retracted_with_the_position(self) -> None:
        text = """
(defrule full (logical (pit (seat south) (pit ?pit) (seeds 4))) => (assert (full ?pit)))
(defrule move (declare (salience -1)) (me) => (assert (choose (move (length$ (find-all-facts ((?f full)) TRUE))))))
"""
        game = load_game("kalah")
        position = game.start(0)
        playing = player(text)
        assert playing.choose(position, [], Clock(20)).move.text == "6"
        move = position.moves[2]  # moves again
        assert playing.choose(position.after(move), [move], Clock(20)).move.text == "2"
        playing.close()


class TestDiagnostics:
    @pytest.mark.parametrize(
        ("text", "line", "said"),
        [
            ("(defrule a\n   (legal (move ?m))\n", 1, "never closed: a parenthesis is missing"),
            (f"(defrule a (legal (move ?m) => (halt))\n\n{ANY}", 1, "never closed: a parenthesis is missing"),
            ("; ñ 😀\n(defrule a\n   (leagl (move ?m))\n   =>\n   (halt))", 3, "did you mean legal?"),
            ("(defrule a (legal ?m) => (assert (choose (move ?m))))", 1, "written like this: (legal (move ?move))"),
            ("(defrule a (legal (mvoe ?m)) => (halt))", 1, "written like this: (legal (move ?move))"),
            ("(defrule a (legal (move ?m)) => (assert (chose (move ?m))))", 1, "did you mean choose?"),
            ('(defrule a (legal (move 3)) => (assert (choose (move "3"))))', 1, "A move is a string"),
            ("(defrule a (legal (move ?m)) (test (> ?m 3)) => (halt))", 1, "[RULECSTR2]"),
            ("(defrule a (me) =>\n   (nowhere 1))", 2, "[EXPRNPSR3] Missing function declaration for 'nowhere'."),
            ('(defrule a (me) => (open "x" y))', 1, "open is not allowed"),
            ("(deftemplate pit (slot x))\n" + ANY, 1, "pit is a template of the game"),
            ("(deftemplate choose (slot x))", 1, "choose is a template of the game"),
            ("", 0, "no rule fires in this position"),
            ("(defrule a (me) => (assert (so)))", 1, "no rule has chosen a move; the last rule to fire was a"),
            ("(defrule a (me) => (halt))", 1, "no rule has chosen"),
            (
                '\n(defrule a (me) => (assert (choose (move "99"))))',
                2,
                "the rule a chose 99, which is not a legal move",
            ),
            (
                "(defrule a (me) => (assert (n 1)))\n(defrule b (n ?x) => (assert (n (+ ?x 1))))",
                2,
                "no move was chosen in 10,000 firings; the last rule was b",
            ),
            ("\n(defrule a (me) => (bind ?x (/ 1 0)))", 2, "divide by zero"),
            ("\n\n(defrule a (pit (seeds ?s&:(> (mod ?s 0) 1))) => (halt))", 3, "divide by zero"),
            ("(defrule a (turn (seat ?s)) (test (> 1 (nth$ 1 (create$ ?s)))) => (halt))", 1, "expected argument"),
        ],
    )
    def test_errors_have_their_line(self, text: str, line: int, said: str) -> None:
        found = diagnostics(text)
        assert found[0][0] == line, found
        assert said in found[0][1]

    def test_all_errors_are_reported(self) -> None:
        found = diagnostics("(defrule a (me) => (x))\n(defrule b (me) => (halt))\n(defrule c (me) => (y))\n")
        assert [line for line, _ in found] == [1, 3]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (
                "(defrule a (me) (redy) => (halt))",
                ["no rule asserts (choose", "neither the game nor any rule asserts redy"],
            ),
            (
                f"{ANY}\n(defrule b (not (exists (leagl))) => (halt))",
                ["neither the game nor any rule asserts leagl; did you mean legal?"],
            ),
            (f"{ANY}\n(defrule b (declare (salience 1)) (x ?y&:(> ?y 1)) => )\n(deffacts c (x 1))", []),
            (f"{ANY}\n(deffunction f () (assert (idea)))\n(defrule b (logical (idea)) (test (eq 1 1)) => )", []),
        ],
    )
    def test_warnings(self, text: str, said: list[str]) -> None:
        trial = Clips.with_defaults().trial(load_game("kalah"), Knowledge("mine.clp", text))
        warnings = [say(diagnostic.message) for diagnostic in trial.diagnostics if diagnostic.warning]
        assert len(warnings) == len(said)
        assert all(words in warning for words, warning in zip(said, warnings, strict=True))

    def test_a_trial_never_raises(self) -> None:
        for text in ("", "(", ")", "(defrule", "\x00", '"' * 999, "(defrule a => )", ANY, "(defmodule MAIN)", "[x]"):
            trial: Trial = Clips.with_defaults().trial(load_game("azul"), Knowledge("mine.clp", text))
            assert (trial.choice is None) == any(not diagnostic.warning for diagnostic in trial.diagnostics), text

    def test_diagnostics_are_translated(self) -> None:
        with pytest.raises(BadKnowledge) as caught:
            player("(defrule a (leagl (move ?m)) => (halt))")
        assert say(caught.value.message).startswith("mine.clp, line 1: [PRNTUTIL2] Syntax Error")
        assert say(caught.value.message, "es").endswith("¿querías decir legal?")


class TestVocabulary:
    @pytest.mark.parametrize("name", game_names())
    def test_facts_of_every_relation_are_asserted_and_matched(self, name: str) -> None:
        """All facts of random positions are in working memory, and each matches the pattern of its template."""
        game, system, chance = load_game(name), ProductionSystem(), random.Random(name)
        relations = [(relation.name, relation.args, relation.kind != "position") for relation in vocabulary_of(game)]
        assert system.load("x", "", relations)["diagnostics"][0]["warning"]
        forms = [template.form for template in system.templates.values()]
        assert len({form.split()[0] for form in forms}) == len(forms)
        heard = "".join(f"(defrule hear-{number} {form} => )\n" for number, form in enumerate(forms))
        assert system.clips.load(heard) == []
        for position in some_positions(game, chance):
            facts = [[fact.relation, *fact.args] for fact in perceive(position)]
            with pytest.raises(ServiceError) as caught:
                system.choose(facts, 1, 100_000, 60)
            assert caught.value.kind == "no_choice"
            assert system.journal.count == len(facts) == len(system.journal.facts)
            assert [fact.text for fact in system.journal.facts.values()] == [
                str(fact) for fact in sorted(system.clips.env.facts(), key=lambda fact: fact.index)
            ]


def some_positions(game: Game, chance: random.Random) -> list[Position]:
    """A few positions of a random game that are not over."""
    position, found = game.start(1), list[Position]()
    for number in range(13):
        if position.turn is None:
            break
        if number % 6 == 0:
            found.append(position)
        position = position.after(chance.choice(position.moves))
    return found


def played(game: Game, seats: Sequence[Seat]) -> Record:
    try:
        return GameRunner(game, seats, 3, 20).play()
    finally:
        for seat in seats:
            seat.close()


class TestShippedKnowledge:
    @pytest.mark.parametrize("name", ["kalah", "azul"])
    def test_it_beats_random_and_every_reason_is_true(self, name: str) -> None:
        record = played(load_game(name), [ProcessSeat("clips"), ProcessSeat("random")])
        assert record.result is not None
        assert record.result.winner == "south"
        report = verify(record)
        assert report.problems == []
        assert report.verdicts[Verdict.TRUE] > report.verdicts[Verdict.FALSE] == 0
        for turn in (turn for turn in record.turns if turn.seat == "south"):
            assert isinstance(turn.why.trace, RuleFirings)
            assert turn.why.trace.firings[-1].activation.rule == "choose-the-best"
            assert all(say(turn.why.reason.claim, language) for language in LANGUAGES)

    @pytest.mark.parametrize("options", [{"n": 1}, {"variant": "holes"}, {"n": 3}])
    def test_queens_are_played_from_every_seat(self, options: dict[str, int | str]) -> None:
        game = load_game("queens", options)
        record = played(game, [LocalSeat("clips", game) for _ in game.seats])
        assert record.result is not None
        assert record.result.forfeit is None

    @pytest.mark.parametrize("name", ["kalah", "azul", "queens"])
    def test_it_loads_without_warnings(self, name: str) -> None:
        game = load_game(name)
        playing = Clips.with_defaults().join(game, 0, 0)
        assert isinstance(playing, ClipsPlayer)
        assert playing.warnings == ()
        playing.close()

    def test_the_terminal_shows_the_firings(self) -> None:
        from rich.console import Console

        game = load_game("kalah")
        choice = Clips.with_defaults().trial(game, Knowledge("mine.clp", ANY)).choice
        assert choice is not None
        console = Console(width=100)
        with console.capture() as captured:
            console.print(draw(trace_of(choice), game, "en"))
        shown = captured.get()
        assert "1  any-move  mine.clp:1" in shown
        assert '+ (choose (move "6")' in shown
        assert "left on the agenda:" in shown


def test_the_same_seed_gives_the_same_choice_in_any_process() -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from tests.minds.test_clips import chosen, to_line\n"
        "print(to_line(chosen(sys.argv[2]).why), end='')"
    )
    text = "(defrule a (legal (move ?m)) (test (> (random 1 9) 0)) => (assert (x (gensym*)) (choose (move ?m))))"
    root = str(Path(__file__).parent.parent.parent)
    there = subprocess.run([sys.executable, "-c", script, root, text], capture_output=True, text=True, check=True)
    assert there.stdout == to_line(chosen(text).why)


@pytest.mark.parametrize("program", programs("clips.md", "clips"), ids=lambda program: program.split()[1])
def test_every_program_of_the_tutorial_plays(program: str) -> None:
    game = load_game("azul" if "(filled" in program else "kalah")
    trial = Clips.with_defaults().trial(game, Knowledge("mine.clp", program))
    assert trial.choice is not None, [str(diagnostic.message) for diagnostic in trial.diagnostics]
    assert trial.diagnostics == ()


class TestTheLineToBlame:
    def test_what_is_forgotten_is_named(self) -> None:
        text = "(defrule a\n   (legal (move ?m))\n   =>\n   (choose (move ?m)))\n"
        assert diagnostics(text) == [(4, "choose is a fact, not a function: write (assert (choose …))")]
        text = "; mine\n(defrule a\n   (legal (move ?m))\n   ->\n   (assert (choose (move ?m))))\n"
        assert diagnostics(text)[0] == (2, "the rule a has no arrow: => stands between its patterns and its actions")

    @pytest.mark.parametrize(
        ("pattern", "line", "words"),
        [
            ("(extra_turn (move 3))\n   (me (seat ?me))", 3, 'written between quotation marks: "3"'),
            ('(legal (move ?m)) ; (move 3)\n   (pit (seat south)\n        (seeds "4"))', 5, "slot 'seeds'"),
            ("(legal (move ?m))\n   (pit (seet south)\n        (pit ?p))", 4, "(pit (seat ?seat) (pit ?pit)"),
            ("(legal (move ?m))\n   (weight (of ?m))", 4, "weight is neither a relation of the game"),
            ("(legal (move ?m))\n   (captred\n      (move ?m))", 4, "did you mean captured?"),
        ],
    )
    def test_is_that_of_the_pattern(self, pattern: str, line: int, words: str) -> None:
        text = (
            f'; mine\n(defrule first\n   {pattern}\n   =>\n   (printout t "x" crlf)\n   (assert (choose (move "3"))))\n'
        )
        [(found, said), *_] = diagnostics(text)
        assert (found, words in said) == (line, True), (found, said)
