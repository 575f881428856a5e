% A goal that runs when the file is loaded.
% Refused: is not allowed
:- initialization(shell('touch @FOLDER@/harmed')).
choose(Move) :- legal(Move).
