"""Responses: the table of schools with a chart of strength beside cost for each game."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.arena.school_table.cells import SchoolTable
from ludoteca.arena.school_table.cost_chart import cost_chart
from ludoteca.arena.school_table.view import TableView, table_view


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table, and the charts by game, of those that have been played."""

    table: TableView
    charts: dict[str, str]


def table_page(language: str) -> TablePage:
    """The page of the table in a language."""
    shipped = SchoolTable.shipped()
    found = {name: cost_chart(table.order, language) for name, table in shipped.tables.items()}
    return TablePage(table_view(shipped, language), {name: chart for name, chart in found.items() if chart is not None})
