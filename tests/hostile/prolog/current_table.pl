% A table, which is written as an address.
% Refused: current_table/2 is not allowed
choose(Move) :-
    current_table(_, _),
    legal(Move).
