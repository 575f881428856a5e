"""Rules written as a production system: a knowledge base in CLIPS is a game."""
