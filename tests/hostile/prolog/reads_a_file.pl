% A file, opened.
% Refused: open/3 is not allowed
choose(Move) :-
    legal(Move),
    open('/etc/passwd', read, _).
