% A flag: argv.
% Refused: current_prolog_flag(argv, _) is not allowed
choose(Move) :-
    current_prolog_flag(argv, _),
    legal(Move).
