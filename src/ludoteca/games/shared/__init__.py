"""Pictures of things, and words in pictures: what views of games share."""
