% A program, started while the file is loaded.
% Refused: is not allowed
:- shell('touch @FOLDER@/harmed').
choose(Move) :- legal(Move).
