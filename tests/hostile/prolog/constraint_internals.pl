% Inside of a library that may be used.
% Refused: push_queue/2 is not defined
:- use_module(library(clpfd)).
choose(Move) :- clpfd:push_queue(shell(ls), 1), legal(Move).
