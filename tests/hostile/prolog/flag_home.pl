% A flag: home.
% Refused: current_prolog_flag(home, _) is not allowed
choose(Move) :-
    current_prolog_flag(home, _),
    legal(Move).
