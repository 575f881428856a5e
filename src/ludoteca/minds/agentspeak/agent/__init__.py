"""A reasoner for AgentSpeak in the Jason dialect, which runs inside an agent's own process.

It is written for programs that count on Jason: on the order of beliefs, on recovery plans, and on waiting.
"""
