% A program, started by a goal that is built.
% Refused: cannot be checked before the game
choose(Move) :-
    atom_concat(sh, ell, Name),
    Goal =.. [Name, 'touch @FOLDER@/harmed'],
    call(Goal),
    legal(Move).
