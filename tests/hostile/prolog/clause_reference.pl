% A clause, which is written as an address.
% Refused: clause/3 is not allowed
choose(Move) :-
    clause(choose(_), _, _),
    legal(Move).
