% A program, started.
% Refused: shell/1 is not allowed
choose(Move) :-
    shell('touch @FOLDER@/harmed'),
    legal(Move).
