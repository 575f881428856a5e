% The engine, aborted.
% Refused: abort/0 is not allowed
choose(Move) :-
    abort,
    legal(Move).
