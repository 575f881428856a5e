"""What a domain from elsewhere cannot do: hang, harm, lie, or keep the match from going on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.arena.seat import MindProcess
from ludoteca.child.sandbox import Isolation, strongest
from ludoteca.core.clock import Clock
from ludoteca.core.i18n import LANGUAGES, say
from ludoteca.games import load_game
from ludoteca.minds import planner
from ludoteca.minds.planner import client
from ludoteca.minds.planner.mind import Planner
from ludoteca.minds.shared import knowledge_process
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge, Trial
from ludoteca.rules.planning.as_problem import view_of
from tests.minds.hostile import FOLDER, LEVELS, one_process, played, surprises

VIEW = view_of(load_game("kalah"))
assert VIEW is not None
OWN = VIEW.file.read_text()
_LAST = "  ;; The end of the turn."
SMALL = load_game("kalah", {"pits": 3, "seeds": 2})


@pytest.fixture(scope="module", autouse=True)
def process() -> Iterator[None]:
    """One process for all domains here."""
    with one_process(client, strongest()):
        yield


def with_action(text: str) -> str:
    """The game's own domain with one more action."""
    assert OWN.count(_LAST) == 1
    return OWN.replace(_LAST, f"  (:action more {text})\n{_LAST}")


def changed(old: str, new: str) -> str:
    assert old in OWN
    return OWN.replace(old, new)


def domain_with(text: str) -> str:
    """A domain: the text itself, or the game's own with the action that the text is."""
    return OWN.replace(_LAST, f"{text}\n{_LAST}") if "(:action more" in text else text


def mind(states: int) -> Planner:
    return Planner({**Planner.with_defaults().values, "states": states})


def tried(text: str) -> Trial:
    return mind(500).trial(SMALL, Knowledge("mine.pddl", text))


@pytest.mark.parametrize("level", LEVELS)
def test_hostile_domains_do_no_harm(level: Isolation, tmp_path: Path) -> None:
    """A file is a whole domain, or an action that is added to the game's own."""
    found = surprises(planner, client, lambda _: mind(300), SMALL, level, tmp_path, domain_with)
    assert found == {}


def test_what_is_wrong_is_said_with_its_line() -> None:
    trial = tried(changed("(my-turn) (ends ?p my-store)", "(my-tunr) (ends ?p my-store)"))
    assert trial.choice is None
    assert trial.diagnostics[0].line == 48
    assert 'did you mean "my-turn"?' in say(trial.diagnostics[0].message)
    assert tried(Planner.starter_text).choice is None


def test_a_step_that_is_no_legal_move_is_a_fault_of_the_domain() -> None:
    text = with_action(":parameters (?p - mine) :precondition (my-turn) :effect (and (done) (increase (bonus) 99))")
    game = load_game("kalah")
    values = {option.name: option.default for option in Planner.parameters}
    playing = Planner(values).make_player(game, 0, 0, Knowledge("mine.pddl", text))
    position = game.start(0).after(game.start(0).moves[0])
    position = position.after(position.moves[0])  # pit 1 is empty now, and the domain does not mind
    assert position.turn == 0
    with pytest.raises(BadKnowledge, match="but 1 is not a legal move here"):
        playing.choose(position, [], Clock(20))
    playing.close()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            with_action(":parameters () :precondition (my-turn) :effect (increase (bonus) 1)"),
            "(the limit is 500): the move with the best immediate result",
        ),
        (
            changed("(done)\n      ;", ";").replace("(not (my-turn)) (done)", "(not (my-turn))"),
            "there is no plan from here",
        ),
        (
            with_action(":parameters () :precondition (my-turn) :effect (and (done) (increase (bonus) 99))"),
            "the plan has no move of this player",
        ),
    ],
    ids=["endless", "hopeless", "idle"],
)
def test_what_leads_nowhere_still_moves(text: str, words: str) -> None:
    trial = tried(text)
    assert trial.diagnostics == ()
    assert trial.choice is not None
    assert words in say(trial.choice.why.reason.claim)


def test_what_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process begins in so little time."""
    monkeypatch.setattr(knowledge_process, "_LOADING_SECONDS", 0.001)
    trial = tried(with_action(":parameters () :precondition (my-turn) :effect (done)"))
    assert trial.choice is None
    assert "it did not finish in 0.001 s" in say(trial.diagnostics[0].message)


def test_it_loses_its_game_and_nothing_else_happens(minds: MindProcess, tmp_path: Path) -> None:
    """Numbers that square themselves, until they are too large."""
    file = tmp_path / "squares.pddl"
    file.write_text(domain_with((FOLDER / "planner" / file.name).read_text()))
    result = played(minds, SMALL, f"planner:file={file}", 6).result
    assert result is not None and result.forfeit is not None
    assert result.forfeit.seat == "south"
    assert "larger than the largest number allowed" in say(result.forfeit.reason)
    assert all(say(result.forfeit.reason, language) for language in LANGUAGES)
