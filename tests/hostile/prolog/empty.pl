% Nothing.
% Refused: it defines neither choose(Move) nor better(Move, Other)

