"""The task `reason`: in every position a mind must give a reason that is checked and true."""

from __future__ import annotations

from ludoteca.arena.judgement import judge
from ludoteca.arena.lessons.kinds.moves import PositionsTask, failed
from ludoteca.arena.lessons.positions import Reached
from ludoteca.arena.lessons.queries import known_of, read_query
from ludoteca.arena.lessons.task import Attempt, Failure, Outcome, Setting
from ludoteca.arena.seat import Fault
from ludoteca.core.game import some_texts
from ludoteca.core.i18n import Argument, Message, quoted
from ludoteca.core.mind import Choice
from ludoteca.core.verdicts import Verdict


class GivenReason(PositionsTask):
    """Give a reason of which nothing is false, resting on facts that match `evidence`."""

    evidence: tuple[str, ...] = ()

    def examine(self, setting: Setting) -> None:
        super().examine(setting)
        read_query(setting.board_game, self.evidence)

    def sentence(self, setting: Setting) -> Message:
        name = "evidence" if self.evidence else "true"
        args: dict[str, Argument] = {"n": self.steps(setting), "conditions": self.evidence}
        told = Message(f"arena.lessons.reason.{name}", args)
        if not self.move:
            return told
        return Message("arena.lessons.reason.and_move", {"reason": quoted(told), "what": quoted(self.wanted())})

    def check(self, setting: Setting, attempt: Attempt) -> Outcome:
        failures, right = list[Failure](), 0
        for number, reached, choice in self.choices(setting, attempt):
            if isinstance(choice, Fault):
                failures.append(failed(number, reached, choice))
                continue
            problem = self._problem(attempt.mind, reached, choice)
            right += problem is None
            if problem is not None:
                args: dict[str, Argument] = {"n": number, "move": choice.move.text, "what": quoted(problem)}
                failures.append(Failure(Message("arena.lessons.reason.wrong", args), reached.position, choice.move))
        return Outcome.of(Message("arena.lessons.reason.result", {"right": right, "n": self.steps(setting)}), failures)

    def _problem(self, mind: str, reached: Reached, choice: Choice) -> Message | None:
        """What is wrong with a choice and its reason; None if nothing is."""
        wanted = self.right(reached.position)
        if choice.move not in wanted:
            return Message("arena.lessons.reason.move", {"right": some_texts(wanted)})
        position = self.seen(reached)
        judged = judge(position, choice.move, choice.why, mind)
        false = next((each for each in judged if each.verdict is Verdict.FALSE), None)
        if false is not None:
            assert false.problem is not None
            return Message("arena.lessons.reason.is_false", {"problem": quoted(false.problem)})
        if not self.evidence:
            is_true = any(each.verdict is Verdict.TRUE for each in judged)
            return None if is_true else Message("arena.lessons.reason.uncheckable")
        _, bound = known_of(position)
        query, given = read_query(position.game, self.evidence), choice.why.reason.evidence
        if query.holds(given, {**bound, "Move": choice.move.text}):
            return None
        name = "no_evidence" if not given else "other_evidence"
        args: dict[str, Argument] = {"conditions": self.evidence, "given": tuple(map(str, given))}
        return Message(f"arena.lessons.reason.{name}", args)


KIND = GivenReason
