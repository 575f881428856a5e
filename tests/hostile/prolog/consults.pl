% A file that is loaded, behind a fact, where it is no include.
% Refused: :- consult('/etc/passwd') is not allowed
fact. :- consult('/etc/passwd').
choose(Move) :- legal(Move).
