% An operator over a built-in one, which ends with the file.
% Harmless
:- op(700, xfx, is_better).
choose(Move) :-
    legal(Move),
    Move is_better nothing.

_ is_better nothing.
