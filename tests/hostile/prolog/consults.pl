% A file that is loaded.
% Refused: :- consult('/etc/passwd') is not allowed
:- consult('/etc/passwd').
choose(Move) :- legal(Move).
