"""The binding to CLIPS: removed functions, captured output, messages with lines, and no memory leak."""

from __future__ import annotations

import gc
import resource

import pytest
from clips._clips import ffi, lib
from clips.agenda import activation_pp_string

from ludoteca.rules.production.clips_binding import FORBIDDEN, Clips, ClipsMessage, constructs


@pytest.fixture
def clips() -> Clips:
    return Clips()


class TestRemovedFunctions:
    def test_forbidden_functions_are_removed(self, clips: Clips) -> None:
        known = set(map(str, clips.env.eval("(get-function-list)")))
        assert "printout" in known
        assert not known & FORBIDDEN

    @pytest.mark.parametrize(
        "word", ["file", "open", "load", "save", "system", "exit", "dir", "read", "batch", "dribble"]
    )
    def test_no_other_function_has_a_suspicious_name(self, clips: Clips, word: str) -> None:
        """A new version of CLIPS may bring new functions: they must be reviewed before knowledge may call them."""
        harmless = {"direct", "bread"}
        left = {str(name) for name in clips.env.eval("(get-function-list)") if word in str(name)}
        left -= {name for name in left if any(safe in name for safe in harmless)}
        assert left <= {
            "profile",
            "set-profile-percent-threshold",
            "get-profile-percent-threshold",
            "profile-info",
            "profile-reset",
        }

    @pytest.mark.parametrize("call", ['(system "true")', "(exit)", '(open "x" y)', '(load "x")', "(read)", "(clear)"])
    def test_knowledge_that_calls_a_removed_function_does_not_load(self, clips: Clips, call: str) -> None:
        (fault,) = clips.load(f"(defrule harm\n  (go)\n  =>\n  {call})")
        assert fault.line == 4
        assert "Missing function declaration" in fault.text

    def test_eval_cannot_call_a_removed_function(self, clips: Clips) -> None:
        assert clips.load("""(defrule harm => (eval "(system \\"touch harmed\\")"))""") == []
        clips.env.reset()
        clips.env.run()
        assert "Missing function declaration for 'system'" in clips.errors()

    def test_printed_text_is_captured(self, clips: Clips, capfd: pytest.CaptureFixture[str]) -> None:
        clips.load('(defrule speak => (printout t "hello" crlf))')
        clips.env.reset()
        clips.env.run()
        assert clips.printed() == "hello\n"
        assert clips.printed() == ""
        assert capfd.readouterr() == ("", "")

    def test_captured_text_is_limited(self, clips: Clips) -> None:
        clips.load('(defrule speak => (loop-for-count 100000 (printout t "hello hello hello hello")))')
        clips.env.reset()
        clips.env.run()
        assert 0 < len(clips.printed()) < 100_000


class TestMessages:
    def test_every_error_has_its_line(self, clips: Clips) -> None:
        found = clips.load("(deftemplate t (slot a))\n(defrule one (t (b 3)) =>)\n\n(defrule two (t) => (foo))\n")
        assert [fault.line for fault in found] == [2, 4]
        assert found[0] == ClipsMessage(2, "[TMPLTDEF1] Invalid slot 'b' not defined in corresponding deftemplate 't'.")

    def test_a_command_is_an_error(self, clips: Clips) -> None:
        assert clips.load("(defrule one (x) =>)\n(oops)") == [
            ClipsMessage(2, "[CSTRCPSR1] Expected the beginning of a construct.")
        ]

    def test_constructs_without_errors_are_loaded(self, clips: Clips) -> None:
        clips.load("(defrule one (x) =>)\n(defrule two (x (y)) =>)\n(defrule three (x) =>)")
        assert [rule.name for rule in clips.env.rules()] == ["one", "three"]

    def test_constructs_have_lines_and_comments(self) -> None:
        text = '; (defrule no)\n(defrule a "says; (" (x) => (halt))\n\n  (deffunction f (?x) ; )\n ?x)'
        found = [(form.kind, form.name, form.line, form.comment) for form in constructs(text)]
        assert found == [("defrule", "a", 2, "says; ("), ("deffunction", "f", 4, None)]


class TestBasis:
    def test_the_elements_that_an_activation_matched(self, clips: Clips) -> None:
        """CLIPS has no function for it: if a new version lays out an activation otherwise, this fails."""
        clips.load("(defclass A (is-a USER)) (defrule r (x ?n) (not (y)) (object (is-a A)) (exists (x ?)) (x 2) =>)")
        one, two = (clips.env.assert_string(f"(x {number})") for number in (1, 2))
        instance = clips.env.find_class("A").make_instance("a")
        printed, found = [], []
        pointer = lib.GetNextActivation(clips.raw, ffi.NULL)
        while pointer != ffi.NULL:
            printed.append(activation_pp_string(clips.raw, pointer).split(": ")[1])
            found.append(clips.basis(pointer))
            pointer = lib.GetNextActivation(clips.raw, pointer)
        names = {one._fact: "f-1", two._fact: "f-2", instance._ist: "[a]"}
        assert sorted([names[element] for element in basis] for basis in found) == sorted(
            [name for name in text.split(",") if name != "*"] for text in printed
        )
        assert len(found) == 2


class TestLeak:
    def test_facts_are_released(self, clips: Clips) -> None:
        """clipspy 1.0.6 keeps every fact that Python ever held: these would be 20 megabytes."""
        clips.load("(deftemplate t (slot a))")
        template = clips.env.find_template("t")

        def work() -> None:
            for number in range(20_000):
                template.assert_fact(a=number)
            clips.env.reset()
            gc.collect()

        work()
        before = _memory()
        for _ in range(3):
            work()
        assert _memory() - before < 8 << 10

    def test_environments_are_released(self) -> None:
        for _ in range(20):
            Clips().close()
        before = _memory()
        for _ in range(200):
            Clips().close()
        assert _memory() - before < 8 << 10


def _memory() -> int:
    """The peak memory of this process, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
