% The time zone, the other way round.
% Refused: date_time_stamp/2 is not allowed
choose(Move) :-
    date_time_stamp(date(2000, 1, 1), _),
    legal(Move).
