% A table that calls a goal.
% Refused: is not allowed
:- table p(lattice(open/3)).
p('/etc/passwd').
p(read).
choose(Move) :-
    findall(S, p(S), _),
    legal(Move).
