"""`games`, `minds`, `planners` and `vocabulary`: lists of what there is."""

from __future__ import annotations

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ludoteca.child.sandbox import isolation
from ludoteca.cli.output import console, errors, print_json, seat_name
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.game import Game
from ludoteca.core.i18n import has_words, phrase, say
from ludoteca.core.options import Option
from ludoteca.core.vocabulary import lexicon_of, meaning
from ludoteca.exam.plugin_check import PluginProblem, plugin_problems
from ludoteca.games import all_games, load_game, open_game
from ludoteca.games.levels import levels_of
from ludoteca.minds.schools import about, all_schools, minds_for, school
from ludoteca.planners import load_planner, planner_names
from ludoteca.planners.planner import FEATURES, Planner


def show_games(name: str | None, as_json: bool) -> None:
    """Every game with its seats and options, or one of them with its levels too."""
    if name is not None:
        _show_game(load_game(name), as_json)
        return
    problems = plugin_problems()
    broken = {problem.name for problem in problems if problem.kind == "games"}
    games = [game for game in all_games() if game.name not in broken]
    if as_json:
        print_json([_described(game) for game in games])
    for game in games if not as_json else ():
        _show_options(game)
    _warn_of(problems)


def _show_game(game: Game, as_json: bool) -> None:
    if as_json:
        print_json(_described(game))
        return
    _show_options(game)
    console.print(Text(f"{tell('listing.seats')}: {', '.join(seat_name(game, seat) for seat in game.seats)}"))
    if levels := levels_of(game):
        console.print(Text(tell("listing.levels"), "bold"))
        console.print(
            _two_columns([(f"--level {level.name}", f"{level.title(LANGUAGE)}: {level.mind}") for level in levels])
        )


def _show_options(game: Game) -> None:
    console.print(Text(game.name, "bold"), Text(phrase(f"games.{game.name}.about", LANGUAGE)))
    if game.options:
        console.print(_options_table(game.options, "--set "))


def _described(game: Game) -> dict[str, object]:
    """A game as data."""
    return {
        "name": game.name,
        "title": phrase(f"games.{game.name}.title", LANGUAGE),
        "about": phrase(f"games.{game.name}.about", LANGUAGE),
        "seats": list(game.seats),
        "options": [option.described(LANGUAGE) for option in game.options],
        "levels": [
            {"name": level.name, "title": level.title(LANGUAGE), "mind": level.mind} for level in levels_of(game)
        ],
    }


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
                    "claims": planner.claims,
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
        unproven = "listing.claims" if planner.claims else "listing.finds"
        proof = tell("listing.proves" if planner.proves else unproven)
        console.print(Padding(Text(f"{proof} {reads}", "dim"), (0, 0, 0, 2), expand=False))


def _of_planner(planner: Planner) -> str:
    """A planner in a sentence: its message, or its docstring where it has none."""
    return phrase(planner.about, LANGUAGE) if has_words(planner.about) else (planner.__doc__ or "").partition("\n")[0]


def _options_table(options: tuple[Option, ...], prefix: str) -> Table:
    return _two_columns(
        [(f"{prefix}{option.name}={_shown(option)}", phrase(option.about, LANGUAGE)) for option in options]
    )


def _two_columns(rows: list[tuple[str, str]]) -> Table:
    """What is typed, and what it means."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    table.add_column(no_wrap=True, min_width=max(len(typed) for typed, _ in rows))
    table.add_column()
    for typed, meant in rows:
        table.add_row(Text(typed, "cyan"), meant)
    return table


def _shown(option: Option) -> str:
    if option.default is None:
        return "…"
    if option.kind is bool:
        return str(option.default).lower()
    return f"{option.default:g}" if option.kind is float else str(option.default)
