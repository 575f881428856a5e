choose(Move) :-
    Goal = print_message(error, format("~@", [halt])),
    call(Goal),
    message_to_string(format("~@", [halt]), _),
    legal(Move).
