% A goal that is not known before the game.
% Refused: cannot be checked before the game
choose(Move) :-
    legal(Move),
    call(Move).
