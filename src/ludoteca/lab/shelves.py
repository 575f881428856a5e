"""Shelves: the knowledge files of the lab or, in a class, those of each member, which nobody else can name."""

from __future__ import annotations

import os
from pathlib import Path

from ludoteca.core.errors import NotFound
from ludoteca.core.game import Game
from ludoteca.core.mind import MindName
from ludoteca.lab.knowledge_files import KnowledgeFiles
from ludoteca.lab.people import Person
from ludoteca.minds.shared.knowledge import KNOWLEDGE_FOLDER, shipped_path


class Shelves:
    """The shelves under one folder. Minds in the lab and in its child processes read knowledge only from there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        os.environ[KNOWLEDGE_FOLDER] = str(folder)  # our child processes read it too

    def of(self, person: Person) -> KnowledgeFiles:
        """The files of a person: those of the lab without a class."""
        return self.of_owner(person.owner)

    def of_owner(self, owner: str | None) -> KnowledgeFiles:
        """The files of a member of the class; those of the lab without one."""
        return KnowledgeFiles(self._folder) if owner is None else KnowledgeFiles(self._folder / owner, owner)

    def shown_to(self, person: Person, shelf: str) -> KnowledgeFiles:
        """The files of a shelf to look at, by default one's own; raises `NotFound` for everybody but the teacher."""
        if not shelf or shelf == person.id:
            return self.of(person)
        if not person.is_teacher or not (self._folder / shelf).is_dir():
            raise NotFound("lab.no_such_shelf")
        return KnowledgeFiles(self._folder / shelf, shelf, foreign=True)

    def named(self, person: Person, mind: str, game: Game) -> str:
        """The full name of a mind that a person names; raises `NotFound` for a file of somebody else.

        The teacher can play by all files of the class.
        """
        name = MindName.read(mind)
        if person.member is None or "file" not in name.settings:
            return mind
        file = self.file(person, name.settings["file"], game)
        return str(MindName(name.school, {**name.settings, "file": file}))

    def file(self, person: Person, file: str, game: Game) -> str:
        """The full name of a knowledge file that a person names: with the shelf, unless the game ships it."""
        if person.member is None or ("/" not in file and shipped_path(game, file).is_file()):
            return file
        shelf, separator, plain = file.rpartition("/")
        if separator and shelf != person.id and not person.is_teacher:
            raise NotFound("lab.no_such_knowledge", name=plain, game=game.name)
        return file if separator else f"{person.id}/{file}"
