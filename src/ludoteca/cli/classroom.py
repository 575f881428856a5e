"""`class`: make classes, and keep their members."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rich.markup import escape

from ludoteca.classroom.members import Members
from ludoteca.classroom.store import ClassStore, class_folder, class_names, new_class
from ludoteca.cli.output import console
from ludoteca.cli.text import tell
from ludoteca.lab import backup
from ludoteca.lab.data_folder import DATABASE, DataFolder
from ludoteca.lab.member_data import export_member, remove_member


def new(name: str, teacher: str | None, as_json: bool) -> None:
    """Make a class with a teacher and a code to join; if that fails, there is no class."""
    folder = class_folder(name)
    is_new = not folder.exists()
    with closing(new_class(folder)) as store:
        try:
            members = Members(store)
            member, token = members.add(teacher or tell("classes.teacher"), "teacher")
            members.renew_code()
        except BaseException:
            if is_new:
                shutil.rmtree(folder, ignore_errors=True)
            raise
    if as_json:
        print(json.dumps({"class": name, "folder": str(folder), "teacher": member.name, "token": token}))
        return
    _say(tell("classes.new", name=name, folder=str(folder)))
    _say_token(member.name, token)
    _say(tell("classes.open", name=name))


def list_classes(as_json: bool) -> None:
    found = {}
    for name in class_names():
        with _opened(name) as store:
            found[name] = sum(not member.is_teacher for member in Members(store).all())
    if as_json:
        print(json.dumps(found))
    elif not found:
        _say(tell("classes.none"))
    else:
        for name, students in found.items():
            _say(tell("classes.count", name=name, students=students))


def members(name: str, as_json: bool) -> None:
    with _opened(name) as store:
        found = Members(store).all()
    if as_json:
        print(json.dumps([{"id": one.id, "name": one.name, "role": one.role, "joined": one.joined} for one in found]))
        return
    for one in found:
        joined = time.strftime("%Y-%m-%d", time.localtime(one.joined))
        _say(f"{one.name}  {tell(f'classes.role.{one.role}')}  {joined}")


def reset(name: str, member: str, as_json: bool) -> None:
    with _opened(name) as store:
        found = Members(store).named(member)
        token = Members(store).reset(found.id)
    if as_json:
        print(json.dumps({"member": found.name, "token": token}))
    else:
        _say_token(found.name, token)


def rename(name: str, member: str, new_name: str) -> None:
    with _opened(name) as store:
        found = Members(store).named(member)
        _say(tell("classes.renamed", old=found.name, new=Members(store).rename(found.id, new_name).name))


def remove(name: str, member: str) -> None:
    """Delete a student with everything; the lab of the class must not be open meanwhile."""
    with _opened(name) as store, closing(DataFolder(store.folder)) as data:
        found = Members(store).named(member)
        remove_member(store, data.store, found)
    _say(tell("classes.removed", member=found.name))


def export(name: str, member: str, file: Path) -> None:
    """Write everything of a member into a file; the lab of the class must not be open meanwhile."""
    with _opened(name) as store, closing(DataFolder(store.folder)) as data:
        found = Members(store).named(member)
        export_member(store, data.store, found, file)
    _say(tell("classes.exported", member=found.name, file=str(file)))


def back_up(name: str, file: Path) -> None:
    folder = class_folder(name)
    with _opened(name):
        if not (folder / DATABASE).exists():  # its lab was never open
            DataFolder(folder).close()
        backup.back_up(folder, file)
    _say(tell("classes.backup", name=name, file=str(file)))


def restore(file: Path, name: str) -> None:
    folder = class_folder(name)
    backup.restore(file, folder)
    _say(tell("classes.restored", name=name, folder=str(folder)))


@contextmanager
def _opened(name: str) -> Iterator[ClassStore]:
    with closing(ClassStore(class_folder(name))) as store:
        yield store


def _say(sentence: str) -> None:
    console.print(escape(sentence), soft_wrap=True)


def _say_token(member: str, token: str) -> None:
    _say(tell("classes.token", member=member, token=token))
    _say(tell("classes.link", token=token))
