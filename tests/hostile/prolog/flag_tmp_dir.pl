% A flag: tmp_dir.
% Refused: current_prolog_flag(tmp_dir, _) is not allowed
choose(Move) :-
    current_prolog_flag(tmp_dir, _),
    legal(Move).
