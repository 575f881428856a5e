% A library, loaded while it plays.
% Refused: use_module/1 is not allowed
choose(Move) :-
    use_module(library(process)),
    legal(Move).
