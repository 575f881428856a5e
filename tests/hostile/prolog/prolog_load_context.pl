% Where the file was loaded from.
% Refused: prolog_load_context/2 is not allowed
choose(Move) :-
    prolog_load_context(directory, _),
    legal(Move).
