% A module with a name that the sandbox trusts.
% Refused: open/3 is not allowed
:- module(wfs, [choose/1]).
call_delays(_, File) :- open(File, read, _).
choose(Move) :-
    call_delays(true, '/etc/passwd'),
    legal(Move).
