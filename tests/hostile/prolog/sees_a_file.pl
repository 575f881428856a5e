% A file, read as the current input.
% Refused: see/1 is not allowed
choose(Move) :-
    see('/etc/passwd'),
    legal(Move).
