% Which files are loaded.
% Refused: source_file/1 is not allowed
choose(Move) :-
    source_file(_),
    legal(Move).
