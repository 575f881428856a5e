% A flag: gc.
% Refused: current_prolog_flag(gc, _) is not allowed
choose(Move) :-
    current_prolog_flag(gc, _),
    legal(Move).
