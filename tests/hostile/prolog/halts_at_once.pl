% The process ends while the file is loaded.
% Refused: is not allowed
:- initialization(halt).
choose(Move) :- legal(Move).
