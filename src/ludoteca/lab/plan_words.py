"""Names and steps of plans in the reader's language, for domains that belong to one of our games."""

from __future__ import annotations

from functools import cache

from ludoteca.core.i18n import Message, can_say, has_words, phrase, say
from ludoteca.core.vocabulary import word_of
from ludoteca.games import all_games
from ludoteca.planners.result_json import SolutionJson, StepJson
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.planning.syntax import Domain


def solution_in_words(solution: SolutionJson, domain: str, language: str) -> SolutionJson:
    """A solution with its steps in a language, where the domain is a game's that has messages for them."""
    known = _game_domains().get(domain)
    if known is None or solution["plan"] is None:
        return solution
    return {**solution, "plan": [_step_in_words(step, *known, language) for step in solution["plan"]]}


def object_name(domain: str, thing: str, language: str) -> str:
    """The name of an object in a language, where the domain is a game's that names it; else its PDDL name."""
    known = _game_domains().get(domain)
    key = thing if known is None else _name_key(known[0], thing)
    return thing if key == thing else phrase(key, language)


def action_kind(domain: str, action: str, language: str) -> str:
    """The kind of an action in a language, where the domain is a game's that names it; else its PDDL name."""
    name = action.strip("()").split()[0]
    known = _game_domains().get(domain)
    key = None if known is None else f"{known[0]}.kind.{word_of(name)}"
    return phrase(key, language) if key is not None and has_words(key) else name


@cache
def _game_domains() -> dict[str, tuple[str, Domain]]:
    """The domains of our games by their text, each with the prefix of its messages."""
    found = [(game.message_prefix, game.table.task.domain) for game in all_games() if isinstance(game, PlanningGame)]
    return {domain.text: (prefix, domain) for prefix, domain in found}


def _step_in_words(step: StepJson, prefix: str, domain: Domain, language: str) -> StepJson:
    name, *args = step["action"].strip("()").split()
    names = [word_of(parameter.name.removeprefix("?")) for parameter in domain.schemas[name].parameters]
    named = {name: _name_key(prefix, arg) for name, arg in zip(names, args, strict=True)}
    message = Message(f"{prefix}.action.{word_of(name)}", named)
    return {**step, "text": say(message, language)} if can_say(message) else step


def _name_key(prefix: str, thing: str) -> str:
    """The message key of an object's name, if there is one; else its PDDL name."""
    keys = (f"{prefix}.{kind}.{thing}" for kind in ("seat", "name"))
    return next((key for key in keys if has_words(key)), thing)
