% A list that does not fit into memory.
% Loses: out of memory
choose(Move) :-
    length(List, 100000000),
    List = [Move|_],
    legal(Move).
