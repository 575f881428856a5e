% Where libraries are.
% Refused: library_directory/1 is not allowed
choose(Move) :-
    user:library_directory(_),
    legal(Move).
