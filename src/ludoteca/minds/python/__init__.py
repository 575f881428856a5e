"""Programs in Python: a file with a function `choose(position)`, which returns a move and may say why.

Its processes lie in this package too and need no mind: the class is imported only when the mind is asked for.
"""

MIND = "mind.Python"
