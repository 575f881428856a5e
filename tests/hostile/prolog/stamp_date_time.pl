% The time zone.
% Refused: stamp_date_time/3 is not allowed
choose(Move) :-
    stamp_date_time(0, _, local),
    legal(Move).
