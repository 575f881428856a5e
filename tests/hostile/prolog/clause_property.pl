% Where a clause comes from.
% Refused: clause_property/2 is not allowed
choose(Move) :-
    clause_property(_, file(_)),
    legal(Move).
