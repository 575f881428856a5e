% A program, started by the library for it.
% Refused: process_create/3 is not allowed
choose(Move) :-
    process:process_create(path(touch), ['@FOLDER@/harmed'], []),
    legal(Move).
