% The state of the generator of chance.
% Refused: random_property/1 is not allowed
choose(Move) :-
    random_property(state(_)),
    legal(Move).
