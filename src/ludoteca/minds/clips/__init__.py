"""Production rules: knowledge in CLIPS fires forward from the facts of a position until a rule has chosen a move.

Its processes lie in this package too and need no mind: the class is imported only when the mind is asked for.
"""

MIND = "mind.Clips"
