% A flag, created.
% Refused: create_prolog_flag/3 is not allowed
choose(Move) :-
    create_prolog_flag(mine, yes, []),
    legal(Move).
