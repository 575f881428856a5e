"""What runs inside a rule-based player's own process: CLIPS, the game's facts, and a journal of what fires."""
