% A loop that begins when another is ended.
% Loses: no answer within (endless)
choose(Move) :-
    call_cleanup(again, again),
    legal(Move).

again :-
    again.
