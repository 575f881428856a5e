% Arithmetic that reads a clock.
% Refused: cputime/0 is not allowed
choose(Move) :-
    Time is cputime,
    Time >= 0,
    legal(Move).
