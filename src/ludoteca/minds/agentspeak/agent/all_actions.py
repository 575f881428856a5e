"""All internal actions: to import this module is to have them all registered."""

from ludoteca.minds.agentspeak.agent import intention_actions, list_actions
from ludoteca.minds.agentspeak.agent.actions import find, is_pure, names, suspends

__all__ = ["find", "intention_actions", "is_pure", "list_actions", "names", "suspends"]
