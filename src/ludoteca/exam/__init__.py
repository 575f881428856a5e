"""The conformance exam: what every game and every mind must pass, ours and plugins alike.

`ludoteca check game` and `ludoteca check mind` print its results; our own tests run the same checks.
"""

from ludoteca.exam.game_exam import GAME_CHECKS, examine_game
from ludoteca.exam.mind_exam import MIND_CHECKS, examine_mind
from ludoteca.exam.result import Failed, Result

__all__ = ["GAME_CHECKS", "MIND_CHECKS", "Failed", "Result", "examine_game", "examine_mind"]
