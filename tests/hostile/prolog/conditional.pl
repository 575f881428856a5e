% A condition that runs when the file is loaded.
% Refused: is not allowed
:- if(shell('touch @FOLDER@/harmed')).
:- endif.
choose(Move) :- legal(Move).
