"""Trials: a knowledge file chooses one move in a process of its own, and nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ludoteca.arena.judgement import Judged, judge
from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.knowledge_files import knowledge_schools
from ludoteca.lab.places import Place
from ludoteca.minds.shared.knowledge import Knowledge, KnowledgeMind, Trial, refuse_untrusted

_JUDGING = 2.0  # seconds; reasons that are left then are not checked


def refuse_unusable(school: type[KnowledgeMind]) -> None:
    """Raise `BadInput` where knowledge of a school must not be run, or its program is missing."""
    refuse_untrusted()
    missing = school.missing()
    if missing is not None:
        raise BadInput(missing.key, **missing.args)


@dataclass(frozen=True, slots=True)
class JudgedTrial:
    """A trial of knowledge, and the verdicts on the reasons for its choice."""

    knowledge: Knowledge
    trial: Trial
    judged: list[Judged]


class KnowledgeTrials:
    """Runs trials in threads of their own."""

    def __init__(self) -> None:
        self._threads = BackgroundThreads("knowledge-trial")

    async def run(
        self, school: str, place: Place, programs: Sequence[Knowledge], shelf: str = "", owner: str | None = None
    ) -> JudgedTrial:
        """The move that the first program that chooses one does, or what is wrong with the last; raises `BadInput`."""
        refuse_unusable(knowledge_schools()[school])
        for knowledge in programs:
            tried = await self._threads.run(partial(_judged_trial, school, place, knowledge, shelf), owner)
            if tried.trial.choice is not None:
                break
        return tried

    def place(self, owner: str | None) -> int:
        """The place of the first trial of somebody in the queue, from 1; 0 if none waits."""
        return self._threads.place(owner)

    def close(self) -> None:
        self._threads.close()


def _judged_trial(school: str, place: Place, knowledge: Knowledge, shelf: str) -> JudgedTrial:
    """A trial with verdicts. Where a verdict needs the file, there is one only for a text that is saved."""
    turn = place.turn
    trial = knowledge_schools()[school].with_defaults().trial(place.game, knowledge, turn)
    if trial.choice is None or trial.choice.move not in turn.position.moves:
        return JudgedTrial(knowledge, trial, [])
    file = f"{shelf}/{knowledge.name}" if shelf else knowledge.name
    name = f"{school}:file={file},digest={knowledge.digest}"
    choice = trial.choice
    return JudgedTrial(knowledge, trial, judge(turn.position, choice.move, choice.why, name, Clock(_JUDGING)))
