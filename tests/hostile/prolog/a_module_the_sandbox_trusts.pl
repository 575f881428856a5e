% A module with a name that the sandbox trusts.
% Refused: :- module(wfs
:- module(wfs, [choose/1]).
call_delays(_, File) :- open(File, read, _).
choose(Move) :-
    call_delays(true, '/etc/passwd'),
    legal(Move).
