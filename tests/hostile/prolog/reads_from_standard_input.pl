% What is meant for the process, by its stream.
% Refused: read_term/3 is not allowed
choose(Move) :-
    read_term(user_input, _, []),
    legal(Move).
