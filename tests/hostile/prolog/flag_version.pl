% A flag: version.
% Refused: current_prolog_flag(version, _) is not allowed
choose(Move) :-
    current_prolog_flag(version, _),
    legal(Move).
