"""`games`, `minds`, `planners` and `vocabulary`: lists of what there is."""

from __future__ import annotations

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ludoteca.child import isolation
from ludoteca.cli.output import console, errors, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.i18n import has_words, phrase, say
from ludoteca.core.options import Option
from ludoteca.core.vocabulary import lexicon_of, meaning
from ludoteca.exam.plugin_check import PluginProblem, plugin_problems
from ludoteca.games import all_games, open_game
from ludoteca.minds import about, all_schools, minds_for, school
from ludoteca.planners import load_planner, planner_names
from ludoteca.planners.planner import FEATURES, Planner


def show_games(as_json: bool) -> None:
    """Every game with its seats and options."""
    problems = plugin_problems()
    broken = {problem.name for problem in problems if problem.kind == "games"}
    games = [game for game in all_games() if game.name not in broken]
    if as_json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": phrase(f"games.{game.name}.title", LANGUAGE),
                    "about": phrase(f"games.{game.name}.about", LANGUAGE),
                    "seats": list(game.seats),
                    "options": [option.described(LANGUAGE) for option in game.options],
                }
                for game in games
            ]
        )
        _warn_of(problems)
        return
    for game in games:
        console.print(Text(game.name, "bold"), Text(phrase(f"games.{game.name}.about", LANGUAGE)))
        if game.options:
            console.print(_options_table(game.options, "--set "))
    _warn_of(problems)


def _warn_of(problems: list[PluginProblem]) -> None:
    """Name the plugins that cannot be used, on standard error."""
    for problem in problems:
        errors.print(Text(tell("broken", what=say(problem.message, LANGUAGE)), "red"))


def show_vocabulary(game_name: str, as_json: bool) -> None:
    """Every relation and action of a game, by kind."""
    words = lexicon_of(open_game(game_name))
    if as_json:
        print_json(
            [{"name": w.name, "args": list(w.args), "kind": w.kind, "about": meaning(w, LANGUAGE)} for w in words]
        )
        return
    for kind in ("position", "move", "event", "action"):
        console.print(Text(tell(f"vocabulary.{kind}"), "bold"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for word in words:
            if word.kind == kind:
                table.add_row(Text(str(word), "cyan"), meaning(word, LANGUAGE))
        console.print(table)


def show_minds(game_name: str | None, as_json: bool) -> None:
    """Every mind with its parameters, or those that play a game."""
    game = open_game(game_name) if game_name is not None else None
    problems = plugin_problems()
    names = list(all_schools()) if game is None else minds_for(game)
    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "about": about(name, LANGUAGE),
                    "parameters": [option.described(LANGUAGE) for option in school(name).parameters],
                }
                for name in names
            ]
        )
        _warn_of(problems)
        return
    for name in names:
        console.print(Text(name, "bold"), Text(about(name, LANGUAGE)))
        if missing := school(name).missing():
            console.print(Text(say(missing, LANGUAGE), "red"))
        if school(name).parameters:
            console.print(_options_table(school(name).parameters, f"{name}:"))
    console.print(Text(tell("isolation", level=phrase(isolation().key, LANGUAGE)), "dim"))
    _warn_of(problems)


def show_planners(as_json: bool) -> None:
    """Every planner: whether it proves what it finds, and what it reads."""
    planners = [load_planner(name) for name in planner_names()]
    if as_json:
        print_json(
            [
                {
                    "name": planner.name,
                    "about": _of_planner(planner),
                    "proves": planner.proves,
                    "reads": sorted(planner.reads),
                    "missing": say(missing, LANGUAGE) if (missing := planner.missing()) else None,
                }
                for planner in planners
            ]
        )
        return
    for planner in planners:
        console.print(Text(planner.name, "bold"), Text(_of_planner(planner)))
        if missing := planner.missing():
            console.print(Text(say(missing, LANGUAGE), "red"))
        unread = tuple(sorted(FEATURES - planner.reads))
        reads = tell("listing.all_but", features=unread) if unread else tell("listing.all")
        proof = tell("listing.proves" if planner.proves else "listing.finds")
        console.print(Padding(Text(f"{proof} {reads}", "dim"), (0, 0, 0, 2)))


def _of_planner(planner: Planner) -> str:
    """A planner in a sentence: its message, or its docstring where it has none."""
    return phrase(planner.about, LANGUAGE) if has_words(planner.about) else (planner.__doc__ or "").partition("\n")[0]


def _options_table(options: tuple[Option, ...], prefix: str) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    table.add_column(no_wrap=True, min_width=max(len(f"{prefix}{option.name}={_shown(option)}") for option in options))
    table.add_column()
    for option in options:
        table.add_row(Text(f"{prefix}{option.name}={_shown(option)}", "cyan"), phrase(option.about, LANGUAGE))
    return table


def _shown(option: Option) -> str:
    if option.default is None:
        return "…"
    if option.kind is bool:
        return str(option.default).lower()
    return f"{option.default:g}" if option.kind is float else str(option.default)
