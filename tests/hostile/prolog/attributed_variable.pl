% A variable that wakes a goal.
% Refused: halt/0 is not allowed
choose(Move) :-
    freeze(Move, halt),
    legal(Move).
