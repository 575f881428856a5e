% Another file, included.
% Refused: is not allowed
:- include('/etc/passwd').
choose(Move) :- legal(Move).
