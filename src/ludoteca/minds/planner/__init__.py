"""The planning school: the position becomes a PDDL problem, and the first step of its best plan is the move.

Its processes lie in this package too and need no mind: the class is imported only when the mind is asked for.
"""

MIND = "mind.Planner"
