% A rule of another form.
% Refused: cannot be defined here
choose(Move) => Move = '1'.
