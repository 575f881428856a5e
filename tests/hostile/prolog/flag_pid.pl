% A flag: pid.
% Refused: current_prolog_flag(pid, _) is not allowed
choose(Move) :-
    current_prolog_flag(pid, _),
    legal(Move).
