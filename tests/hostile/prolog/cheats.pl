% A move that is none.
% Loses: which is not a legal move
choose('all of them').
