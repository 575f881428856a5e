% A term that contains itself, as a move.
% Loses: left the move unbound
choose(Move) :-
    Move = f(Move).
