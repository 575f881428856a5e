"""Traces: every type is discovered with its drawings, and every mind's explanation can be shown in the terminal."""

from __future__ import annotations

import pytest

from ludoteca.cli.output import console, show_why
from ludoteca.core.clock import Clock
from ludoteca.core.i18n import LANGUAGES
from ludoteca.core.mind import MindName
from ludoteca.core.traces import trace_types
from ludoteca.games import load_game
from ludoteca.minds.schools import load_mind, school


def test_every_type_has_its_drawings_and_messages() -> None:
    assert set(trace_types()) == {"search_tree", "proof", "intentions", "firings", "plan", "network_search"}
    for kind, found in trace_types().items():
        for name in ("terminal.py", "picture.js", "messages.toml"):
            assert (found.folder / name).is_file(), f"{kind}: {name}"


@pytest.mark.parametrize("name", ["montecarlo", "alphabeta", "greedy", "random", "clips", "agentspeak", "planner"])
def test_every_explanation_is_shown_in_the_terminal(name: str) -> None:
    game = load_game("kalah")
    settings = {key: str(value) for key, value in school(name).exam_settings(game).items()}
    player = load_mind(str(MindName(name, settings)), game).join(game, 0, 1)
    try:
        why = player.choose(game.start(0), [], Clock(60)).why
    finally:
        player.close()
    with console.capture() as captured:
        show_why(why, game)
    assert captured.get().strip() or why.trace is None
    if why.trace is not None:
        for language in LANGUAGES:
            trace_types()[why.trace.kind].draw(why.trace, game, language)
