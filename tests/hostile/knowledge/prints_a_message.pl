choose(Move) :-
    print_message(error, format("~@", [halt])),
    legal(Move).
