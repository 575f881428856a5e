"""Playing games: seats, the game runner, matches, verification."""
