% The output, which is written as an address.
% Refused: current_output/1 is not allowed
choose(Move) :-
    current_output(_),
    legal(Move).
