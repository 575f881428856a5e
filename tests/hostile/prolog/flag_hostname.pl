% A flag: hostname.
% Refused: current_prolog_flag(hostname, _) is not allowed
choose(Move) :-
    current_prolog_flag(hostname, _),
    legal(Move).
