"""BDI agents: a program in AgentSpeak plays, and its intentions explain its moves.

Its processes lie in this package too and need no mind: the class is imported only when the mind is asked for.
"""

MIND = "mind.AgentSpeak"
