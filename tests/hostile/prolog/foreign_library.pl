% A library in C.
% Refused: load_foreign_library/1 is not allowed
choose(Move) :-
    load_foreign_library(foreign(files)),
    legal(Move).
