% The environment of the process, changed.
% Refused: setenv/2 is not allowed
choose(Move) :-
    setenv('PATH', harmed),
    legal(Move).
