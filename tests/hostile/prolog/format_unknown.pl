% A format that is not known before the game.
% Refused: format/2 is not allowed
choose(Move) :-
    atom_codes(Format, [126, 64]),
    format(Format, [halt]),
    legal(Move).
