% A flag: timezone.
% Refused: current_prolog_flag(timezone, _) is not allowed
choose(Move) :-
    current_prolog_flag(timezone, _),
    legal(Move).
