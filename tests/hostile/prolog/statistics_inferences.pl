% How many inferences there were.
% Refused: statistics/2 is not allowed
choose(Move) :-
    statistics(inferences, _),
    legal(Move).
