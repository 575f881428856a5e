"""API: planning problems, the searches of planners, and their plans."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import Depends, Request
from pydantic import BaseModel, Field

from ludoteca.core.errors import NotFound
from ludoteca.core.i18n import Message, say
from ludoteca.lab.api.common import LONGEST as LONGEST_NAME
from ludoteca.lab.api.common import Body, GameWithOptions, Id, Language
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.plan_words import action_kind, object_name, solution_in_words
from ludoteca.lab.planning_service import LONGEST, PlanningRun, PlanningService
from ludoteca.planners import load_planner, planner_names
from ludoteca.planners.client import ProblemSummary, ProgressPoint, Replayed
from ludoteca.planners.planner import Limit, Planner, Status

router = LabRouter("/plans")
_LARGEST = 1 << 18  # characters of a domain or a problem
_MOST_STEPS = 5000

Pddl = Annotated[str, Field(max_length=_LARGEST)]


async def _planning_service(request: Request) -> PlanningService:
    service: PlanningService = request.app.state.planning
    return service


Planning = Annotated[PlanningService, Depends(_planning_service)]


class PddlTexts(Body):
    """A domain and a problem in PDDL."""

    domain: Pddl
    problem: Pddl


class NewRun(PddlTexts):
    """A problem to solve in so many seconds, by a planner or, without a name, by the first that can.

    The search that it `replaces` is ended.
    """

    planner: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    seconds: Annotated[float, Field(gt=0, le=LONGEST)] = 60
    replaces: Annotated[str, Field(pattern=r"^[0-9a-f-]{1,40}$")] | None = None


class NewReplay(PddlTexts):
    """A plan to replay in a problem: its steps in PDDL."""

    plan: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=_MOST_STEPS)]


class PlannerCard(BaseModel):
    """A planner: whether it proves bounds; `missing` is the reason why it cannot be used here."""

    name: str
    proves: bool
    missing: str | None


class CostView(BaseModel):
    """A constant of a problem that is a cost: the fluent in PDDL, its name in words, its value."""

    fluent: str
    words: str
    value: float


class ProblemView(BaseModel):
    """The contents of a problem: names, size and costs."""

    domain: str
    problem: str
    actions: int
    facts: int
    numbers: int
    costs: list[CostView]


class RunStarted(BaseModel):
    """A search that was started: its planner, and the contents of the problem."""

    id: str
    planner: str
    contents: ProblemView


class RunProgress(BaseModel):
    """The progress of a search: `trail` has the moments at which bound or cost changed.

    When it is over, it has a result or a fault.
    """

    id: str
    over: bool
    latest: ProgressPoint
    trail: list[ProgressPoint]
    fault: str | None


class StepView(BaseModel):
    """A step of a plan: in words, in PDDL, its seat and turn, its cost, and the cost of the plan up to it."""

    text: str
    action: str
    seat: str | None
    turn: int | None
    cost: float
    total: float


class ClaimView(BaseModel):
    """What another program claims and no engine of ours has confirmed."""

    planner: str
    status: Literal["optimal", "unsolvable"]


class PlanningResult(BaseModel):
    """The result of a search, as `ludoteca plan --json` writes it, with data for comparing plans.

    `found_by` and `proved_by` are engines, `ended` is the limit that ended the search. `undefined` are the numbers that
    have no initial value; with `time_as_steps` the metric is the time, which was counted in steps.
    `names` are the names of the players. For each step, `alike` is the action without the player and without the choice
    among interchangeable objects, and `kinds` is the kind of the action.
    """

    status: Status
    plan: list[StepView] | None
    cost: float | None
    bound: float | None
    penalties: dict[str, float]
    states: int
    seconds: float
    planner: str
    found_by: str | None
    proved_by: str | None
    claim: ClaimView | None
    ended: Limit | None
    checked: list[str]
    undefined: list[str]
    time_as_steps: bool
    names: dict[str, str]
    alike: list[str]
    kinds: list[str]


@router.get("/planners")
def get_planners(lang: Language = "en") -> list[PlannerCard]:
    """All planners."""
    return [_card(load_planner(name), lang) for name in planner_names()]


@router.post("/texts")
async def get_texts(planning: Planning, wanted: GameWithOptions) -> PddlTexts:
    """The domain and the problem of a game in PDDL."""
    domain, problem = await planning.pddl_of(wanted.game, dict(wanted.options))
    return PddlTexts(domain=domain, problem=problem)


@router.post("/read")
async def read_problem(planning: Planning, texts: PddlTexts, lang: Language = "en") -> ProblemView:
    """The contents of a problem; an error has its file and its line."""
    outline = await planning.outline(texts.domain, texts.problem)
    return await asyncio.to_thread(_problem_view, outline, texts.domain, lang)


@router.post("/replay")
async def replay_plan(planning: Planning, new: NewReplay) -> Replayed:
    """The cost of a plan in a problem, or the step that is not possible."""
    return await planning.replay(new.domain, new.problem, new.plan)


@router.post("", status_code=201)
async def start_run(planning: Planning, new: NewRun, lang: Language = "en") -> RunStarted:
    """Start a search; an error in the problem has its file and its line."""
    run = planning.start(new.domain, new.problem, new.planner, new.seconds, new.replaces)
    outline, planner = await asyncio.wrap_future(run.started)
    contents = await asyncio.to_thread(_problem_view, outline, new.domain, lang)
    return RunStarted(id=run.id, planner=planner, contents=contents)


@router.get("/{run_id}")
def get_progress(planning: Planning, run_id: Id, lang: Language = "en") -> RunProgress:
    """The progress of a search."""
    return _progress(planning.find(run_id), lang)


@router.get("/{run_id}/problem")
def get_problem(planning: Planning, run_id: Id) -> PddlTexts:
    """The domain and the problem of a search."""
    run = planning.find(run_id)
    return PddlTexts(domain=run.domain, problem=run.problem)


@router.post("/{run_id}/stop")
def stop_run(planning: Planning, run_id: Id, lang: Language = "en") -> RunProgress:
    """Stop a search; its result is the best plan so far."""
    run = planning.find(run_id)
    run.stop()
    return _progress(run, lang)


@router.get("/{run_id}/result")
def get_result(planning: Planning, run_id: Id, lang: Language = "en") -> PlanningResult:
    """The result of a search that is over."""
    run = planning.find(run_id)
    if run.result is None:
        raise NotFound("lab.plans.no_result", id=run_id)
    solution = solution_in_words(run.result, run.domain, lang)
    steps = solution["plan"] or []
    players = [*solution["penalties"], *(step["seat"] for step in steps if step["seat"] is not None)]
    names = {player: object_name(run.domain, player, lang) for player in players}
    kinds = [action_kind(run.domain, step["action"], lang) for step in steps]
    return PlanningResult.model_validate({**solution, "names": names, "alike": run.progress.alike, "kinds": kinds})


def _card(planner: Planner, language: str) -> PlannerCard:
    missing = planner.missing()
    if missing is None and not planner.confined:
        missing = Message("planners.client.outside", {"planner": planner.name})
    return PlannerCard(
        name=planner.name, proves=planner.proves, missing=None if missing is None else say(missing, language)
    )


def _problem_view(outline: ProblemSummary, domain: str, language: str) -> ProblemView:
    costs = [
        CostView(fluent=fluent, words=_cost_in_words(fluent, domain, language), value=value)
        for fluent, value in outline.costs
    ]
    return ProblemView(
        domain=outline.domain,
        problem=outline.problem,
        actions=outline.actions,
        facts=outline.facts,
        numbers=outline.numbers,
        costs=costs,
    )


def _cost_in_words(fluent: str, domain: str, language: str) -> str:
    """The names of the objects that a cost belongs to, or its own name if there are none."""
    name, *things = fluent.strip("()").split()
    return ", ".join(object_name(domain, thing, language) for thing in things) or name


def _progress(run: PlanningRun, language: str) -> RunProgress:
    over = run.over  # read first: when it is over, the rest does not change any more
    progress, fault = run.progress, run.fault
    return RunProgress(
        id=run.id,
        over=over,
        latest=progress.latest,
        trail=list(progress.trail),
        fault=None if fault is None else say(fault, language),
    )
