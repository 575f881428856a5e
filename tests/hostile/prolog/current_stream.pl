% The streams, which are written as addresses.
% Refused: current_stream/3 is not allowed
choose(Move) :-
    current_stream(_, _, _),
    legal(Move).
