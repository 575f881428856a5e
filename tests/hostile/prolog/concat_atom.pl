% A clock whose name is joined by a predicate of an older library.
% Refused: concat_atom/2
choose(Move) :-
    concat_atom([cpu, time], Clock),
    Time is Clock + 1,
    Time >= 0,
    legal(Move).
