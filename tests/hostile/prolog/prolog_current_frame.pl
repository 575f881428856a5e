% How deep the stack is.
% Refused: prolog_current_frame/1 is not allowed
choose(Move) :-
    prolog_current_frame(_),
    legal(Move).
