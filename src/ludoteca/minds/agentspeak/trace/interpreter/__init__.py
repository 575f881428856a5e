"""A second interpreter of AgentSpeak, small and slow, by which intentions are checked.

It shares the parser of the language with the agents' reasoner, and nothing else. It knows the parts of the language
that depend on nothing but the program and the position: a program that waits, sends messages or draws lots cannot be
checked.
"""
