"""pymimir as an oracle: its successor generator, which shares no code with the referee and the interpreter."""

from __future__ import annotations

from pymimir.advanced import formalism, search

from ludoteca.planners.engines.pymimir import PymimirTask


class PymimirOracle(PymimirTask):
    """A problem in pymimir, state by state; raises `Unreadable`."""

    def start(self) -> tuple[search.State, float]:
        """The initial state, and the value of the metric there."""
        state, metric = self.context.get_state_repository().get_or_create_initial_state()
        return state, metric

    def applicable(self, state: search.State) -> dict[tuple[str, ...], formalism.GroundAction]:
        """The applicable actions, by name and arguments."""
        actions = self.context.get_applicable_action_generator().generate_applicable_actions(state)
        return {self.named(action): action for action in actions}

    def after(self, state: search.State, action: formalism.GroundAction, metric: float) -> tuple[search.State, float]:
        """The state after an action, and the value of the metric there."""
        after, metric = self.context.get_state_repository().get_or_create_successor_state(state, action, metric)
        return after, metric

    def finished(self, state: search.State) -> bool:
        """Whether the goal holds."""
        return bool(self.goal.test_static_goal() and self.goal.test_dynamic_goal(state))
