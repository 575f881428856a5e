choose(_) :-
    throw(error(format("~@", [halt]), _)).
