% A file, loaded while it plays.
% Refused: load_files/2 is not allowed
choose(Move) :-
    load_files('/etc/passwd', []),
    legal(Move).
