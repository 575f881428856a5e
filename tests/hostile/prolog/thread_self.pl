% The thread.
% Refused: thread_self/1 is not allowed
choose(Move) :-
    thread_self(_),
    legal(Move).
