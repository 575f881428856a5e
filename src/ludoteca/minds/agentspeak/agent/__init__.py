"""What runs inside an agent's own process: a reasoner for AgentSpeak as Jason speaks it.

Reading, terms and unification are the library's; beliefs, plans, intentions, failure and time are ours, since
programs written for Jason count on an order of beliefs, on recovery plans and on waiting, which the library lacks.
"""
