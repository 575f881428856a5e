% A flag: executable.
% Refused: current_prolog_flag(executable, _) is not allowed
choose(Move) :-
    current_prolog_flag(executable, _),
    legal(Move).
