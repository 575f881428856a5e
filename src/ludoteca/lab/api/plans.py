"""Plans: a problem read, a planner at work, what came of it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ludoteca.core.i18n import Message, say
from ludoteca.lab.api.common import LONGEST as LONGEST_NAME
from ludoteca.lab.api.common import Body, Game, Id, Language, Settings, rooms_of
from ludoteca.lab.lab_state import NoSuch
from ludoteca.lab.planning_runs import LONGEST, Run, in_words, kind_in, name_in, outlined, replayed, texts_of
from ludoteca.planners import load_planner, planner_names
from ludoteca.planners.client import ProblemSummary, ProgressPoint, Replayed
from ludoteca.planners.planner import Planner, Status

router = APIRouter(prefix="/plans")
_LARGEST = 1 << 18  # characters of a domain or a problem
_MOST_STEPS = 5000

Pddl = Annotated[str, Field(max_length=_LARGEST)]


class Wanted(Body):
    """A game whose rules are a planning domain, with its options."""

    game: Game
    options: Settings = Field(default_factory=dict)


class Texts(Body):
    """A domain and a problem, as PDDL."""

    domain: Pddl
    problem: Pddl


class NewRun(Texts):
    """A problem to be solved, by the planner that is named or the first that can, in so many seconds.

    A search may take the place of another, which is ended.
    """

    planner: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    seconds: Annotated[float, Field(gt=0, le=LONGEST)] = 60
    instead: Annotated[str, Field(pattern=r"^[0-9a-f-]{1,40}$")] | None = None


class OldPlan(Texts):
    """A plan to be taken through a problem: its steps as PDDL writes them."""

    plan: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=_MOST_STEPS)]


class PlannerCard(BaseModel):
    """A planner: whether it can prove what it says; `missing` says why it cannot be had here."""

    name: str
    proves: bool
    missing: str | None


class Cost(BaseModel):
    """What something costs: as PDDL has it, in words, and how much it is."""

    fluent: str
    words: str
    value: float


class Contents(BaseModel):
    """What there is in a problem: names, size, and what things cost."""

    domain: str
    problem: str
    actions: int
    facts: int
    numbers: int
    costs: list[Cost]


class Begun(BaseModel):
    """A search that has begun: who searches, and what there is in the problem."""

    id: str
    planner: str
    contents: Contents


class Look(BaseModel):
    """A search as it is now; `trail` are the moments that brought news. Once over, it has a result or a fault."""

    id: str
    over: bool
    latest: ProgressPoint
    trail: list[ProgressPoint]
    fault: str | None


class Step(BaseModel):
    """A step of a plan: in words, as PDDL, whose it is and in which turn, its cost and the cost with all before it."""

    text: str
    action: str
    seat: str | None
    turn: int | None
    cost: float
    total: float


class Found(BaseModel):
    """What came of a search: the same as `ludoteca plan --json` writes, and for comparing it with others:

    what its players are called, and for each step what is the same for all steps that differ only in who does them or
    in which of some interchangeable things they are about, and what kind of deed it is.
    """

    status: Status
    plan: list[Step] | None
    cost: float | None
    bound: float | None
    penalties: dict[str, float]
    states: int
    seconds: float
    planner: str
    checked: list[str]
    names: dict[str, str]
    alike: list[str]
    kinds: list[str]


@router.get("/planners")
def get_planners(lang: Language = "en") -> list[PlannerCard]:
    """The planners there are."""
    return [_card(load_planner(name), lang) for name in planner_names()]


@router.post("/texts")
async def get_texts(request: Request, wanted: Wanted) -> Texts:
    """The domain and the problem of a game, as PDDL."""
    work = partial(texts_of, wanted.game, dict(wanted.options))
    domain, problem = await rooms_of(request).planned(work)
    return Texts(domain=domain, problem=problem)


@router.post("/read")
async def read(request: Request, texts: Texts, lang: Language = "en") -> Contents:
    """What there is in a problem, and what things cost in it; a fault has its file and its line."""
    outline = await rooms_of(request).planned(partial(outlined, texts.domain, texts.problem))
    return _contents(outline, texts.domain, lang)


@router.post("/replay")
async def replay(request: Request, old: OldPlan) -> Replayed:
    """What a plan costs in a problem, or the step it cannot take."""
    return await rooms_of(request).planned(partial(replayed, old.domain, old.problem, old.plan))


@router.post("", status_code=201)
async def begin(request: Request, new: NewRun, lang: Language = "en") -> Begun:
    """Let a planner begin; a fault in the problem has its file and its line."""
    rooms = rooms_of(request)
    old = rooms.runs.find(new.instead) if new.instead else None
    if old is not None:
        old.end()
    run = rooms.begin_run(new.domain, new.problem, new.planner, new.seconds)
    outline, planner = await asyncio.wrap_future(run.begun)
    return Begun(id=run.id, planner=planner, contents=_contents(outline, new.domain, lang))


@router.get("/{run_id}")
def look(request: Request, run_id: Id, lang: Language = "en") -> Look:
    """How far a search has come."""
    return _seen(_found(request, run_id), lang)


@router.post("/{run_id}/stop")
def stop(request: Request, run_id: Id, lang: Language = "en") -> Look:
    """Let a search end with what it has: soon there is a result."""
    run = _found(request, run_id)
    run.stop()
    return _seen(run, lang)


@router.get("/{run_id}/result")
def get_result(request: Request, run_id: Id, lang: Language = "en") -> Found:
    """What came of a search that is over."""
    run = _found(request, run_id)
    if run.result is None:
        raise NoSuch("lab.plans.no_result", id=run_id)
    told = in_words(run.result, run.domain, lang)
    players = [*told["penalties"], *(step["seat"] for step in told["plan"] or () if step["seat"] is not None)]
    names = {player: name_in(run.domain, player, lang) for player in players}
    kinds = [kind_in(run.domain, step["action"], lang) for step in told["plan"] or ()]
    return Found.model_validate({**told, "names": names, "alike": run.glance.alike, "kinds": kinds})


def _found(request: Request, run_id: str) -> Run:
    run = rooms_of(request).runs.find(run_id)
    if run is None:
        raise NoSuch("lab.plans.no_such", id=run_id)
    return run


def _card(planner: Planner, language: str) -> PlannerCard:
    missing = planner.missing()
    if missing is None and not planner.confined:
        missing = Message("planners.client.outside", {"planner": planner.name})
    return PlannerCard(
        name=planner.name, proves=planner.proves, missing=None if missing is None else say(missing, language)
    )


def _contents(outline: ProblemSummary, domain: str, language: str) -> Contents:
    costs = [
        Cost(fluent=fluent, words=_cost_in_words(fluent, domain, language), value=value)
        for fluent, value in outline.costs
    ]
    return Contents(
        domain=outline.domain,
        problem=outline.problem,
        actions=outline.actions,
        facts=outline.facts,
        numbers=outline.numbers,
        costs=costs,
    )


def _cost_in_words(fluent: str, domain: str, language: str) -> str:
    """What a number that never changes is about: the things it belongs to, or its own name if there are none."""
    name, *things = fluent.strip("()").split()
    return ", ".join(name_in(domain, thing, language) for thing in things) or name


def _seen(run: Run, language: str) -> Look:
    over = run.over  # asked first: what is over does not change any more
    glance, fault = run.glance, run.fault
    return Look(
        id=run.id,
        over=over,
        latest=glance.latest,
        trail=list(glance.trail),
        fault=None if fault is None else say(fault, language),
    )
