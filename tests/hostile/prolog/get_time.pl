% The clock.
% Refused: get_time/1 is not allowed
choose(Move) :-
    get_time(_),
    legal(Move).
