% A message, which is not the same in every version.
% Refused: message_to_string/2 is not allowed
choose(Move) :-
    message_to_string(hello, _),
    legal(Move).
