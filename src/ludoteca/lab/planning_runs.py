"""Planning on the page: each search in a process of its own, followed by a thread that nobody has to wait for."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from functools import cache

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import Message, can_say, has_words, phrase, say
from ludoteca.core.vocabulary import word_of
from ludoteca.games import game_names, load_game
from ludoteca.planners.client import PlannerClient, ProblemSummary, ProgressPoint, Replayed, SearchSnapshot
from ludoteca.planners.result_json import SolutionJson, StepJson
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.planning.syntax import Domain

MOST_RUNNING = 3  # searches at a time
LONGEST = 600.0  # seconds of one
_MOST = 64  # kept; the one longest unused is let go
_OFTEN = 0.15  # seconds between two looks
_GRACE = 20.0  # seconds beyond its time after which a search is ended
_FORSAKEN = 30.0  # seconds after which a search that nobody looks at gives way to another


class Run:
    """One search: begun, followed to its end, stopped."""

    def __init__(self, run_id: str, domain: str, problem: str, planner: str | None, seconds: float) -> None:
        self.id = run_id
        self.domain = domain
        self.seconds = seconds
        self.begun: Future[tuple[ProblemSummary, str]] = Future()
        self.glance = SearchSnapshot(ProgressPoint(0.0, 0, None, None), (), None)
        self.fault: Message | None = None
        self.looked = time.monotonic()
        self._told = threading.Event()  # something is wanted: look, or stop
        self._stopping = False
        self._killed = False
        self._thread = threading.Thread(
            target=self._follow, args=(domain, problem, planner), name=f"plan-{run_id}", daemon=True
        )
        self._thread.start()

    @property
    def over(self) -> bool:
        return self._killed or not self._thread.is_alive()

    @property
    def result(self) -> SolutionJson | None:
        return self.glance.result

    @property
    def forsaken(self) -> bool:
        """Whether nobody has looked for long."""
        return time.monotonic() - self.looked > _FORSAKEN

    def stop(self) -> None:
        """Let it end with what it has."""
        self._stopping = True
        self._told.set()

    def end(self) -> None:
        """Let it end with nothing: its process is gone in a moment."""
        self._killed = True
        self._told.set()

    def join(self) -> None:
        """Wait until its process is gone, but not for long."""
        self._thread.join(1.0)

    def _follow(self, domain: str, problem: str, planner: str | None) -> None:
        try:
            with PlannerClient() as served:
                outline = served.read(domain, problem)
                self.begun.set_result((outline, served.start(planner, self.seconds)))
                self._watch(served)
        except LudotecaError as error:
            if self.begun.done():
                self.fault = error.message
            else:
                self.begun.set_exception(error)

    def _watch(self, served: PlannerClient) -> None:
        latest = time.monotonic() + self.seconds + _GRACE
        while not self._killed:
            self.glance = served.snapshot()
            if self.glance.result is not None:
                return
            if time.monotonic() > latest:
                raise BadInput("lab.plans.late", seconds=self.seconds)
            if self._told.wait(_OFTEN):
                self._told.clear()
                if self._stopping:
                    self._stopping = False
                    latest = time.monotonic() + _GRACE
                    served.stop()


class Runs:
    """All searches of the lab, found by their id."""

    def __init__(self) -> None:
        self._found: dict[str, Run] = {}
        self._lock = threading.Lock()

    def begin(self, run_id: str, domain: str, problem: str, planner: str | None, seconds: float) -> Run:
        """Begin a search; raises `BadInput` when there are too many."""
        with self._lock:
            running = [run for run in self._found.values() if not run.over]
            if len(running) >= MOST_RUNNING:
                forsaken = next((run for run in running if run.forsaken), None)
                if forsaken is None:
                    raise BadInput("lab.plans.too_many", most=MOST_RUNNING)
                forsaken.end()
            run = self._found[run_id] = Run(run_id, domain, problem, planner, seconds)
            for old in [run for run in self._found.values() if run.over][: max(0, len(self._found) - _MOST)]:
                del self._found[old.id]
            return run

    def find(self, run_id: str) -> Run | None:
        with self._lock:
            run = self._found.get(run_id)
            if run is not None:
                run.looked = time.monotonic()
            return run

    def close(self) -> None:
        for run in self._found.values():
            run.end()
        for run in self._found.values():
            run.join()


def outlined(domain: str, problem: str) -> ProblemSummary:
    """What there is in a problem; raises `BadInput`."""
    with PlannerClient() as served:
        return served.read(domain, problem)


def replayed(domain: str, problem: str, plan: list[str]) -> Replayed:
    """What a plan costs in a problem, or where it cannot go on; raises `BadInput`."""
    with PlannerClient() as served:
        served.read(domain, problem)
        return served.replay(plan)


def texts_of(game_name: str, options: dict[str, object]) -> tuple[str, str]:
    """The domain and the problem of a game; raises `BadInput` where its rules are no planning domain."""
    game = load_game(game_name, options)
    if not isinstance(game, PlanningGame):
        raise BadInput("lab.plans.no_domain", game=game.name)
    task = game.table.task
    return task.domain.text, task.problem.text


def in_words(told: SolutionJson, domain: str, language: str) -> SolutionJson:
    """A solution with its steps in a language, if they are those of a game that has words for them."""
    known = _tongues().get(domain)
    if known is None or told["plan"] is None:
        return told
    return {**told, "plan": [_said(step, *known, language) for step in told["plan"]]}


def name_in(domain: str, thing: str, language: str) -> str:
    """What a thing of a problem is called, if the domain is a game's that has a word for it."""
    known = _tongues().get(domain)
    key = thing if known is None else _named(known[0], thing)
    return thing if key == thing else phrase(key, language)


def kind_in(domain: str, action: str, language: str) -> str:
    """What kind of deed an action is, if the domain is a game's that has a word for it; else its name."""
    name = action.strip("()").split()[0]
    known = _tongues().get(domain)
    key = None if known is None else f"{known[0]}.kind.{word_of(name)}"
    return phrase(key, language) if key is not None and has_words(key) else name


@cache
def _tongues() -> dict[str, tuple[str, Domain]]:
    """The domains of our games: where each has its words."""
    games = (load_game(name) for name in game_names())
    found = [(game.message_prefix, game.table.task.domain) for game in games if isinstance(game, PlanningGame)]
    return {domain.text: (words, domain) for words, domain in found}


def _said(step: StepJson, words: str, domain: Domain, language: str) -> StepJson:
    name, *args = step["action"].strip("()").split()
    names = [word_of(parameter.name.removeprefix("?")) for parameter in domain.schemas[name].parameters]
    named = {name: _named(words, arg) for name, arg in zip(names, args, strict=True)}
    message = Message(f"{words}.action.{word_of(name)}", named)
    return {**step, "text": say(message, language)} if can_say(message) else step


def _named(words: str, thing: str) -> str:
    """The message key of a thing's name, if it has one; else the name it has in the problem."""
    keys = (f"{words}.{kind}.{thing}" for kind in ("seat", "name"))
    return next((key for key in keys if has_words(key)), thing)
