"""The API of inference sessions: a game run rule by rule, with its agenda and working memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import Depends, Request
from fastapi import Path as InPath
from pydantic import BaseModel, Field

from ludoteca.core.errors import NotFound
from ludoteca.core.game import seat_key
from ludoteca.core.i18n import phrase
from ludoteca.games import load_game
from ludoteca.lab.api.common import BIGGEST, LONGEST, Body, Game, GameName, Id, Language, Settings
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.inference import InferenceSession
from ludoteca.lab.inference_service import InferenceService
from ludoteca.rules.production.engine import order_key
from ludoteca.rules.production.firing import Activation, Change
from ludoteca.rules.production.firing_log import LoggedFiring, firing_log
from ludoteca.rules.production.game import ProductionGame
from ludoteca.rules.production.values import value_text
from ludoteca.rules.production.working_memory import Element

router = LabRouter("/inference")
Strategy = Literal["depth", "breadth", "lex", "mea", "complexity", "simplicity", "random"]


async def _inference_service(request: Request) -> InferenceService:
    service: InferenceService = request.app.state.inference
    return service


Inference = Annotated[InferenceService, Depends(_inference_service)]


class NewSession(Body):
    """The game of a new session, and the strategy that orders its agenda."""

    game: Game
    options: Settings = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=BIGGEST)] = 0
    strategy: Strategy = "depth"


class SessionStep(Body):
    """A step: fire one rule, run `on` to the next choice, go `back`, or `look`.

    `choose` names a choice to fire, `to` the number of firings to go back to.
    """

    do: Literal["fire", "on", "back", "look"] = "fire"
    choose: Annotated[str, Field(min_length=1, max_length=LONGEST)] | None = None
    strategy: Strategy | None = None
    to: Annotated[int, Field(ge=0, le=BIGGEST)] | None = None


class PastStep(BaseModel):
    """A step of the session: the number of firings after it, and the rule that fired last."""

    number: int
    rule: str


class AgendaEntry(BaseModel):
    """An activation on the agenda, with the role of its rule and, for a choice, the name of the seat."""

    activation: Activation
    role: str
    seat: str | None


class ElementView(BaseModel):
    """An element of working memory; `new` and `changed` are the effects of the last firings on it."""

    name: str
    slots: list[tuple[str, str]]
    new: bool
    changed: list[str]


class ElementGroup(BaseModel):
    """The elements of one class or template."""

    kind: str
    elements: list[ElementView]


class SessionView(BaseModel):
    """A session at its last snapshot; `svg` is the board, only where a player chooses."""

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
    fired: list[LoggedFiring]
    agenda: list[AgendaEntry]
    memory: list[ElementGroup]
    svg: str | None
    history: list[PastStep]


class SourceFile(BaseModel):
    """A file of a game's knowledge base."""

    file: str
    text: str


@router.post("", status_code=201)
async def begin(inference: Inference, new: NewSession, lang: Language = "en") -> SessionView:
    """Begin a session with a game whose rules are a production system."""
    return await inference.run(
        lambda: _view(inference.start(new.game, dict(new.options), new.seed, new.strategy), lang)
    )


@router.post("/{session_id}")
async def step(inference: Inference, session_id: Id, wanted: SessionStep, lang: Language = "en") -> SessionView:
    """Fire a rule, go on to the next choice, go back, or change the strategy."""
    return await inference.run(_stepped(inference.find(session_id), wanted, lang))


@router.get("/{game}/{file:path}")
async def source(
    game: GameName, file: Annotated[str, InPath(max_length=LONGEST, description="As in the source of a rule.")]
) -> SourceFile:
    """A file of a game's knowledge base."""
    known = load_game(game)
    texts = known.sources if isinstance(known, ProductionGame) else {}
    if file not in texts:
        raise NotFound("lab.inference.no_file", file=file)
    return SourceFile(file=file, text=texts[file])


def _stepped(session: InferenceSession, wanted: SessionStep, language: str) -> Callable[[], SessionView]:
    def work() -> SessionView:
        session.strategy = wanted.strategy or session.strategy
        if wanted.do == "back":
            session.back(wanted.to)
        elif wanted.do != "look":
            session.step(wanted.choose, on=wanted.do == "on")
        return _view(session, language)

    return work


def _view(session: InferenceSession, language: str) -> SessionView:
    game, position, agenda = session.game, session.position, session.agenda()
    choices = session.choices(agenda)
    seat = next((activation.seat for activation in agenda if activation.text in choices), None) if choices else None
    changes = [change for firing in session.now.firings for change in firing.changes]
    return SessionView(
        id=session.id,
        game=game.name,
        title=phrase(f"{game.message_prefix}.title", language),
        when=game.heading(position.phase, language),
        strategy=session.strategy,
        order=phrase(order_key(session.strategy), language),
        number=session.now.number,
        first=len(session.snapshots) == 1,
        over=not agenda,
        seat=None if seat is None else phrase(seat_key(game, seat), language),
        choices=list(choices),
        fired=_fired(session, language),
        agenda=[_agenda_entry(game, activation, language) for activation in agenda],
        memory=_memory(session.now.state.elements, changes),
        svg=game.svg(position, None, language) if choices else None,
        history=[PastStep(number=one.number, rule=one.firings[-1].activation.rule) for one in session.snapshots[1:]],
    )


def _fired(session: InferenceSession, language: str) -> list[LoggedFiring]:
    """The log of the firings since the snapshot before."""
    if len(session.snapshots) == 1:
        return []
    before = session.game.at(session.snapshots[-2].state)
    return list(firing_log(before, session.now.firings, language))


def _agenda_entry(game: ProductionGame, activation: Activation, language: str) -> AgendaEntry:
    seat = None if activation.seat is None else phrase(seat_key(game, activation.seat), language)
    return AgendaEntry(activation=activation, role=game.rules[activation.rule].role, seat=seat)


def _memory(elements: tuple[Element, ...], changes: list[Change]) -> list[ElementGroup]:
    """Working memory by class and template, with the effects of some changes."""
    groups: dict[str, list[ElementView]] = {}
    new = {change.element.partition(" of ")[0] for change in changes if change.sign == "+"}
    for element in elements:
        name = f"[{element.name}]" if element.name else str(element)
        slots = [(slot, value_text(value)) for slot, value in element.slots] if element.name else []
        changed = [change.slot for change in changes if change.slot is not None and change.element == name]
        view = ElementView(name=name, slots=slots, new=name in new, changed=changed)
        groups.setdefault(element.kind, []).append(view)
    return [ElementGroup(kind=kind, elements=views) for kind, views in sorted(groups.items())]
