"""Checks an intention: a second interpreter carries out the program from the beliefs that the position gives.

It runs in a process of its own (`again`), and shares the parser of the language with the agents' reasoner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError
from ludoteca.child.kept_processes import KeptProcesses
from ludoteca.core.explanation import Reason, Source
from ludoteca.core.game import Fact, Move, Position
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.one_story import with_story
from ludoteca.core.record import to_json
from ludoteca.core.verdicts import Claim
from ludoteca.core.vocabulary import actions_in, perceive, vocabulary_of
from ludoteca.minds.agentspeak.agent.grammar_tables import write_tables
from ludoteca.minds.agentspeak.trace import Intentions
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.trace_check import OtherSchool, Uncheckable, in_text, knowledge_of

_SERVICE = "ludoteca.minds.agentspeak.trace.interpreter"
_SECONDS = 10.0
_process: KeptProcesses[Client] = KeptProcesses()


def defects(trace: Intentions, claim: Claim) -> list[Message] | None:
    """What is wrong with an intention; None when it may depend on more than the program and the position."""
    try:
        knowledge = knowledge_of(claim, ".asl")
    except OtherSchool:
        return [_defect("school", mind=claim.mind)]
    except Uncheckable:
        return None
    trace, claim = in_text(trace, claim, knowledge)
    notes = _note_defects(trace, knowledge)
    found, lines = (notes, None) if notes else _carried_out_again(trace, claim, knowledge)
    places = None if lines is None else [Source(knowledge.name, line) for line in lines]
    found = found or list(_place_defects(trace, claim.why.reason)) or found
    return with_story(found, claim.why, "minds.agentspeak.trace.defect", places)


def _place_defects(trace: Intentions, reason: Reason) -> Iterator[Message]:
    """Reasons on other lines than the step that acted, and the plans for the events that they name."""
    if not trace.stack:
        return
    acting = {step.source for step in trace.stack[-1].steps if step.state == "now"}
    for each, places in (
        (reason, acting),
        *((below, _plan_places(trace, below.claim.args.get("event"))) for below in reason.because),
    ):
        if each.source is not None and places and each.source not in places:
            yield _defect("reason_source", file=each.source.file, line=each.source.line)


def _plan_places(trace: Intentions, event: Argument | None) -> set[Source | None]:
    """Where the plans of an intention for an event stand."""
    return {frame.source for frame in trace.stack if frame.event == event}


def _carried_out_again(
    trace: Intentions, claim: Claim, knowledge: Knowledge
) -> tuple[list[Message] | None, list[int] | None]:
    """What the second interpreter finds, and the lines on which plans begin."""
    position, game = claim.position, claim.position.game
    about_moves = {relation.name for relation in vocabulary_of(game) if relation.kind != "position"}
    actions = actions_in(position)
    try:
        answer = _process.ask(
            knowledge,
            lambda: _started(knowledge),
            "check",
            _SECONDS,
            trace=to_json(trace),
            seat=game.seats[claim.seat],
            percepts=[
                [(fact.relation, fact.relation in about_moves, fact.args) for fact in perceive(each, claim.seat)]
                for each in (*_other_positions(position), position)
            ],
            actions=[_listed(action) for action in actions],
            move=[_listed(action) for action, move in actions.items() if move == claim.chosen],
            rejected=list(_rejected(claim, actions)),
        )
    except ChildError:
        return None, None
    defects, lines = answer
    if defects is None:
        return None, lines
    return [_defect(kind, text=text, line=line, move=claim.chosen.text) for kind, text, line in defects], lines


def _rejected(claim: Claim, actions: Mapping[Fact, Move]) -> Iterator[tuple[str, str, int, list[list[str | int]]]]:
    """The reasons against other moves: the move, the kind of reason, the line of its plan, and the move's names."""
    for rejected in claim.why.rejected:
        kind, source = rejected.reason.claim.key.removeprefix("minds.agentspeak.not."), rejected.reason.source
        names = [_listed(action) for action, move in actions.items() if move.text == rejected.move]
        if source is not None and names:
            yield rejected.move, kind, source.line, names


def _other_positions(position: Position) -> list[Position]:
    """The first positions of a game: an agent that has seen them before tells whether it remembers anything."""
    start = position.game.start(0)
    return [start, *(start.after(move) for move in start.moves[:1])]


def _started(knowledge: Knowledge) -> Client:
    write_tables()
    client = Client.of_module(_SERVICE)
    client.load(_SECONDS, name=knowledge.name, text=knowledge.text)
    return client


def _listed(action: Fact) -> list[str | int]:
    return [action.relation, *action.args]


def _note_defects(trace: Intentions, knowledge: Knowledge) -> list[Message]:
    """Notes of no kind that there is, or on lines that the program does not have."""
    lines = knowledge.text.count("\n") + 1
    return [
        _defect("note", text=note.kind, line=0 if note.source is None else note.source.line, move="")
        for note in trace.notes
        if note.claim.key != f"minds.agentspeak.note.{note.kind}"
        or (note.source is not None and not (note.source.file == knowledge.name and 1 <= note.source.line <= lines))
    ]


def _defect(kind: str, **args: Argument) -> Message:
    return Message(f"minds.agentspeak.trace.defect.{kind}", args)
