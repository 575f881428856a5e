% A flag, by the name that another Prolog has for it.
% Refused: prolog_flag/2
choose(Move) :-
    prolog_flag(cpu_count, _),
    legal(Move).
