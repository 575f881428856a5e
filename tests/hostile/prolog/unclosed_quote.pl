% A quotation mark that is never closed.
% Refused: syntax error
choose(Move) :- legal('Move).
