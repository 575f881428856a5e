% What is meant for the process.
% Refused: read/1 is not allowed
choose(Move) :-
    read(_),
    legal(Move).
