"""The service of a CLIPS mind, run in a child process (see `child.server`).

``load`` loads knowledge; ``choose`` asserts the facts of a position and runs the rules until one has chosen a move;
``step`` does the same and answers with each firing, its agenda and its changes.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from clips._clips import ffi, lib

from ludoteca.child.errors import ServiceError
from ludoteca.child.server import serve
from ludoteca.core.explanation import Source
from ludoteca.core.game import Fact
from ludoteca.core.record import to_json
from ludoteca.minds.clips.answer import JUDGMENTS, OBSTACLES, Answer, Judgment, Steps
from ludoteca.minds.clips.process.journal import MOST_FACTS, Journal
from ludoteca.minds.clips.process.lint import UNREPEATABLE, chooses, lexicon_of, lint
from ludoteca.minds.clips.process.obstacles import Probe
from ludoteca.minds.clips.process.recorder import Recorder
from ludoteca.minds.clips.process.templates import CHOOSE, HEADER, Template, template_of
from ludoteca.rules.production.clips_binding import Clips, Construct, clips_messages, constructs, failed_rule

Data = dict[str, Any]


class ProductionSystem:
    """A production system with the knowledge of one player."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        """Begin with an empty environment."""
        self.clips = Clips()
        self.sources: dict[str, Source] = {}
        self.journal = Journal(self.clips, self.sources)
        self.templates: dict[str, Template] = {}
        self.rules: dict[str, Construct] = {}
        self.late = False

    def describe_error(self, error: Exception) -> Data | None:
        """An error with the rule that was firing and its line."""
        if isinstance(error, ServiceError):
            return {"kind": error.kind, **error.data}
        if isinstance(error, MemoryError):
            return {"kind": "memory", **self._current_rule()}
        return {"kind": "internal", **self._current_rule(), "text": f"{type(error).__name__}: {error}"[:200]}

    def load(self, name: str, text: str, relations: Iterable[tuple[str, Sequence[str], bool]]) -> Data:
        """Load knowledge over the vocabulary of a game, and forget the last; the findings of the check."""
        if self.templates:
            self._clear()
        for function in UNREPEATABLE:
            self.clips.remove_function(function)
        self.templates = {word: template_of(word, args, about_move) for word, args, about_move in relations}
        definitions = [template.construct for template in self.templates.values()]
        errors = self.clips.load("\n".join([HEADER, *definitions]), "game")
        if errors:
            raise self._fault("internal", text=errors[0].text)
        messages = self.clips.load(text.replace("\0", " "), name)
        found = list(constructs(text))
        self.rules = {construct.name: construct for construct in found if construct.kind == "defrule"}
        self.sources.update((rule.name, Source(name, rule.line)) for rule in self.rules.values())
        lexicon = lexicon_of(self.templates.values(), self.clips.env.eval("(get-function-list)"), found)
        diagnostics = lint(text, found, lexicon, messages)
        lib.Reset(self.clips.raw)
        return {"diagnostics": [to_json(finding) for finding in diagnostics]}

    def choose(
        self, facts: list[list[Any]], random: int, firings: int, seconds: float, about: str | None = None
    ) -> Answer:
        """Run the rules on the facts of a position until one has chosen a move; then find out why not another."""
        self._infer(facts, random, firings, seconds)
        answer = self._answer(facts)
        return answer if about in (None, answer.move) else self._why_not(answer, about)

    def step(self, facts: list[list[Any]], random: int, firings: int, seconds: float, first: int, most: int) -> Steps:
        """The same, recorded step by step."""
        journal, fault = self.journal, None
        journal.recorder = recorder = Recorder(first, most)
        try:
            self._infer(facts, random, firings, seconds)
        except ServiceError as error:
            fault = {"kind": error.kind, **error.data}
        journal.record_step("ends" if journal.chosen is None else "chooses", journal.current)
        journal.recorder = None
        return recorder.answer(None if fault or journal.chosen is None else journal.chosen.move, fault)

    def _infer(self, facts: list[list[Any]], random: int, firings: int, seconds: float) -> None:
        """Run the rules on the facts of a position until one has chosen a move; raises `ServiceError`."""
        self.journal.begin_move()
        self._retract_last_position()
        self.clips.env.eval(f"(seed {random})")
        self.clips.printed()
        self.clips.errors()
        fired = self._run([(self.templates[name], args) for name, *args in facts], firings, seconds)
        print(self.clips.printed(), end="", file=sys.stderr, flush=True)
        if self.clips.failure is not None:
            raise self.clips.failure
        if self.journal.chosen is None:
            raise self._no_choice(fired >= firings)

    def _retract_last_position(self) -> None:
        """Retract all facts of the game's templates, those asserted by rules included."""
        lib.ClearFocusStack(self.clips.raw)
        for name in (CHOOSE, *(template.name for template in self.templates.values())):
            template = lib.FindDeftemplate(self.clips.raw, name.encode())
            if template == ffi.NULL:  # the knowledge has removed it
                continue
            fact = lib.GetNextFactInTemplate(template, ffi.NULL)
            while fact != ffi.NULL:
                following = lib.GetNextFactInTemplate(template, fact)
                lib.Retract(fact)
                fact = following

    def _run(self, facts: list[tuple[Template, list[Any]]], firings: int, seconds: float) -> int:
        """Assert the facts and run the rules until one has chosen; another thread stops them at the time limit.

        The time limit includes the assertions: they evaluate conditions, which may be as slow as actions.
        """
        self.late = False
        alarm = threading.Timer(seconds, self._stop_late)
        alarm.daemon = True
        alarm.start()
        try:
            self.journal.assert_facts(facts)
            self.journal.record_step("given")
            return 0 if self.late else int(lib.Run(self.clips.raw, firings))
        finally:
            alarm.cancel()

    def _stop_late(self) -> None:
        self.late = True
        self.clips.stop(at_once=True)

    def _no_choice(self, endless: bool) -> ServiceError:
        """The reason why no move was chosen."""
        printed = self.clips.errors()
        if self.late:
            return self._fault("slow")
        if self.journal.flooded:
            return self._fault("facts", most=MOST_FACTS)
        messages = clips_messages(printed)
        if messages:
            rule = failed_rule(printed)
            return self._fault("error", rule, text=" ".join(message.text for message in messages[:2]))
        if endless:
            return self._fault("endless")
        return self._fault("no_choice" if self.journal.count else "no_firing")

    def _fault(self, kind: str, rule: str | None = None, **args: Any) -> ServiceError:
        return ServiceError(kind, **self._current_rule(rule), **args)

    def _current_rule(self, rule: str | None = None) -> Data:
        """A rule, or else the one that was firing, and its line."""
        current = self.journal.current
        rule = rule or (current.rule if current is not None else "")
        return {"rule": rule, "line": self.sources[rule].line if rule in self.sources else 0}

    def _answer(self, facts: list[list[Any]]) -> Answer:
        """The choice and what led to it."""
        journal = self.journal
        assert journal.chosen is not None
        (firings, support), (agenda, others) = journal.firings(), journal.agenda()
        return Answer(
            move=journal.chosen.move,
            because=journal.chosen.because,
            firings=tuple(firings),
            firings_omitted=journal.count - len(firings),
            support=support,
            agenda=tuple(
                replace(activation, text=self._move_of(activation.rule, moves)) for activation, moves in agenda
            ),
            agenda_omitted=others,
            evidence=tuple(Fact(facts[at][0], tuple(facts[at][1:])) for at in dict.fromkeys(journal.evidence(support))),
            judgments=tuple(self._judgments()),
        )

    def _move_of(self, rule: str, moves: set[str]) -> str | None:
        """The move that a rule on the agenda would choose, where the facts it matched name only one."""
        return next(iter(moves)) if rule in self.rules and chooses(self.rules[rule]) and len(moves) == 1 else None

    def _why_not(self, answer: Answer, move: str) -> Answer:
        """The answer with what kept the rules that choose from another move, those that chose first."""
        chose = [firing.activation.rule for firing in answer.supporting]
        able = sorted(filter(chooses, self.rules.values()), key=lambda rule: rule.name not in chose)
        waiting = (each for each, moves in self.journal.waiting() if self._move_of(each.rule, moves) == move)
        probe = Probe(self.clips, self.journal)
        found = (probe.obstacle(rule, self.sources.get(rule.name), move, answer.move) for rule in able)
        return replace(
            answer,
            waiting=next(waiting, None),
            obstacles=tuple(islice((each for each in found if each is not None), OBSTACLES)),
        )

    def _judgments(self) -> Iterator[Judgment]:
        """The latest facts about each move that rules have asserted for this move."""
        known = {fact.move: deque[Judgment](maxlen=JUDGMENTS) for fact in self.journal.facts.values() if fact.is_given}
        for fact, firing in self.journal.asserted_by_rules():
            if fact.move is not None and fact.move in known:
                known[fact.move].append(Judgment(fact.move, fact.text, firing.activation.source))
        return chain.from_iterable(known.values())


if __name__ == "__main__":
    serve(ProductionSystem())
