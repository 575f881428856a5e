"""The commands of a class about coursework: assignments, hand-ins, grades, league and similar programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.commands import Commands
from ludoteca.cli.parameters import Json, Lang, Workers
from ludoteca.cli.text import LANGUAGE, tell

commands = Commands()

ClassName = Annotated[str, typer.Argument(metavar="CLASS", help=tell("help.class_name"))]
AssignmentId = Annotated[str, typer.Argument(metavar="ASSIGNMENT", help=tell("help.assignment"))]
Student = Annotated[str, typer.Argument(metavar="STUDENT", help=tell("help.student"))]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help=tell("help.cluster"))]
OutputFile = Annotated[Path | None, typer.Option("--output", metavar="FILE", help=tell("help.grades_output"))]


@commands.command(help=tell("help.class_assign"))
def assign(
    name: ClassName,
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help=tell("help.assignment_file"))],
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import coursework

    coursework.assign(name, file, as_json)


@commands.command(help=tell("help.class_assignments"))
def assignments(name: ClassName, as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import coursework

    coursework.list_assignments(name, as_json)


@commands.command("hand-in", help=tell("help.class_hand_in"))
def hand_in(
    name: ClassName,
    assignment: AssignmentId,
    student: Student,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("help.hand_in_file"))],
    workers: Workers = 2,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import coursework

    coursework.hand_in(name, assignment, student, file, workers, as_json)


@commands.command(help=tell("help.class_grade"))
def grade(
    name: ClassName,
    assignment: AssignmentId,
    workers: Workers = 2,
    cluster: Cluster = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import coursework

    coursework.grade(name, assignment, cluster or workers, as_json)


@commands.command(help=tell("help.class_grades"))
def grades(
    name: ClassName,
    assignment: AssignmentId,
    form: Annotated[
        str, typer.Option("--format", metavar="plain|moodle|canvas", help=tell("help.grades_format"))
    ] = "plain",
    output: OutputFile = None,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import coursework

    coursework.grades(name, assignment, form, output)


@commands.command(help=tell("help.class_reports"))
def reports(
    name: ClassName,
    assignment: AssignmentId,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=tell("help.reports_folder"))],
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import coursework

    coursework.reports(name, assignment, folder)


@commands.command(help=tell("help.class_number"))
def number(
    name: ClassName,
    student: Student,
    known_as: Annotated[str, typer.Argument(metavar="NUMBER", help=tell("help.student_number"))],
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import coursework

    coursework.number(name, student, known_as)


@commands.command(help=tell("help.class_league"))
def league(
    name: ClassName,
    assignment: Annotated[str | None, typer.Argument(metavar="ASSIGNMENT", help=tell("help.league_assignment"))] = None,
    workers: Workers = 2,
    cluster: Cluster = None,
    nightly: Annotated[str | None, typer.Option("--nightly", metavar="HH:MM|off", help=tell("help.nightly"))] = None,
    as_json: Json = False,
    lang: Lang = LANGUAGE,
) -> None:
    from ludoteca.cli import coursework

    coursework.league(name, assignment, cluster or workers, nightly, as_json)


@commands.command(help=tell("help.class_similar"))
def similar(name: ClassName, assignment: AssignmentId, as_json: Json = False, lang: Lang = LANGUAGE) -> None:
    from ludoteca.cli import coursework

    coursework.similar(name, assignment, as_json)
