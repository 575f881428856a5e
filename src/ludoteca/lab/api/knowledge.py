"""API: knowledge files, and trials of them."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, Field

from ludoteca.games import load_game
from ludoteca.lab.api.catalogue import AllShelves, knowledge_files
from ludoteca.lab.api.common import LONGEST, Body, Game, GameName, Language, Settings, Who
from ludoteca.lab.api.places import AskedPlace, Games, find_place
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.knowledge_checks import KnowledgeChecks
from ludoteca.lab.knowledge_files import KnowledgeFile, KnowledgeFiles, Version, knowledge_schools, school_of
from ludoteca.lab.knowledge_trials import KnowledgeTrials
from ludoteca.lab.responses.knowledge import DiagnosticView, TrialView, diagnostic_views, trial_view

router = LabRouter("/knowledge")
_LARGEST = 1 << 18  # characters of knowledge

Digest = Annotated[str, Path(pattern="^[0-9a-f]{8}$", description="The digest of a version.")]
FileName = Annotated[str, Path(max_length=LONGEST, description="The name of a knowledge file.")]


async def _trials(request: Request) -> KnowledgeTrials:
    trials: KnowledgeTrials = request.app.state.trials
    return trials


async def _checks(request: Request) -> KnowledgeChecks:
    checks: KnowledgeChecks = request.app.state.checks
    return checks


Checks = Annotated[KnowledgeChecks, Depends(_checks)]


async def _shown_files(
    shelves: AllShelves,
    who: Who,
    shelf: Annotated[str, Query(pattern="^([0-9a-f]{10})?$", description="A student's, for the teacher to read.")] = "",
) -> KnowledgeFiles:
    return shelves.shown_to(who, shelf)


Files = Annotated[KnowledgeFiles, Depends(knowledge_files)]
ShownFiles = Annotated[KnowledgeFiles, Depends(_shown_files)]
Trials = Annotated[KnowledgeTrials, Depends(_trials)]


class FileText(Body):
    """The text of a knowledge file."""

    text: Annotated[str, Field(max_length=_LARGEST)]


class NewText(FileText):
    """The text of a knowledge file to save."""

    base: Annotated[
        str | None,
        Field(
            pattern="^([0-9a-f]{8})?$",
            description="The digest of the text it was made from, empty for a new file: no newer one is overwritten.",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class SavedFile(KnowledgeFile):
    """A file that was saved, and the digest of its text."""

    digest: str


class NewCheck(Body):
    """A knowledge file to check; the suffix of its name tells the school."""

    game: Game
    options: Settings = Field(default_factory=dict)
    name: Annotated[str, Field(max_length=LONGEST, examples=["mine.pl"])]
    text: Annotated[str, Field(max_length=_LARGEST)]


class NewTrial(AskedPlace):
    """A knowledge file to try in a position, or in the first turn of a seat."""

    name: Annotated[str, Field(max_length=LONGEST, examples=["mine.pl"])]
    text: Annotated[str, Field(max_length=_LARGEST)]


class FileView(BaseModel):
    """A knowledge file with its text."""

    game: str
    name: str
    school: str
    mind: str
    own: bool
    text: str
    digest: str
    program: list[str] = Field(description="The files of the program that it is a part of, the main file first.")


@router.get("")
def list_knowledge(files: ShownFiles) -> list[KnowledgeFile]:
    """The games' own knowledge files, and those that people wrote."""
    return files.all()


@router.post("/try")
async def try_knowledge(
    trials: Trials, files: Files, games: Games, who: Who, new: NewTrial, lang: Language = "en"
) -> TrialView:
    """The move that a knowledge file chooses in a position, or its errors; nothing is stored.

    Files that it includes count as they are saved. One that cannot choose is tried as a part of the file that includes
    it.
    """
    school, place = school_of(new.name), await find_place(games, new)
    programs = await asyncio.to_thread(files.programs, place.game.name, new.name, new.text)
    tried = await trials.run(school, place, programs, files.shelf, who.owner)
    return trial_view(place, tried, lang)


@router.post("/check")
async def check_knowledge(
    checks: Checks, files: Files, who: Who, new: NewCheck, lang: Language = "en"
) -> list[DiagnosticView]:
    """The errors and warnings of a knowledge file, which is not run; nothing is stored.

    Files that it includes are checked too. Where something is wrong with a file that another one includes, it is
    checked as a part of that.
    """
    school = knowledge_schools()[school_of(new.name)]
    game = load_game(new.game, new.options)
    found: list[DiagnosticView] = []
    for knowledge in await asyncio.to_thread(files.programs, new.game, new.name, new.text):
        found = diagnostic_views(knowledge, await checks.run(school, game, knowledge, who.owner), lang)
        if knowledge.name != new.name:
            found = [each for each in found if each.file == new.name]
        if not found:
            break
    return found


@router.get("/{game}/{name}")
def get_knowledge(files: ShownFiles, game: GameName, name: FileName) -> FileView:
    """One knowledge file."""
    file, knowledge = files.read(game, name)
    program = [name] if file.own else files.program_files(game, name)
    return FileView(
        game=file.game,
        name=file.name,
        school=file.school,
        mind=file.mind,
        own=file.own,
        text=knowledge.text,
        digest=knowledge.digest,
        program=program,
    )


@router.get("/{game}/{name}/starter")
def get_starter(game: GameName, name: FileName) -> FileText:
    """A text for a new file of that name: it can play at once, where the school can play the game."""
    return FileText(text=knowledge_schools()[school_of(name)].starter_text_for(load_game(game)))


@router.get("/{game}/{name}/versions")
def list_versions(files: ShownFiles, game: GameName, name: FileName) -> list[Version]:
    """The versions of a knowledge file that somebody wrote, the latest first; 200 are kept."""
    return files.versions(game, name)


@router.get("/{game}/{name}/versions/{digest}")
def get_version(files: ShownFiles, game: GameName, name: FileName, digest: Digest) -> FileText:
    """The text of one version."""
    return FileText(text=files.version(game, name, digest).text)


@router.put("/{game}/{name}")
def save_knowledge(files: Files, game: GameName, name: FileName, new: NewText) -> SavedFile:
    """Save a knowledge file; it can then be chosen as a mind."""
    saved = files.save(game, name, new.text, new.base)
    return SavedFile(**asdict(saved), digest=files.read(game, name)[1].digest)


@router.delete("/{game}/{name}", status_code=204)
def delete_knowledge(files: Files, game: GameName, name: FileName) -> None:
    """Delete a knowledge file that somebody wrote."""
    files.delete(game, name)
