% All atoms of the process.
% Refused: current_atom/1 is not allowed
choose(Move) :-
    current_atom(_),
    legal(Move).
