% A thousand seconds of sleep.
% Refused: sleep/1 is not allowed
choose(Move) :-
    sleep(1000),
    legal(Move).
