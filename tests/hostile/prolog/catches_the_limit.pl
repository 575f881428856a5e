% Whatever ends it is caught, again and again.
% Loses: no answer within (endless)
choose(Move) :-
    repeat,
    catch(again, _, fail),
    legal(Move).

again :-
    again.
