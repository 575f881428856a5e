% The engine's output.
% Refused: set_output/1 is not allowed
choose(Move) :-
    set_output(user_error),
    legal(Move).
