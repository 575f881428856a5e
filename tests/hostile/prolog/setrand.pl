% Chance that is not the game's, by another name.
% Refused: setrand/1 is not allowed
choose(Move) :-
    setrand(rand(1, 2, 3)),
    legal(Move).
