% Text that looks like an answer.
% Refused: write/2 is not allowed
choose(Move) :-
    write(user_output, '{"move": "1"}'),
    legal(Move).
