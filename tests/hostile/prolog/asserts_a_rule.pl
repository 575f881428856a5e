% A rule that is made while it plays.
% Refused: assertz/1 is not allowed
:- dynamic again/0.
choose(Move) :-
    assertz((again :- shell('touch @FOLDER@/harmed'))),
    again,
    legal(Move).
