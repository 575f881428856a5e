choose(Move) :-
    tell(harmed),
    write(ha),
    told,
    legal(Move).
