"""Similar programs among the hand-ins of an assignment, for the teacher."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.hand_ins import HandIn
from ludoteca.classroom.assignments.programs import knowledge_schools
from ludoteca.classroom.assignments.similar import SimilarPair, comment_sign, similar_pairs
from ludoteca.games import open_game
from ludoteca.minds.shared.knowledge import read_knowledge, shipped_files


@dataclass(frozen=True, slots=True)
class SimilarHandIns:
    """Two hand-ins by different students, the first with its text, and what they share."""

    first: HandIn
    second: HandIn
    pair: SimilarPair


def similar_hand_ins(coursework: Coursework, assignment: Assignment) -> list[SimilarHandIns]:
    """The pairs of students whose newest programs in the same language are similar, the most similar first.

    What they share with the game's own files and the panel's does not count.
    """
    newest = {one.member: one for one in coursework.hand_ins.of(assignment.id)}
    game, found = open_game(assignment.game, assignment.options), list[SimilarHandIns]()
    for school, kind in knowledge_schools().items():
        mine = {member: one for member, one in newest.items() if one.program.school == school}
        texts = {member: whole_text(coursework, one) for member, one in mine.items()}
        common = [
            kind.starter_text_for(game),
            *(read_knowledge(path).text for path in shipped_files(game, kind.suffix)),
        ]
        common += [_joined(coursework.programs.texts(mind.program)) for mind in assignment.panel if mind.program]
        pairs = similar_pairs(texts, comment_sign(kind.suffix), common)
        found += [SimilarHandIns(mine[pair.first], mine[pair.second], pair) for pair in pairs]
    return sorted(found, key=lambda pair: -pair.pair.share)


def whole_text(coursework: Coursework, hand_in: HandIn) -> str:
    """All files of a hand-in as one text, the main one first; lines of a pair count in it."""
    texts = coursework.programs.texts(hand_in.program.key)
    main = hand_in.program.file
    return _joined({main: texts[main], **texts})


def _joined(texts: Mapping[str, str]) -> str:
    return "\n".join(texts.values())
