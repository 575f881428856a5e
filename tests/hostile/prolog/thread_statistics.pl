% How long the thread has run.
% Refused: thread_statistics/3 is not allowed
choose(Move) :-
    thread_statistics(main, runtime, _),
    legal(Move).
