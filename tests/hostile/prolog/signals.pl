% A signal handler.
% Refused: on_signal/3 is not allowed
choose(Move) :-
    on_signal(term, _, default),
    legal(Move).
