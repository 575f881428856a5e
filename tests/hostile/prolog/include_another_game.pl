% Includes a file that somebody wrote for another game.
% Refused: cannot be included: only files of the same folder can
:- ['../azul/mine'].
choose(Move) :- legal(Move).
