% A name for a temporary file.
% Refused: tmp_file/2 is not allowed
choose(Move) :-
    tmp_file(harmed, _),
    legal(Move).
