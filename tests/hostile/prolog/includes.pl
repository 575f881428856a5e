% Another file, included behind a fact, where it is no include.
% Refused: is not allowed
fact. :- include('/etc/passwd').
choose(Move) :- legal(Move).
