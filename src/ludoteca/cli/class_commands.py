"""The commands for classes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli import coursework_commands
from ludoteca.cli.commands import Commands
from ludoteca.cli.parameters import Json, Lang
from ludoteca.cli.text import LANGUAGE, tell

commands = Commands()
class_app = Commands(help=tell("help.class_group"), no_args_is_help=True)
class_app.add_typer(coursework_commands.commands)
commands.add_typer(class_app, name="class")

ClassName = Annotated[str, typer.Argument(metavar="NAME", help=tell("help.class_name"))]
MemberName = Annotated[str, typer.Argument(metavar="MEMBER", help=tell("help.class_member"))]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.class_file"))]


@class_app.command("new", help=tell("help.class_new"))
def new(
    name: ClassName,
    teacher: Annotated[str | None, typer.Option("--teacher", metavar="NAME", help=tell("help.class_teacher"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import classroom

    classroom.new(name, teacher, as_json)


@class_app.command("list", help=tell("help.class_list"))
def list_classes(as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import classroom

    classroom.list_classes(as_json)


@class_app.command("members", help=tell("help.class_members"))
def members(name: ClassName, as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import classroom

    classroom.members(name, as_json)


@class_app.command("reset", help=tell("help.class_reset"))
def reset(name: ClassName, member: MemberName, as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import classroom

    classroom.reset(name, member, as_json)


@class_app.command("rename", help=tell("help.class_rename"))
def rename(
    name: ClassName,
    member: MemberName,
    new_name: Annotated[str, typer.Argument(metavar="NEW", help=tell("help.class_new_name"))],
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import classroom

    classroom.rename(name, member, new_name)


@class_app.command("remove", help=tell("help.class_remove"))
def remove(name: ClassName, member: MemberName, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import classroom

    classroom.remove(name, member)


@class_app.command("export", help=tell("help.class_export"))
def export(name: ClassName, member: MemberName, file: NewFile, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import classroom

    classroom.export(name, member, file)


@class_app.command("backup", help=tell("help.class_backup"))
def backup(name: ClassName, file: NewFile, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import classroom

    classroom.back_up(name, file)


@class_app.command("restore", help=tell("help.class_restore"))
def restore(file: NewFile, name: ClassName, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import classroom

    classroom.restore(file, name)
