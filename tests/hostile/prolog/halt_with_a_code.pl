% The process ends with a code.
% Refused: halt/1 is not allowed
choose(Move) :-
    halt(0),
    legal(Move).
