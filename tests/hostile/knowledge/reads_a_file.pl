choose(Move) :-
    legal(Move),
    open('/etc/passwd', read, _).
