% Chance that is not the game's.
% Refused: set_random/1 is not allowed
choose(Move) :-
    set_random(seed(random)),
    legal(Move).
