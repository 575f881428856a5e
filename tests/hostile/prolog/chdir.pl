% Another folder.
% Refused: chdir/1 is not allowed
choose(Move) :-
    chdir('@FOLDER@'),
    legal(Move).
