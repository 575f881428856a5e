% No move at all.
% Loses: left the move unbound
choose(_).
