% How long the process has run.
% Refused: statistics/2 is not allowed
choose(Move) :-
    statistics(runtime, _),
    legal(Move).
