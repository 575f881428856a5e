% A flag, read through maplist.
% Refused: current_prolog_flag(pid, _) is not allowed
choose(Move) :-
    maplist(current_prolog_flag(pid), [_]),
    legal(Move).
