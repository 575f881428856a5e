% An endless recursion.
% Loses: inferences was reached
choose(Move) :-
    again(Move).

again(Move) :-
    again(Move).
