knowledge:check_entry => true.
choose(Move) :-
    open('/etc/passwd', read, _),
    legal(Move).
