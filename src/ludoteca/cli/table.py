"""`table`: how strong every school is in every game, and what its moves cost."""

from __future__ import annotations

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ludoteca.arena.rating import Rating
from ludoteca.arena.school_table.cells import SchoolTable
from ludoteca.arena.school_table.picture import rating_marks, signed
from ludoteca.arena.school_table.view import CellView, GameView, TableView, table_view
from ludoteca.cli.output import console, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import no_such
from ludoteca.core.i18n import phrase
from ludoteca.core.record import to_json

# Blue above the mean and orange below it: everybody tells them apart, and black is read on each.
_COLOURS = {-3: "#e89b56", -2: "#f5c497", -1: "#fbe6d3", 0: "#f1ebe0", 1: "#dbe9f5", 2: "#a9cdea", 3: "#6aaadb"}


def show_table(name: str | None, as_json: bool) -> None:
    """The whole table, or the order of the schools in one game."""
    table = SchoolTable.shipped()
    view = table_view(table, LANGUAGE)
    if name is not None and name not in table.games:
        raise no_such("game", name, table.games)
    if as_json:
        print_json(to_json(view if name is None else _only(view, name)))
    elif name is None:
        _show_all(view)
    else:
        _show_game(table, view, next(game for game in view.games if game.name == name))


def _only(view: TableView, name: str) -> TableView:
    """The table of one game."""
    games = tuple(game for game in view.games if game.name == name)
    return TableView(games, view.schools, tuple(cell for cell in view.cells if cell.game == name))


def _show_all(view: TableView) -> None:
    table = _empty_table()
    table.add_column(tell("table.school"), no_wrap=True)
    for game in view.games:
        table.add_column(escape(game.title), justify="center")
    for school in view.schools:
        table.add_row(Text(school, "bold"), *(_cell(view.cell(school, game.name)) for game in view.games))
    console.print(table)
    for key in ("scale", "marks"):
        console.print(Text(phrase(f"arena.school_table.{key}", LANGUAGE), "dim"))
    console.print(Text(f"\n{tell('table.order')}", "bold"))
    for game in view.games:
        console.print(Text(f"{game.title}: {_order(view, game)}"))
    _show_refusals(view)
    console.print(tell("table.more"))


def _empty_table() -> Table:
    return Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")


def _cell(cell: CellView) -> Text:
    if cell.rating is None:
        return Text("–" if cell.state == "refused" else "…", "dim")
    marks = rating_marks(cell.is_best, cell.changed)
    shown = f" {signed(cell.rating.value)}{marks} \n {_interval(cell.rating)} "
    return Text(shown, f"black on {_COLOURS[cell.level]}", justify="center")


def _interval(rating: Rating) -> str:
    return f"{signed(rating.low)}…{signed(rating.high)}"


def _order(view: TableView, game: GameView) -> str:
    text, last = "", 0.0
    for school in game.order:
        rating = view.cell(school, game.name).rating
        if rating is not None:
            sign = "" if not text else " = " if rating.value == last else " > "
            text, last = f"{text}{sign}{school}", rating.value
    return text or tell("table.not_played")


def _show_refusals(view: TableView) -> None:
    """Why cells are empty, each sentence of a school once."""
    found: dict[tuple[str, str], list[str]] = {}
    for cell in view.cells:
        if cell.reason is not None and cell.state == "refused":
            found.setdefault((cell.school, cell.reason), []).append(cell.game)
    if found:
        console.print(Text(f"\n{tell('table.empty')}", "bold"))
    for (school, reason), games in found.items():
        console.print(Text.assemble((school, "bold"), f" · {', '.join(games)}: {reason}"))


def _show_game(shipped: SchoolTable, view: TableView, game: GameView) -> None:
    head = "table.opened" if game.opening else "table.head"
    console.print(Text(tell(head, game=game.title, n=game.games, opening=game.opening), "bold"))
    table = _empty_table()
    for column in ("rank", "mind", "rating", "interval", "games", "milliseconds"):
        table.add_column(tell(f"table.{column}"), justify="left" if column == "mind" else "right", no_wrap=True)
    cells = [view.cell(school, game.name) for school in game.order]
    values = [cell.rating.value for cell in cells if cell.rating is not None]
    for cell, value in zip(cells, values, strict=False):  # those without a rating come last
        table.add_row(str(1 + values.index(value)), *_figures(cell))
    console.print(table)
    console.print(Text(phrase("arena.school_table.scale", LANGUAGE), "dim"))
    for cell in cells:
        _show_school(shipped, cell)
    for cell in view.cells:
        if cell.game == game.name and cell.state == "refused":
            console.print(Text.assemble("\n", (cell.school, "bold"), f": {cell.reason}"))


def _figures(cell: CellView) -> list[Text]:
    assert cell.rating is not None
    cost = "–" if cell.milliseconds is None else f"{cell.milliseconds:g}"
    return [
        Text(cell.mind or cell.school),
        Text(f" {signed(cell.rating.value)} ", f"black on {_COLOURS[cell.level]}"),
        Text(f"{signed(cell.rating.low)} … {signed(cell.rating.high)}"),
        Text(str(cell.games)),
        Text(cost.replace(".", ",") if LANGUAGE == "es" else cost),
    ]


def _show_school(shipped: SchoolTable, cell: CellView) -> None:
    """The game worth seeing of a school, and the files that it plays by."""
    console.print(Text(f"\n{cell.school}", "bold"))
    if cell.reason is not None:
        console.print(Text(f"  {cell.reason}"))
    if cell.forfeits:
        console.print(Text(f"  {tell('table.forfeits', n=cell.forfeits)}"))
    if cell.watch is not None:
        console.print(Text(f"  {cell.watch.sentence}"))
        console.print(Text.assemble("  ", (cell.watch.command, "cyan")), soft_wrap=True)
    for path in shipped.cells[cell.school, cell.game].files:
        console.print(Text(f"  {tell('table.knowledge', path=str(path))}"), soft_wrap=True)
    if cell.changed:
        console.print(Text(f"  {tell('table.changed')}", "yellow"))
