% The same, by a goal that is built.
% Refused: message_to_string/2 is not allowed
choose(Move) :-
    Goal = print_message(error, format("~@", [halt])),
    call(Goal),
    message_to_string(format("~@", [halt]), _),
    legal(Move).
