% A move of a million characters.
% Loses: which is not a legal move
choose(Move) :-
    format(atom(Move), '~`xt~1000000|', []).
