choose(Move) :-
    write(user_output, '{"move": "1"}'),
    legal(Move).
