% A thread.
% Refused: thread_create/2 is not allowed
choose(Move) :-
    thread_create(true, _),
    legal(Move).
