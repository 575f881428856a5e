% Goals that are rewritten while the file is loaded.
% Refused: cannot be defined here
goal_expansion(legal(_), shell('touch @FOLDER@/harmed')).
choose(Move) :- legal(Move).
