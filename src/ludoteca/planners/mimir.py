"""Problems as pymimir reads them: a parser and a successor generator in C++ that share nothing with our own.

Only brackets are touched on the way: comments go, every part of the language is asked for, and conditions and effects
are put in an ``(and …)``, which pymimir wants around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pymimir.advanced import formalism, search

from ludoteca.rules.planning.s_expressions import Group, Node, Word, read_text
from ludoteca.rules.planning.syntax import Atom, Domain, Problem

READS = frozenset(
    {
        "negative-preconditions",
        "quantified-preconditions",
        "conditional-effects",
        "universal-effects",
        "numeric-fluents",
    }
)
"""What it reads, though not wherever it may stand; of choices that are about numbers it makes something else."""

_REQUIREMENTS = "(:requirements :strips :typing :equality :adl :numeric-fluents :action-costs)"
_TOTAL = Atom("total-cost")
_PARTS = ((":parameters", "()"), (":precondition", "(and)"), (":effect", "(and)"))
_JOINED = (":precondition", ":effect", ":goal")


class Unreadable(Exception):
    """pymimir does not make sense of a problem."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a plan: how many steps could be taken, whether they reached the goal, what the metric says."""

    steps: int
    finished: bool
    metric: float


class Mimir:
    """A problem in pymimir's hands; raises `Unreadable`."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        features = domain.features | problem.features
        if not features <= READS:
            raise Unreadable(", ".join(sorted(features - READS)))
        self.schemas = domain.schemas
        options = formalism.ParserOptions()
        try:
            parser = formalism.Parser(_as_asked(problem, written(domain.text)), "", options)
            self.problem = parser.parse_problem(_as_asked(problem, written(problem.text)), "", options)
        except (RuntimeError, ValueError, IndexError) as error:
            raise Unreadable(str(error)) from None
        # The generator that grounds everything first is twice as fast, but writes what it does on the screen.
        lifted = search.LiftedOptions(search.LiftedKPKCOptions(search.SymmetryPruning.OFF))
        self.context = search.SearchContext.create(self.problem, search.SearchContextOptions(lifted))
        self.goal = search.ProblemGoalStrategy.create(self.problem)

    def start(self) -> tuple[search.State, float]:
        """The first state, and what the metric says of it."""
        state, metric = self.context.get_state_repository().get_or_create_initial_state()
        return state, metric

    def applicable(self, state: search.State) -> dict[tuple[str, ...], formalism.GroundAction]:
        """What can be done, by name and arguments."""
        actions = self.context.get_applicable_action_generator().generate_applicable_actions(state)
        return {self.named(action): action for action in actions}

    def named(self, action: formalism.GroundAction) -> tuple[str, ...]:
        """An action by its name and what it is about; what shows that something exists comes after, and is left out."""
        name, things = action.get_action().get_name(), action.get_objects()
        wanted = len(self.schemas[name].parameters)
        return (name, *(thing.get_name() for thing in list(things)[:wanted]))

    def after(self, state: search.State, action: formalism.GroundAction, metric: float) -> tuple[search.State, float]:
        """The state after an action, and what the metric says of it."""
        after, metric = self.context.get_state_repository().get_or_create_successor_state(state, action, metric)
        return after, metric

    def played(self, plan: Iterable[tuple[str, ...]]) -> Played:
        """What comes of a plan, as far as it can be followed."""
        state, metric = self.start()
        steps = 0
        for name in plan:
            action = self.applicable(state).get(name)
            if action is None:
                break
            state, metric = self.after(state, action, metric)
            steps += 1
        return Played(steps, self.finished(state), metric)

    def finished(self, state: search.State) -> bool:
        return bool(self.goal.test_static_goal() and self.goal.test_dynamic_goal(state))


def _as_asked(problem: Problem, text: str) -> str:
    """What is written, so that its own metric counts: pymimir takes any `total-cost` for it, whatever is asked for."""
    metric = problem.metric
    asked = metric is not None and (metric.direction, metric.expression) == ("minimize", _TOTAL)
    return text if asked else text.replace(str(_TOTAL), "(all-costs)")


def written(text: str) -> str:
    """PDDL as pymimir wants it.

    >>> written("(define (problem p) ; one\\n (:domain d) (:init) (:goal (done)))")
    '(define (problem p) (:domain d) (:init) (:goal (and (done))))'
    """
    whole = read_text(text, "")
    sections = [
        section for section in whole.items if not (isinstance(section, Group) and section.head == ":requirements")
    ]
    words = [_written(section) for section in sections]
    title = whole.items[1]
    if isinstance(title, Group) and title.head == "domain":
        words.insert(2, _REQUIREMENTS)
    return f"({' '.join(words)})"


def _written(node: Node) -> str:
    if isinstance(node, Word):
        return node.text
    words = list(_items(node))
    if node.head == ":action":  # pymimir would break down over an action without its parts
        for place, (part, nothing) in enumerate(_PARTS, 1):
            if part not in words:
                words[2 * place : 2 * place] = [part, nothing]
    return f"({' '.join(words)})"


def _items(group: Group) -> Iterator[str]:
    before = ""
    for node in group.items:
        alone = before in _JOINED and isinstance(node, Group) and node.head != "and"
        yield f"(and {_written(node)})".replace("(and ())", "(and)") if alone else _written(node)
        before = node.text if isinstance(node, Word) else ""
