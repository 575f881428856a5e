% Where the file is.
% Refused: source_location/2 is not allowed
choose(Move) :-
    source_location(_, _),
    legal(Move).
