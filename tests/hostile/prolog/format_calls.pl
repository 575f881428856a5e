% A format that calls a goal.
% Refused: format/2 is not allowed
choose(Move) :-
    format('~@', [halt]),
    legal(Move).
