% The clock, inside a lambda expression.
% Refused: get_time/1 is not allowed
choose(Move) :-
    maplist([Time]>>get_time(Time), [_]),
    legal(Move).
