% The environment of the process.
% Refused: getenv/2 is not allowed
choose(Move) :-
    getenv('PATH', _),
    legal(Move).
