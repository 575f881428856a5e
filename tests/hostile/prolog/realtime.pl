% Arithmetic that reads another clock.
% Refused: realtime/0 is not allowed
choose(Move) :-
    clock(Clock),
    Clock > 0,
    legal(Move).

clock(realtime).
