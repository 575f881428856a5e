"""Rules written in PDDL: reading, grounding, refereeing."""
