% A fact of the game, taken away.
% Refused: legal/1 is a relation of the game
choose(Move) :-
    legal(Move),
    retract(legal(Move)).
