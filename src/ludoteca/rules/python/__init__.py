"""Games in plain Python: ordinary classes, no compiler."""

from ludoteca.core.game import Event, Fact, Relation
from ludoteca.core.options import Option
from ludoteca.rules.python.game import PythonGame, PythonPosition

__all__ = ["Event", "Fact", "Option", "PythonGame", "PythonPosition", "Relation"]
