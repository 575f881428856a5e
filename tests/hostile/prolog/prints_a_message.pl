% A message that calls a goal.
% Refused: print_message/2 is not allowed
choose(Move) :-
    print_message(error, format("~@", [halt])),
    legal(Move).
