choose('all of them').
