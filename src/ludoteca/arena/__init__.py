"""Where games are played: seats, the table, matches and what they say."""
