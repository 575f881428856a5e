% A program, started through a pipe.
% Refused: open/3 is not allowed
choose(Move) :-
    open(pipe('touch @FOLDER@/harmed'), read, _),
    legal(Move).
