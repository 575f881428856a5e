"""The service of a CLIPS mind, run in a child process (see `child.server`).

``load`` gives it its knowledge; ``choose`` tells it the position and lets its rules fire until one has chosen.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from typing import Any

from clips._clips import ffi, lib

from ludoteca.child.errors import ServiceError
from ludoteca.child.server import serve
from ludoteca.minds.clips.process.checking import Found, chooses, lexicon_of, slips
from ludoteca.minds.clips.process.journal import MOST_FACTS, Firing, Journal, Known
from ludoteca.minds.clips.process.templates import CHOOSE, HEADER, Template, template_of
from ludoteca.rules.production.clips_binding import CLOCKS, Clips, Construct, constructs, failed_rule, faults

_MOVE = re.compile(r'\(move "([^"]*)"\)')

Answer = dict[str, Any]


class System:
    """One production system, from its knowledge to its end."""

    def __init__(self) -> None:
        self.clips = Clips()
        self.journal = Journal(self.clips)
        self.templates: dict[str, Template] = {}
        self.rules: dict[str, Construct] = {}
        self.late = False

    def describe_error(self, error: Exception) -> Answer | None:
        """An error with the rule at work and its line."""
        if isinstance(error, ServiceError):
            return {"kind": error.kind, **error.data}
        if isinstance(error, MemoryError):
            return {"kind": "memory", **self._rule_at_work()}
        return {"kind": "internal", **self._rule_at_work(), "text": f"{type(error).__name__}: {error}"[:200]}

    def load(self, name: str, text: str, relations: Iterable[tuple[str, Sequence[str], bool]]) -> Answer:
        """Load knowledge over the vocabulary of a game, and check it."""
        for function in CLOCKS:
            self.clips.forget(function)
        self.templates = {word: template_of(word, args, about_move) for word, args, about_move in relations}
        ours = [template.construct for template in self.templates.values()]
        broken = self.clips.load("\n".join([HEADER, *ours]), "game")
        if broken:
            raise self._fault("internal", text=broken[0].text)
        found = self.clips.load(text.replace("\0", " "), name)
        forms = list(constructs(text))
        self.rules = {form.name: form for form in forms if form.kind == "defrule"}
        words = lexicon_of(self.templates.values(), self.clips.env.eval("(get-function-list)"), forms)
        diagnostics = slips(text, forms, words, found)
        lib.Reset(self.clips.raw)
        return {"diagnostics": [_diagnostic(one) for one in diagnostics]}

    def choose(self, facts: list[list[Any]], random: int, firings: int, seconds: float) -> Answer:
        """Let rules fire on the facts of a position until one has chosen a move."""
        self.journal.begin()
        self._forget_the_last_move()
        self.clips.env.eval(f"(seed {random})")
        self.clips.printed()
        self.clips.errors()
        told = [(self.templates[name], args) for name, *args in facts]
        fired = self._run(told, firings, seconds)
        if self.journal.chosen is None:
            raise self._silent(fired >= firings)
        return self._told()

    def _forget_the_last_move(self) -> None:
        """Whatever is said in the game's words goes, whoever said it."""
        lib.ClearFocusStack(self.clips.raw)
        for name in (CHOOSE, *(template.name for template in self.templates.values())):
            template = lib.FindDeftemplate(self.clips.raw, name.encode())
            if template == ffi.NULL:  # knowledge has undone it
                continue
            fact = lib.GetNextFactInTemplate(template, ffi.NULL)
            while fact != ffi.NULL:
                following = lib.GetNextFactInTemplate(template, fact)
                lib.Retract(fact)
                fact = following

    def _run(self, facts: list[tuple[Template, list[Any]]], firings: int, seconds: float) -> int:
        """Tell the facts and let rules fire until one has chosen; stopped from another thread when it takes too long.

        Conditions are looked at while facts are told, and may be as slow as rules.
        """
        self.late = False
        alarm = threading.Timer(seconds, self._ring)
        alarm.daemon = True
        alarm.start()
        try:
            self.journal.tell(facts)
            return 0 if self.late else int(lib.Run(self.clips.raw, firings))
        finally:
            alarm.cancel()

    def _ring(self) -> None:
        self.late = True
        self.clips.stop(at_once=True)

    def _silent(self, endless: bool) -> ServiceError:
        """Why nothing was chosen."""
        printed = self.clips.errors()
        if self.late:
            return self._fault("slow")
        if self.journal.flooded:
            return self._fault("facts", most=MOST_FACTS)
        diagnostics = faults(printed)
        if diagnostics:
            rule = failed_rule(printed)
            return self._fault("error", rule, text=" ".join(one.text for one in diagnostics[:2]))
        if endless:
            return self._fault("endless")
        return self._fault("silent" if self.journal.firings else "nothing_fired")

    def _fault(self, kind: str, rule: str | None = None, **args: Any) -> ServiceError:
        return ServiceError(kind, **self._rule_at_work(rule), **args)

    def _rule_at_work(self, rule: str | None = None) -> Answer:
        """The rule that is named, or else the one that was firing, and its line."""
        current = self.journal.current
        rule = rule or (current.rule if current is not None else "")
        return {"rule": rule, "line": self._line(rule)}

    def _told(self) -> Answer:
        """The choice and all that led to it."""
        journal = self.journal
        chosen = journal.chosen
        assert chosen is not None
        kept, (left, left_more) = journal.kept(), journal.left()
        return {
            "move": chosen.move,
            "because": chosen.because,
            "by": 0 if chosen.firing is None else chosen.firing.number,
            "fired": [self._firing(firing) for firing in kept],
            "more": journal.firings - len(kept),
            "left": [{**self._firing(waiting), "about": self._about(waiting)} for waiting in left],
            "left_more": left_more,
            "judged": [_judged(known) for known in journal.own() if _MOVE.search(known.text)],
        }

    def _firing(self, firing: Firing) -> Answer:
        return {
            "number": firing.number,
            "rule": firing.rule,
            "line": self._line(firing.rule),
            "salience": firing.salience,
            "matched": [[known.text, known.told, known.by and known.by.number] for known in firing.matched],
            "asserted": firing.asserted,
            "retracted": firing.retracted,
        }

    def _about(self, waiting: Firing) -> str | None:
        """The move that a rule on the agenda would choose, as far as its matches tell."""
        form = self.rules.get(waiting.rule)
        moves = {move for known in waiting.matched for move in _MOVE.findall(known.text)}
        return moves.pop() if form is not None and chooses(form) and len(moves) == 1 else None

    def _line(self, rule: str) -> int:
        form = self.rules.get(rule)
        return 0 if form is None else form.line


def _judged(known: Known) -> Answer:
    found = _MOVE.search(known.text)
    assert found is not None and known.by is not None
    return {"move": found[1], "text": known.text, "rule": known.by.rule}


def _diagnostic(found: Found) -> Answer:
    return {"line": found.line, "kind": found.kind, "args": dict(found.args), "warning": found.warning}


if __name__ == "__main__":
    serve(System())
