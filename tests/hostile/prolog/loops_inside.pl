% An endless loop inside a built-in predicate.
% Loses: inferences was reached
choose(Move) :-
    findall(x, repeat, _),
    legal(Move).
