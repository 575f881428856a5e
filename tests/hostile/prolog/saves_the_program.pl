% The whole program, written to a file.
% Refused: qsave_program/1 is not allowed
choose(Move) :-
    qsave_program('@FOLDER@/harmed'),
    legal(Move).
