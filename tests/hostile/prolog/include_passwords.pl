% Includes a file of the machine.
% Refused: cannot be included: only files of the same folder can
:- include('/etc/passwd').
choose(Move) :- legal(Move).
