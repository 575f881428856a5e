"""Tournaments: many games between many minds, identified by their content, kept, and rated all together.

A match is a tournament with as many minds as the game has seats.
"""
