% A move with characters that JSON cannot hold as they are.
% Loses: which is not a legal move
choose('a\n"\\ \x1\').
