% A goal that runs when another is ended.
% Refused: halt/0 is not allowed
choose(Move) :-
    setup_call_cleanup(true, legal(Move), halt).
