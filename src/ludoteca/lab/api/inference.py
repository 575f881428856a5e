"""Inference: the rules of a game fired one by one, with the agenda and working memory laid open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from fastapi import Path as InPath
from pydantic import BaseModel, Field

from ludoteca.core.game import seat_key
from ludoteca.core.i18n import phrase
from ludoteca.games import load_game
from ludoteca.lab.api.common import BIGGEST, LONGEST, Body, Game, GameName, Id, Language, Settings
from ludoteca.lab.errors import NotFound
from ludoteca.lab.inference import Sitting
from ludoteca.lab.inference_service import InferenceService
from ludoteca.rules.production.agenda import Activation
from ludoteca.rules.production.changes import Change, written
from ludoteca.rules.production.firing_log import story
from ludoteca.rules.production.game import ProductionGame
from ludoteca.rules.production.working_memory import Element

router = APIRouter(prefix="/inference")
Strategy = Literal["depth", "breadth", "lex", "mea", "complexity", "simplicity", "random"]


async def _inference_service(request: Request) -> InferenceService:
    service: InferenceService = request.app.state.inference
    return service


Inference = Annotated[InferenceService, Depends(_inference_service)]


class NewSitting(Body):
    """Which game to look into, and which strategy orders its agenda."""

    game: Game
    options: Settings = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=BIGGEST)] = 0
    strategy: Strategy = "depth"


class Step(Body):
    """What to do: fire one rule, `on` to the next choice, or `back`; a choice may be named."""

    do: Literal["fire", "on", "back", "look"] = "fire"
    choose: Annotated[str, Field(min_length=1, max_length=LONGEST)] | None = None
    strategy: Strategy | None = None


class Fired(BaseModel):
    """A rule that fired: when, with what words, on what, and what it changed."""

    when: str
    rule: str
    salience: int
    sentence: str
    file: str
    line: int
    matched: list[str]
    changes: list[Change]
    printed: str


class Ready(BaseModel):
    """A rule on the agenda; a choice says whose it is and how the move is written."""

    rule: str
    salience: int
    role: str
    seat: str | None
    text: str
    file: str
    line: int
    matched: list[str]
    bindings: list[tuple[str, str]]


class Thing(BaseModel):
    """An element of working memory; `new` and `changed` say what the last firings did to it."""

    name: str
    slots: list[tuple[str, str]]
    new: bool
    changed: list[str]


class Group(BaseModel):
    """The elements of one class or template."""

    kind: str
    things: list[Thing]


class Look(BaseModel):
    """Everything there is to see at a moment; the board only where somebody has to choose."""

    id: str
    game: str
    title: str
    when: str
    strategy: str
    order: str
    number: int
    first: bool
    over: bool
    seat: str | None
    choices: list[str]
    fired: list[Fired]
    agenda: list[Ready]
    memory: list[Group]
    svg: str | None


class SourceFile(BaseModel):
    """A file of a game's knowledge base."""

    file: str
    text: str


@router.post("", status_code=201)
async def sit_down(inference: Inference, new: NewSitting, lang: Language = "en") -> Look:
    """Sit down before a game whose rules are a production system."""
    return await inference.run(
        lambda: _seen(inference.start(new.game, dict(new.options), new.seed, new.strategy), lang)
    )


@router.post("/{sitting_id}")
async def step(inference: Inference, sitting_id: Id, wanted: Step, lang: Language = "en") -> Look:
    """Fire a rule, go on to the next choice, go back, or change the strategy."""
    return await inference.run(_stepped(inference.find(sitting_id), wanted, lang))


@router.get("/{game}/{file:path}")
async def source(
    game: GameName, file: Annotated[str, InPath(max_length=LONGEST, description="As told with a rule.")]
) -> SourceFile:
    """The file a rule stands in."""
    known = load_game(game)
    texts = known.sources if isinstance(known, ProductionGame) else {}
    if file not in texts:
        raise NotFound("lab.inference.no_file", file=file)
    return SourceFile(file=file, text=texts[file])


def _stepped(sitting: Sitting, wanted: Step, language: str) -> Callable[[], Look]:
    def work() -> Look:
        sitting.strategy = wanted.strategy or sitting.strategy
        if wanted.do == "back":
            sitting.back()
        elif wanted.do != "look":
            sitting.step(wanted.choose, on=wanted.do == "on")
        return _seen(sitting, language)

    return work


def _seen(sitting: Sitting, language: str) -> Look:
    game, position, agenda = sitting.game, sitting.position, sitting.agenda()
    choices = sitting.choices(agenda)
    seat = next((activation.seat for activation in agenda if activation.text in choices), None) if choices else None
    changes = [change for firing in sitting.now.firings for change in firing.changes]
    return Look(
        id=sitting.id,
        game=game.name,
        title=phrase(f"{game.words}.title", language),
        when=game.heading(position.moment, language),
        strategy=sitting.strategy,
        order=phrase(f"minds.agenda.order.{sitting.strategy}", language),
        number=sitting.now.number,
        first=len(sitting.moments) == 1,
        over=not agenda,
        seat=None if seat is None else phrase(seat_key(game, seat), language),
        choices=list(choices),
        fired=_fired(sitting, language),
        agenda=[_ready(game, activation, language) for activation in agenda],
        memory=_memory(sitting.now.state.elements, changes),
        svg=game.svg(position, None, language) if choices else None,
    )


def _fired(sitting: Sitting, language: str) -> list[Fired]:
    """What fired since the moment before, in words."""
    if len(sitting.moments) == 1:
        return []
    before = sitting.moments[-2].state
    firings = sitting.now.firings
    told = story(sitting.game.at(before), firings, language)
    return [
        Fired(
            when=one.when,
            rule=one.rule,
            salience=one.salience,
            sentence=one.sentence,
            file=one.source.file,
            line=one.source.line,
            matched=list(one.matched),
            changes=list(firing.changes),
            printed=one.printed,
        )
        for one, firing in zip(told, firings, strict=True)
    ]


def _ready(game: ProductionGame, activation: Activation, language: str) -> Ready:
    rule = game.rules[activation.rule]
    seat = None if activation.seat is None else phrase(seat_key(game, activation.seat), language)
    return Ready(
        rule=rule.name,
        salience=activation.salience,
        role=rule.role,
        seat=seat,
        text=activation.text,
        file=rule.file,
        line=rule.line,
        matched=list(activation.matched),
        bindings=[(name, written(value)) for name, value in activation.bindings],
    )


def _memory(elements: tuple[Element, ...], changes: list[Change]) -> list[Group]:
    groups: dict[str, list[Thing]] = {}
    made = {change.element.partition(" of ")[0] for change in changes if change.sign == "+"}
    for element in elements:
        name = f"[{element.name}]" if element.name else str(element)
        slots = [(slot, written(value)) for slot, value in element.slots] if element.name else []
        changed = [change.slot for change in changes if change.sign == "~" and change.element == name]
        thing = Thing(name=name, slots=slots, new=name in made, changed=changed)
        groups.setdefault(element.kind, []).append(thing)
    return [Group(kind=kind, things=things) for kind, things in sorted(groups.items())]
